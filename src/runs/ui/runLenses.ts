import * as vscode from 'vscode';
import { savedFile } from '../../plans/earlierTaggings.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { isUnfinished } from '../../plans/runsOfText.ts';
import type { CommandId } from '../../commands/commands.ts';
import { lensAt } from '../../base/ui/editor.ts';
import { uriOfRun } from './runUri.ts';
import { canBeUndone } from './runRules.ts';
import { tabName } from './runTexts.ts';

interface RunState {
  readonly record: RunRecord;
  /** This window runs it. */
  readonly isRunning: boolean;
  /** Another window runs it. */
  readonly isElsewhere: boolean;
  /** It was taken back, or that has begun. */
  readonly isUndone: boolean;
}

/** What can be done with a run as it stands, above its result. */
export function runLenses(state: RunState): vscode.CodeLens[] {
  const { record } = state;
  const top = new vscode.Range(0, 0, 0, 0);
  const uri = uriOfRun(record.id, tabName(record));
  const lenses = offersOf(state).map(([title, command]) =>
    lensAt(top, title, { command, arguments: [uri] }),
  );
  if (state.isElsewhere) lenses.unshift(lensAt(top, vscode.l10n.t('Running in another window')));
  // What was attached to rows directly has no file.
  if (record.plan === '' || savedFile(record.plan) === undefined) return lenses;
  const plan = { command: 'vscode.open', arguments: [vscode.Uri.parse(record.plan)] };
  return [...lenses, lensAt(top, vscode.l10n.t('Open Plan'), plan)];
}

type Offer = readonly [title: string, command: CommandId];

function offersOf({ record, isRunning, isElsewhere, isUndone }: RunState): readonly Offer[] {
  const { l10n } = vscode;
  const { failed, unknown } = record.counts;
  const offers: Offer[] = [];
  if (isRunning) return [[l10n.t('Pause Run'), 'botTags.pauseRun']];
  if (isElsewhere) return offers;
  // A copy has no plan. "Resume" retries its failed items and asks about the unknown ones.
  const hasLines = record.kind !== 'copy';
  if (!isUndone) {
    if (isUnfinished(record)) offers.push([l10n.t('Resume'), 'botTags.resume']);
    if (failed > 0 && hasLines) offers.push([l10n.t('Retry Failed'), 'botTags.retryFailed']);
    if (unknown > 0 && hasLines) offers.push([l10n.t('Check Unknown'), 'botTags.checkUnknown']);
  }
  if (failed > 0 && hasLines) {
    offers.push([l10n.t('Save Failed Rows…'), 'botTags.saveFailedRows']);
  }
  if (!isUndone && canBeUndone(record)) offers.push([l10n.t('Undo'), 'botTags.undo']);
  return offers;
}
