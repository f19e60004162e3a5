import { l10n } from 'vscode';
import { targetIdOf } from '../copyRun.ts';
import type { OperationOutcomes } from '../../base/operation.ts';
import { readCopy } from '../copyItems.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { readRunDetail } from '../journalEntries.ts';
import { jsonText } from '../../base/jsonValues.ts';
import { cutMiddle, oneLine } from '../../base/safeText.ts';
import { sentences } from '../../base/text.ts';
import { customerCountText, dateTimeText } from '../../base/ui/localeTexts.ts';
import { resultLines, type RunResults } from './linesOfRun.ts';
import { isOfPlan } from './runRules.ts';
import {
  beganText,
  doneText,
  completedText,
  fileAt,
  pausedText,
  reasonText,
  unknownText,
} from './runTexts.ts';

/** Maximum number of lines that are rewritten each second while a run is in progress. */
export const MAX_LINES_WHILE_RUNNING = 2_000;

const MAX_COMMENT_LENGTH = 500;

interface ResultParts {
  readonly record: RunRecord;
  readonly isRunning: boolean;
  /** Run that undoes this run, if any. */
  readonly undo: RunRecord | undefined;
  /** Results of the lines; `undefined` if the customers are unknown, or there are too many lines while running. */
  readonly results: RunResults | undefined;
  /** Outcome of each item of a copy of tags. Absent for other runs. */
  readonly copyOutcomes?: OperationOutcomes | undefined;
  /** Reason why `results` is missing. */
  readonly problem?: string | undefined;
}

/** Returns the result of a run as JSON with comments: its state and the outcome of each plan line. */
export async function resultText(parts: ResultParts): Promise<string> {
  const { record, isRunning, results, copyOutcomes, problem } = parts;
  const isTooLong = isRunning && isOfPlan(record) && record.counts.total > MAX_LINES_WHILE_RUNNING;
  const lines = results === undefined ? [] : await resultLines(results);
  const notes = [
    ...(problem === undefined ? [] : [problem]),
    ...(isTooLong
      ? [l10n.t('The result of each line appears here when the run is paused or done.')]
      : []),
  ];
  const comments = [...headLines(parts), ...notes].map(commentOf);
  const members = [
    ...membersOf(record, isRunning),
    ...(copyOutcomes === undefined
      ? [`"lines": ${listOf(lines)}`]
      : copiedMembers(record, copyOutcomes)),
  ];
  return `${comments.join('\n')}\n{\n  ${members.join(',\n  ')}\n}\n`;
}

/** Returns the JSON members of a copy: the map from old to new IDs, and the items without a new ID. */
function copiedMembers({ detail }: RunRecord, outcomes: OperationOutcomes): readonly string[] {
  const { from, items = [] } = readCopy(detail) ?? {};
  const ids: string[] = [];
  const itemsWithoutId: string[] = [];
  for (const [index, { id, name, targetId }] of items.entries()) {
    const outcome = outcomes.get(index);
    const newId = targetIdOf(targetId, outcome);
    if (newId !== undefined) ids.push(`${jsonText(id)}: ${jsonText(newId)}`);
    else {
      const { state = 'waiting', detail: errorText } = outcome ?? {};
      const result = state === 'sending' ? 'unknown' : state;
      const errorMember = errorText ? `,"words":${jsonText(errorText)}` : '';
      itemsWithoutId.push(
        `{"id":${jsonText(id)},"name":${jsonText(name)},"result":"${result}"${errorMember}}`,
      );
    }
  }
  const map = ids.length === 0 ? '{}' : `{\n    ${ids.join(',\n    ')}\n  }`;
  return [
    `"from": ${jsonText(from?.label ?? '')}`,
    `"ids": ${map}`,
    // Called "lines" as in the results of other runs, where it lists the outcome of each plan line.
    `"lines": ${listOf(itemsWithoutId)}`,
  ];
}

function listOf(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n    ${lines.join(',\n    ')}\n  ]`;
}

function headLines({ record, isRunning, undo, results }: ResultParts): readonly string[] {
  const { botLabel, counts, plan } = record;
  const lines = [
    stateText(record, isRunning),
    l10n.t('Bot: {0}', botLabel),
    ...(plan === '' ? [] : [l10n.t('Plan: {0}', fileAt(plan))]),
    beganText(record),
  ];
  const skipped = countSkipped(results);
  if (skipped > 0)
    lines.push(l10n.t('Skipped when the plan was created: {0}.', customerCountText(skipped)));
  if (undo?.state === 'done') lines.push(l10n.t('Undone on {0}.', dateTimeText(undo.updated)));
  else if (undo !== undefined) lines.push(l10n.t('Undo: {0}', completedText(undo.counts)));
  if (counts.unknown > 0 && record.kind === 'copy') lines.push(unknownText(record));
  else if (counts.unknown > 0 && !isRunning && isOfPlan(record)) {
    lines.push(
      l10n.t(
        'Unknown: the request was sent, but the service did not confirm it. Use "Check Unknown" to find out whether the request was carried out.',
      ),
    );
  }
  return lines;
}

function stateText(record: RunRecord, isRunning: boolean): string {
  if (isRunning) return sentences([doneText(record), l10n.t('Running.')]);
  const { state, reason, botLabel } = record;
  if (state === 'done' || state === 'cancelled') return doneText(record);
  return pausedText(record, reasonText(reason, botLabel));
}

/** Returns the number of customers who are in the plan but not in the run. */
function countSkipped(results: RunResults | undefined): number {
  if (results === undefined || results.isUndo) return 0;
  return results.plan.users.filter(({ skip }) => skip !== undefined).length;
}

function membersOf(record: RunRecord, isRunning: boolean): readonly string[] {
  const { id, kind, botLabel, state, reason, started, updated, counts, plan, detail } = record;
  const tags = readRunDetail(detail).tags.map(
    ({ id: tagId, name, action }) =>
      `{${action === undefined ? '' : `"do":"${action}",`}"id":${jsonText(tagId)},"name":${jsonText(name)}}`,
  );
  return [
    `"run": ${jsonText(id)}`,
    `"do": ${jsonText(kind)}`,
    `"bot": ${jsonText(botLabel)}`,
    `"tags": [${tags.join(',')}]`,
    `"plan": ${jsonText(plan)}`,
    `"state": ${jsonText(isRunning ? 'running' : state === 'running' ? 'paused' : state)}`,
    ...(reason === null || isRunning ? [] : [`"reason": ${jsonText(reason)}`]),
    `"begun": ${jsonText(new Date(started).toISOString())}`,
    `"changed": ${jsonText(new Date(updated).toISOString())}`,
    `"counts": ${JSON.stringify(counts)}`,
  ];
}

function commentOf(line: string): string {
  return `// ${oneLine(cutMiddle(line, MAX_COMMENT_LENGTH))}`;
}
