import type * as vscode from 'vscode';
import type { Log } from '../ports.ts';
import { cutMiddle, oneLine } from '../text.ts';

/**
 * What VS Code makes of a text, by where it shows it, as read in its sources (1.105 and 1.139).
 * - `links`: `[text](command:…)`, and the same with http, https and file, is a link that one click follows.
 * - `icons`: `$(name)` is an icon.
 * - `longest`: what a person may be expected to read there, in characters.
 *
 * None of the two can be switched off, and a backslash before them is taken off in some places and shown in others.
 * A word joiner (U+2060) inside is seen nowhere and breaks them everywhere. Line breaks, control characters and those
 * that turn the direction of text are named instead of shown: see `oneLine`.
 */
const SINKS = {
  notification: { links: true, icons: false, longest: 1000 },
  notificationProgress: { links: true, icons: false, longest: 500 },
  /** In the status bar; of a link only its label would be left. */
  windowProgress: { links: true, icons: true, longest: 200 },
  statusBar: { links: false, icons: true, longest: 200 },
  inputPrompt: { links: true, icons: true, longest: 500 },
  validation: { links: true, icons: true, longest: 1000 },
  inputTitle: { links: false, icons: false, longest: 200 },
  placeholder: { links: false, icons: false, longest: 200 },
  pickItem: { links: false, icons: true, longest: 300 },
  codeLens: { links: false, icons: true, longest: 200 },
  dialog: { links: false, icons: false, longest: 1000 },
  treeItem: { links: false, icons: false, longest: 300 },
  treeMessage: { links: true, icons: true, longest: 300 },
  tooltip: { links: false, icons: false, longest: 500 },
  tab: { links: false, icons: false, longest: 100 },
  /** Markdown to which text is added by `appendText`, which escapes links and icons. */
  hover: { links: false, icons: false, longest: 300 },
  diagnostic: { links: false, icons: false, longest: 1000 },
  codeAction: { links: false, icons: false, longest: 200 },
  page: { links: false, icons: false, longest: 600 },
  log: { links: false, icons: false, longest: 1000 },
} as const;

export type Sink = keyof typeof SINKS;

export const sinks: Readonly<
  Record<Sink, { readonly links: boolean; readonly icons: boolean; readonly longest: number }>
> = SINKS;

const WORD_JOINER = '\u2060';

/** The text as this place can show it: one line that nobody can click, and in which nothing is an icon. */
export function plain(sink: Sink, text: string): string {
  const { links, icons, longest } = sinks[sink];
  // First cut: a text may have megabytes. What is named takes more room than it had.
  const line = cutMiddle(oneLine(cutMiddle(text, longest)), longest);
  const unlinked = links ? line.replaceAll('](', `]${WORD_JOINER}(`) : line;
  return icons ? unlinked.replaceAll('$(', `$${WORD_JOINER}(`) : unlinked;
}

/** Characters; three bytes of UTF-8 each leave room for extensions within the 255 bytes of a name. */
const LONGEST_NAME = 60;

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A name that every system takes as that of one file in a folder, without its extension. */
export function fileName(text: string): string {
  const name = oneLine(cutMiddle(text, LONGEST_NAME))
    .replaceAll(/[\\/:*?"<>|#%↵]/g, '-')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  return DEVICE.test(name) || name === '' ? `_${name}` : name;
}

/** The output channel of the extension. What is logged stays one line: nothing in it can pass for another entry. */
export class PlainLog implements Log, vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;

  constructor(channel: vscode.LogOutputChannel) {
    this.#channel = channel;
  }

  info(message: string): void {
    this.#channel.info(plain('log', message));
  }

  warn(message: string): void {
    this.#channel.warn(plain('log', message));
  }

  error(message: string): void {
    this.#channel.error(plain('log', message));
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
