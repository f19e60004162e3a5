import * as vscode from 'vscode';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { Cancelled } from '../../core/errors.ts';
import type { RunRecord } from '../../core/journal/journal.ts';
import { endpointOf, readRunDetail } from '../../core/journal/runDetail.ts';
import type { Bot } from '../../core/model.ts';
import type { Operations } from '../../core/runs/operation.ts';
import { typeToAgree } from '../input/typeToAgree.ts';
import { botLines, needsNumber, requireUnlocked } from '../input/writeGuard.ts';
import { numberText } from '../kit/numberText.ts';
import { ask } from '../kit/window.ts';
import { oppositeOf, whatText } from '../plans/planWords.ts';
import { runName } from './runTexts.ts';

/** What taking back a run means. */
export interface ToUndo {
  readonly bot: Bot;
  readonly record: RunRecord;
  /** Of a run of a plan. */
  readonly operations?: Operations;
  /** What the undo does, of a run without operations. */
  readonly lines?: readonly string[];
}

/** Says what it does and what cannot be restored; see `needsNumber`. Throws `Cancelled`. */
export async function confirmUndo(
  catalogue: Catalogue,
  { bot, record, operations, lines = [] }: ToUndo,
): Promise<void> {
  const { l10n } = vscode;
  const ids = readRunDetail(record.detail).tags.map(({ id }) => id);
  requireUnlocked(catalogue, bot, endpointOf({ ...record, kind: 'undo' }), ids);
  const users = operations === undefined ? 0 : usersIn(operations);
  const message = l10n.t('Undo: {0}?', runName(record));
  const said = operations === undefined ? lines : linesOf(record, users);
  const detail = [...said, '', ...botLines(bot)];
  if (operations === undefined || !needsNumber(catalogue, bot, users)) {
    const yes = l10n.t('Undo');
    if ((await ask({ message, detail }, yes)) !== yes) throw new Cancelled();
    return;
  }
  const wanted = String(users);
  const placeholder = l10n.t('Type the number of customers: {0}', wanted);
  await typeToAgree({ title: message, about: detail, placeholder, wanted });
}

function linesOf(record: RunRecord, users: number): readonly string[] {
  const { l10n } = vscode;
  const { unknown } = record.counts;
  const lines = [
    whatText(oppositeOf(readRunDetail(record.detail)), users),
    l10n.t('Only what this run changed is undone.'),
    l10n.t('Times and counts of the tag are lost.'),
  ];
  if (unknown > 0) {
    lines.push(
      l10n.t(
        'It is not known whether {0} were carried out: the service is asked first, once their time limit is over.',
        numberText(unknown),
      ),
    );
  }
  return lines;
}

/** Each stands in a line of the plan. */
function usersIn(operations: Operations): number {
  const lines = new Set<number>();
  for (let index = 0; index < operations.count; index++) lines.add(operations.at(index).line);
  return lines.size;
}
