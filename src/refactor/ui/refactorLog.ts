import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import type { Clock } from '../../base/ports.ts';
import type { RefactorEnd } from '../../runs/refactorPorts.ts';
import { writeRefactor, type RefactorState } from '../../runs/refactorState.ts';
import type { Ended, RunCounts } from '../../base/operation.ts';
import { JobLog } from '../../runs/ui/jobLog.ts';
import type { RunOwner } from '../../runs/ui/runOwner.ts';

/** Writes down in the Journal how far a refactor of this window is. */
export class RefactorLog extends JobLog {
  /** Each rescan assigns new numbers. */
  readonly #base: number;

  constructor(owner: RunOwner, clock: Clock, record: RunRecord, journal: JournalStore) {
    super(owner, clock, record);
    let last = -1;
    for (const index of journal.operations(record.id).keys()) last = Math.max(last, index);
    this.#base = last + 1;
  }

  override step(begun: readonly number[], ended: readonly Ended[], counts: RunCounts) {
    return super.step(
      begun.map((index) => index + this.#base),
      ended.map((one) => ({ ...one, index: one.index + this.#base })),
      counts,
    );
  }

  save(state: RefactorState, counts: RunCounts): Promise<void> {
    return this.saveDetail(writeRefactor(state), counts);
  }

  async finish(end: RefactorEnd): Promise<RunRecord> {
    await this.end(outcomeOf(end));
    return this.record;
  }
}

function outcomeOf(end: RefactorEnd): Pick<RunRecord, 'state' | 'reason'> {
  if (end.kind === 'paused') return { state: 'paused', reason: end.reason };
  if (end.kind === 'done') return { state: 'done', reason: null };
  if (end.kind === 'declined') return { state: 'cancelled', reason: null };
  // What is left is tried again when the refactor is resumed.
  return end.left === 0
    ? { state: 'cancelled', reason: null }
    : { state: 'paused', reason: 'failing' };
}
