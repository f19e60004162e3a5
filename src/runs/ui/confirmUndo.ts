import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { endpointOf, readRunDetail } from '../journalEntries.ts';
import type { Bot } from '../../base/model.ts';
import type { Operations } from '../../base/operation.ts';
import { askToTypeText } from '../../catalogue/ui/typeToAgree.ts';
import { botLines, mustTypeCount, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { requestCountText } from '../../base/ui/localeTexts.ts';
import { confirm } from '../../base/ui/window.ts';
import { oppositeOf, planActionText } from '../../plans/ui/planWords.ts';
import { runName } from './runTexts.ts';

export interface UndoableRun {
  readonly bot: Bot;
  readonly record: RunRecord;
  /** Requests of the undo. */
  readonly operations: Operations;
}

export interface UndoQuestion {
  readonly bot: Bot;
  readonly record: RunRecord;
  /** Sentences that say what the undo does and what it cannot restore. */
  readonly lines: readonly string[];
  /** Number of customers that the undo changes; `undefined` if the user never has to type the number. */
  readonly customerCount: number | undefined;
}

/** @throws {ServiceError} if the bot or one of the tags is locked */
export function undoQuestion(
  catalogue: Catalogue,
  { bot, record, operations }: UndoableRun,
): UndoQuestion {
  const ids = readRunDetail(record.detail).tags.map(({ id }) => id);
  requireUnlocked(catalogue, bot, endpointOf({ ...record, kind: 'undo' }), ids);
  const customerCount = countCustomers(operations);
  return { bot, record, lines: sentencesFor(record, customerCount), customerCount };
}

export async function confirmUndo(
  catalogue: Catalogue,
  { bot, record, lines, customerCount }: UndoQuestion,
): Promise<void> {
  const { l10n } = vscode;
  const message = l10n.t('Undo: {0}?', runName(record));
  const detail = [...lines, '', ...botLines(bot)];
  if (customerCount === undefined || !mustTypeCount(catalogue, bot, customerCount)) {
    const yes = l10n.t('Undo');
    await confirm({ message, detail }, yes);
    return;
  }
  const expectedText = String(customerCount);
  const placeholder = l10n.t('Type the number of customers: {0}', expectedText);
  await askToTypeText({ title: message, about: detail, placeholder, expectedText });
}

function sentencesFor(record: RunRecord, customerCount: number): readonly string[] {
  const { l10n } = vscode;
  const { unknown } = record.counts;
  const lines = [
    planActionText(oppositeOf(readRunDetail(record.detail)), customerCount),
    l10n.t('Only the changes that this run made will be undone.'),
    l10n.t(
      'Undo does not restore the previous time and count of a tag (when, and how often, the tag was attached).',
    ),
  ];
  if (unknown > 0) {
    lines.push(
      l10n.t(
        'The outcome of {0} is unknown. The undo waits until the time limit for requests has passed, and then reads the tags of the customers to find out the outcome.',
        requestCountText(unknown),
      ),
    );
  }
  return lines;
}

/** Counts the customers by their lines, because each customer has one line in the plan. */
function countCustomers(operations: Operations): number {
  const lineNumbers = new Set<number>();
  for (let index = 0; index < operations.count; index++) lineNumbers.add(operations.at(index).line);
  return lineNumbers.size;
}
