import { countToCreate } from '../copyRun.ts';
import { type CopyState, writeCopy } from '../copyItems.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { writeRunDetail } from '../runDetail.ts';
import type { Bot } from '../../base/model.ts';
import type { Plan } from '../../base/plan.ts';
import { planTotals } from '../../plans/planTotals.ts';
import { writeRefactor, type RefactorState } from '../refactorState.ts';

/** A plan that is to be run. */
export interface RunJob {
  readonly bot: Bot;
  readonly plan: Plan;
  /** Of the plan's file. */
  readonly uri: string;
  /** Of the text that was read, as `PlanTexts.hashOf` gives it. */
  readonly hash: string;
  /** It pauses once so many users are through; absent: at its end. */
  readonly users?: number | undefined;
  /** The latest run of this text that the person was told of; `null`: none. Absent: nobody was asked. */
  readonly before?: { readonly id: string; readonly isUnfinished: boolean } | null | undefined;
}

/** How a run goes on. */
export interface GoOn {
  readonly users?: number | undefined;
  /** What failed is tried again. */
  readonly failed?: boolean | undefined;
  /** What is unknown is asked for, and nothing is sent. */
  readonly onlyCheck?: boolean | undefined;
}

/** Returns the record of a run that begins. */
export function newRun({ bot, plan, uri, hash }: RunJob, now: number): RunRecord {
  const { users, operations } = planTotals(plan);
  const { action, tags, checkFirst } = plan;
  const detail = writeRunDetail({ tags, users, checkFirst, action });
  const about = { bot: bot.key, botLabel: bot.label, plan: uri, hash, detail, of: null };
  return begun({ ...about, kind: action }, operations, now);
}

/** Returns the record of a refactor that begins. */
export async function newRefactor(bot: Bot, state: RefactorState, now: number): Promise<RunRecord> {
  // So that two windows cannot begin the same.
  const hash = await sha256(state.old.map(({ id }) => id).join('\n'));
  const about = { bot: bot.key, botLabel: bot.label, plan: '', hash, of: null };
  return begun({ ...about, kind: state.kind, detail: writeRefactor(state) }, 0, now);
}

/** Returns the record of a copy of tags to this bot that begins. */
export async function newCopy(to: Bot, state: CopyState, now: number): Promise<RunRecord> {
  const detail = writeCopy(state);
  // So that two windows cannot begin the same.
  const about = { bot: to.key, botLabel: to.label, plan: '', hash: await sha256(detail), of: null };
  return begun({ ...about, kind: 'copy', detail }, countToCreate(state.items), now);
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}

/** Returns the record of a run that undoes another one. @param total number of its requests */
export function newUndo(record: RunRecord, total: number, now: number): RunRecord {
  const { bot, botLabel, plan, hash, detail, id } = record;
  return begun({ bot, botLabel, kind: 'undo', plan, hash, detail, of: id }, total, now);
}

type About = Pick<RunRecord, 'bot' | 'botLabel' | 'kind' | 'plan' | 'hash' | 'detail' | 'of'>;

function begun(about: About, total: number, now: number): RunRecord {
  return {
    ...about,
    id: crypto.randomUUID(),
    state: 'running',
    reason: null,
    counts: { total, done: 0, failed: 0, unknown: 0, skipped: 0, waiting: total },
    started: now,
    updated: now,
    owner: null,
  };
}
