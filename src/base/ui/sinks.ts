import type * as vscode from 'vscode';
import type { Log } from '../ports.ts';
import { cutMiddle, oneLine } from '../safeText.ts';

/**
 * Markup that VS Code interprets in a text, by the place where the text is shown, as found in the sources of VS Code
 * 1.105 and 1.139.
 * - `links`: `[text](command:…)`, and the same with http, https and file, is a link that a single click follows.
 * - `icons`: `$(name)` is an icon.
 * - `longest`: maximum length that is readable in this place, in characters.
 *
 * Neither kind of markup can be disabled. A backslash before the markup is removed in some places and shown in others.
 * A word joiner (U+2060) inside the markup breaks it everywhere and is invisible. Line breaks, control characters, and
 * characters that change the text direction are replaced by visible ones: see `oneLine`.
 */
export const sinks = {
  notification: { links: true, icons: false, longest: 1000 },
  notificationProgress: { links: true, icons: false, longest: 500 },
  /** Progress in the status bar, which shows only the label of a link. */
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

/** Place where a text is shown: a part of VS Code's UI, a page, or the log. */
export type Sink = keyof typeof sinks;

const WORD_JOINER = '\u2060';

/** Returns the text as one line for a place, without clickable links and icons. */
export function plain(sink: Sink, text: string): string {
  const { links, icons, longest } = sinks[sink];
  // The text is truncated first, because it may have megabytes, and again after `oneLine`, which may lengthen it.
  const line = cutMiddle(oneLine(cutMiddle(text, longest)), longest);
  const unlinked = links ? line.replaceAll('](', `]${WORD_JOINER}(`) : line;
  return icons ? unlinked.replaceAll('$(', `$${WORD_JOINER}(`) : unlinked;
}

/**
 * Maximum length of a file name in characters. Even at 3 bytes of UTF-8 each, the name and its extensions fit into the
 * 255 bytes that file systems allow.
 */
const MAX_NAME_LENGTH = 60;

/** Reserved device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns a file name, without an extension, that is valid on every operating system. */
export function fileName(text: string): string {
  // Truncated twice, as in `plain`.
  const name = cutMiddle(oneLine(cutMiddle(text, MAX_NAME_LENGTH)), MAX_NAME_LENGTH)
    .replaceAll(/[\\/:*?"<>|#%↵]/g, '-')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  return DEVICE.test(name) || name === '' ? `_${name}` : name;
}

/** Output channel of the extension. Each message is a single line, so that no text can imitate another log entry. */
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
