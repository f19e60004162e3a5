import { l10n } from 'vscode';
import type { RunRecord } from '../../../core/journal/journal.ts';
import { readRunDetail } from '../../../core/journal/runDetail.ts';
import { jsonText } from '../../../core/json/jsonText.ts';
import { cutMiddle, oneLine } from '../../../core/plainText.ts';
import { sentences } from '../../../core/sentences.ts';
import { numberText } from '../../kit/numberText.ts';
import { timeText } from '../../kit/timeText.ts';
import { resultLines, type RunResults } from './linesOfRun.ts';
import { countsText, fileAt, reasonText, runName } from '../runTexts.ts';

/** While a run goes on, more lines than these are not written anew each second. */
export const MOST_WHILE_RUNNING = 2_000;

const LONGEST_COMMENT = 500;

interface Shown {
  readonly record: RunRecord;
  readonly isRunning: boolean;
  /** `undefined`: whom it is about cannot be told. */
  readonly results: RunResults | undefined;
  /** Why not. */
  readonly problem?: string | undefined;
}

/** A run as JSON with comments: how it stands, and what became of each line of its plan. */
export async function resultText(shown: Shown): Promise<string> {
  const { record, isRunning, results, problem } = shown;
  const isLong = isRunning && record.counts.total > MOST_WHILE_RUNNING;
  const lines = results === undefined || isLong ? [] : await resultLines(results);
  const notes = [
    ...(problem === undefined ? [] : [problem]),
    ...(isLong
      ? [l10n.t('The result of each line follows here once the run is paused or done.')]
      : []),
  ];
  const comments = [...headLines(record, isRunning), ...notes].map(commentOf);
  const members = [...membersOf(record, isRunning), `"lines": ${listOf(lines)}`];
  return `${comments.join('\n')}\n{\n  ${members.join(',\n  ')}\n}\n`;
}

function listOf(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n    ${lines.join(',\n    ')}\n  ]`;
}

function headLines(record: RunRecord, isRunning: boolean): readonly string[] {
  const { botLabel, started, updated, counts, plan } = record;
  const lines = [
    l10n.t('{0}, bot "{1}"', runName(record), botLabel),
    l10n.t('Plan: {0}', fileAt(plan)),
    sentences([
      stateText(record, isRunning),
      l10n.t('Begun {0}, last change {1}.', timeText(started), timeText(updated)),
    ]),
    l10n.t('{0} changes: {1}.', numberText(counts.total), countsText(counts)),
  ];
  if (counts.unknown > 0 && !isRunning) {
    lines.push(
      l10n.t(
        'Unknown: sent, and no answer says whether it was carried out. "Check Unknown" asks the service.',
      ),
    );
  }
  return lines;
}

function stateText({ state, reason, botLabel }: RunRecord, isRunning: boolean): string {
  if (isRunning) return l10n.t('Running.');
  if (state === 'done') return l10n.t('Done.');
  return sentences([l10n.t('Paused.'), reasonText(reason, botLabel)]);
}

function membersOf(record: RunRecord, isRunning: boolean): readonly string[] {
  const { id, kind, botLabel, state, reason, started, updated, counts, plan, detail } = record;
  const tags = readRunDetail(detail).tags.map(
    (tag) => `{"id":${jsonText(tag.id)},"name":${jsonText(tag.name)}}`,
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
  return `// ${oneLine(cutMiddle(line, LONGEST_COMMENT))}`;
}
