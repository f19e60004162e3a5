import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import type { Bot } from '../../core/model.ts';
import type { SavedSegment } from '../../segments/segment.ts';
import { askPick } from '../input/askPick.ts';
import { askText } from '../input/askText.ts';
import { BACK, type Back, type StepPosition } from '../input/steps.ts';
import { segmentProblem } from '../segments/problemTexts.ts';

/** The segments of a bot that have a name. */
export type SegmentsOf = (bot: Bot) => Promise<readonly SavedSegment[]>;

interface SegmentEntry extends vscode.QuickPickItem {
  /** `undefined`: to be typed. */
  readonly text: string | undefined;
}

/** Asks for a segment: one that is saved, or one that is typed. Throws `Cancelled`. */
export async function askSegment(
  segmentsOf: SegmentsOf,
  bot: Bot,
  position: StepPosition,
): Promise<string | Back> {
  const { l10n } = vscode;
  const saved = await segmentsOf(bot);
  if (saved.length === 0) return askSegmentText(position);
  const items: readonly SegmentEntry[] = [
    ...saved.map(({ name, text }) => ({ label: name, detail: text, text })),
    { label: l10n.t('Type a Segment…'), text: undefined },
  ];
  for (;;) {
    const picked = await askPick({ placeholder: l10n.t('Which segment?'), items }, position);
    if (picked === BACK) return BACK;
    const { text } = picked;
    if (text !== undefined && segmentProblem(text) === undefined) return text;
    // One that was saved and cannot be read comes up with what is wrong with it.
    const typed = await askSegmentText({ ...position, canGoBack: true }, text);
    if (typed !== BACK) return typed;
  }
}

function askSegmentText(position: StepPosition, value?: string): Promise<string | Back> {
  return askText(
    {
      prompt: vscode.l10n.t('Which customers, as a segment'),
      placeholder: 'tag:VIP and not blocked',
      ...(value === undefined ? {} : { value }),
      validate: (typed) => segmentProblem(typed)?.text,
    },
    position,
  );
}

/** Throws `UserError` with the problem and its place, and for white space, which would be everybody. */
export function requireSegment(text: string): void {
  const { l10n } = vscode;
  if (text !== '' && text.trim() === '') {
    throw new UserError(l10n.t('The segment is empty. Leave it out for every customer.'));
  }
  const problem = segmentProblem(text);
  if (problem === undefined) return;
  const { start, text: what } = problem;
  throw new UserError(
    l10n.t(
      'The segment cannot be read, so nothing was done. Look at character {0}: {1}',
      start + 1,
      what,
    ),
  );
}
