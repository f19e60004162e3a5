import { RunTaken, type JournalStore, type RunRecord } from '../../core/journal/journal.ts';
import type { Bot } from '../../core/model.ts';
import type { Clock } from '../../core/ports.ts';
import type { RefactorEnd } from '../../core/refactor/refactorPorts.ts';
import { writeRefactor, type RefactorState } from '../../core/refactor/refactorState.ts';
import type { Ended, RunCounts } from '../../core/runs/operation.ts';
import type { RunOwner } from '../runs/runOwner.ts';

/** What is written down of a refactor before it begins. */
export async function newRefactor(bot: Bot, state: RefactorState, now: number): Promise<RunRecord> {
  const counts = { total: 0, done: 0, failed: 0, unknown: 0, skipped: 0, waiting: 0 };
  return {
    ...{ id: crypto.randomUUID(), bot: bot.key, botLabel: bot.label, kind: state.kind, plan: '' },
    // So that two windows cannot begin the same.
    hash: await sha256(state.old.map(({ id }) => id).join('\n')),
    ...{ detail: writeRefactor(state), of: null, state: 'running', reason: null, counts },
    ...{ started: now, updated: now, owner: null },
  };
}

/** What is written down of a refactor that this window runs. */
export class RefactorLog {
  readonly #owner: RunOwner;
  readonly #clock: Clock;
  /** Who is scanned again gets another number than before. */
  readonly #base: number;
  #record: RunRecord;

  constructor(owner: RunOwner, clock: Clock, record: RunRecord, journal: JournalStore) {
    this.#owner = owner;
    this.#clock = clock;
    this.#record = record;
    let last = -1;
    for (const index of journal.operations(record.id).keys()) last = Math.max(last, index);
    this.#base = last + 1;
  }

  async step(begun: readonly number[], ended: readonly Ended[], counts: RunCounts): Promise<void> {
    const record = { ...this.#record, counts, updated: this.#clock.now() };
    const starting = begun.map((index) => index + this.#base);
    const through = ended.map((one) => ({ ...one, index: one.index + this.#base }));
    await this.#owner.write((journal) => journal.step(record, starting, through));
    this.#record = record;
  }

  async save(state: RefactorState, counts: RunCounts): Promise<void> {
    await this.#save({ ...this.#record, detail: writeRefactor(state), counts });
  }

  /** It stands still, or is over, and is nobody's then. */
  async finish(end: RefactorEnd): Promise<RunRecord> {
    try {
      await this.#save({ ...this.#record, ...outcomeOf(end) });
    } finally {
      await this.#owner.release(this.#record);
    }
    return this.#record;
  }

  async #save(changed: RunRecord): Promise<void> {
    const record = { ...changed, updated: this.#clock.now() };
    await this.#owner.write((journal) => {
      if (journal.run(record.id)?.owner !== record.owner) throw new RunTaken();
      journal.saveRun(record);
    });
    this.#record = record;
  }
}

function outcomeOf(end: RefactorEnd): Pick<RunRecord, 'state' | 'reason'> {
  if (end.kind === 'paused') return { state: 'paused', reason: end.reason };
  if (end.kind === 'done') return { state: 'done', reason: null };
  if (end.kind === 'declined') return { state: 'cancelled', reason: null };
  // What is left is tried again by whoever goes on with it.
  return end.left === 0
    ? { state: 'cancelled', reason: null }
    : { state: 'paused', reason: 'failing' };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}
