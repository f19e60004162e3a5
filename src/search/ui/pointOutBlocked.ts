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
  /** Segments that are kept in this workspace. */
  readonly inWindow: readonly Saved[];
  /** Addresses of the workspace files that are loaded in this workspace. */
  readonly files: readonly string[];
  readonly onDidLoad: Event<
    { readonly file: string; readonly segments: readonly Saved[] } | undefined
  >;
}

/** Addresses of the files whose segments were not looked at yet. */
const LEFT = 'botTags.filesBeforeBlockedBot';

/**
 * Names, once in a workspace, the segments with `blocked` that an earlier version saved: `blocked` meant status 4 only.
 * Files that come later, and segments that are saved later, are not looked at.
 */
export function pointOutBlocked({ memento, inWindow, files, onDidLoad }: Options): void {
  const kept: unknown = memento.get(LEFT);
  const isFirst = !Array.isArray(kept);
  const left = new Set<unknown>(isFirst ? files : kept);
  const keep = (): void => void memento.update(LEFT, [...left]);
  if (isFirst) {
    pointOut(inWindow);
    keep();
  }
  onDidLoad((loaded) => {
    if (loaded === undefined || !left.delete(loaded.file)) return;
    pointOut(loaded.segments);
    keep();
  });
}

function pointOut(segments: readonly Saved[]): void {
  const names = segments.filter(({ text }) => saysBlocked(text)).map(({ name }) => quoted(name));
  if (names.length === 0) return;
  const { l10n } = vscode;
  const message = l10n.t(
    '"blocked" now also finds customers who blocked the bot. These saved segments use "blocked": {0}. To find only customers that your team blocked, replace "blocked" with "status = blocked".',
    names.join(comma()),
  );
  // Without a button, VS Code shows only one line.
  void showInformation(message, l10n.t('Close'));
}

function saysBlocked(text: string): boolean {
  const { segment } = parseSegment(text);
  return segment !== undefined && conditionsIn(segment).some(({ kind }) => kind === 'blocked');
}
