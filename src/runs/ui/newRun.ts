import { createHash } from 'node:crypto';
import { countToCreate } from '../copyRun.ts';
import { type CopyState, writeCopy } from '../copyItems.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { writeRunDetail } from '../journalEntries.ts';
import type { Bot } from '../../base/model.ts';
import { planTotals } from '../../plans/planTotals.ts';
import type { RunRequest } from '../../plans/ui/planRuns.ts';
import { writeRefactor, type RefactorState } from '../refactorState.ts';

export function newRun({ bot, plan, uri, hash }: RunRequest, now: number): RunRecord {
  const { users, operations } = planTotals(plan);
  const { action, tags, checkFirst } = plan;
  const detail = writeRunDetail({ tags, users, checkFirst, action });
  const subject = { bot: bot.key, botLabel: bot.label, plan: uri, hash, detail, undoes: null };
  return startedRun({ ...subject, kind: action }, operations, now);
}

export function newRefactor(bot: Bot, state: RefactorState, now: number): RunRecord {
  const subject = subjectWithoutPlan(bot, state.old.map(({ id }) => id).join('\n'));
  const subjectAndDetail = { ...subject, kind: state.kind, detail: writeRefactor(state) };
  // The number of requests is unknown until the customers with the old tags are found.
  return startedRun(subjectAndDetail, 0, now);
}

export function newCopy(to: Bot, state: CopyState, now: number): RunRecord {
  const detail = writeCopy(state);
  const subject = subjectWithoutPlan(to, detail);
  return startedRun({ ...subject, kind: 'copy', detail }, countToCreate(state.items), now);
}

/** @param purpose text to hash: `beginRun` refuses a second active run with the same hash, also in another window */
function subjectWithoutPlan(bot: Bot, purpose: string) {
  const hash = createHash('sha256').update(purpose).digest('hex');
  return { bot: bot.key, botLabel: bot.label, plan: '', hash, undoes: null };
}

/** @param total number of requests of the undo */
export function newUndo(record: RunRecord, total: number, now: number): RunRecord {
  const { bot, botLabel, plan, hash, detail, id } = record;
  return startedRun({ bot, botLabel, kind: 'undo', plan, hash, detail, undoes: id }, total, now);
}

type RunSubject = Pick<
  RunRecord,
  'bot' | 'botLabel' | 'kind' | 'plan' | 'hash' | 'detail' | 'undoes'
>;

/** Adds the initial state of a run. The run has no owner yet. */
function startedRun(subject: RunSubject, total: number, now: number): RunRecord {
  return {
    ...subject,
    id: crypto.randomUUID(),
    state: 'running',
    reason: null,
    counts: { total, done: 0, failed: 0, unknown: 0, skipped: 0, waiting: total },
    started: now,
    updated: now,
    owner: null,
  };
}
