import * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';
import { parseSegment } from '../parseSegment.ts';
import type { SavedSegment } from '../segment.ts';
import { conditionsIn } from '../segmentNames.ts';
import { comma, quoted } from '../../base/ui/localeTexts.ts';
import { showInformation } from '../../base/ui/window.ts';

type Saved = Pick<SavedSegment, 'name' | 'text'>;

interface Options {
  readonly memento: vscode.Memento;
  readonly inWindow: readonly Saved[];
  /** URIs of the workspace files that the user chose to load in this workspace. */
  readonly files: readonly string[];
  readonly onDidLoad: Event<
    { readonly file: string; readonly segments: readonly Saved[] } | undefined
  >;
}

/** Memento key for the URIs of the files whose segments are not checked yet. */
const UNCHECKED_FILES = 'botTags.filesBeforeBlockedBot';

/**
 * Shows a message, once in a workspace, with the segments that an earlier version saved and that use `blocked`, because
 * `blocked` meant only status 4 in that version. Files and segments that are added later are not checked.
 */
export function notifyOfNewBlockedMeaning({ memento, inWindow, files, onDidLoad }: Options): void {
  const stored: unknown = memento.get(UNCHECKED_FILES);
  const isFirstTime = !Array.isArray(stored);
  const unchecked = new Set<unknown>(isFirstTime ? files : stored);
  const store = (): void => void memento.update(UNCHECKED_FILES, [...unchecked]);
  if (isFirstTime) {
    notifyAbout(inWindow);
    store();
  }
  onDidLoad((loaded) => {
    if (loaded === undefined || !unchecked.delete(loaded.file)) return;
    notifyAbout(loaded.segments);
    store();
  });
}

function notifyAbout(segments: readonly Saved[]): void {
  const names = segments.filter(({ text }) => usesBlocked(text)).map(({ name }) => quoted(name));
  if (names.length === 0) return;
  const { l10n } = vscode;
  const message = l10n.t(
    '"blocked" now also finds customers who blocked the bot. These saved segments use "blocked": {0}. To find only customers that your team blocked, replace "blocked" with "status = blocked".',
    names.join(comma()),
  );
  // Without a button, VS Code shows only one line.
  void showInformation(message, l10n.t('Close'));
}

function usesBlocked(text: string): boolean {
  const { segment } = parseSegment(text);
  return segment !== undefined && conditionsIn(segment).some(({ kind }) => kind === 'blocked');
}
