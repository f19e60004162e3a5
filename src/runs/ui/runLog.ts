import type { EndedOperation, RunCounts } from '../../base/operation.ts';
import type { Clock } from '../../base/ports.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { RunTaken } from '../../base/errors.ts';
import type { RunEnd, RunJournal } from '../ports.ts';
import type { RunOwner } from './runOwner.ts';

/** Records the progress of a run of this window in the Journal. */
export class JobLog implements RunJournal {
  readonly #owner: RunOwner;
  readonly #clock: Clock;
  record: RunRecord;

  constructor(owner: RunOwner, clock: Clock, record: RunRecord) {
    this.#owner = owner;
    this.#clock = clock;
    this.record = record;
  }

  async step(
    begun: readonly number[],
    ended: readonly EndedOperation[],
    counts: RunCounts,
  ): Promise<void> {
    await this.#save({ ...this.record, counts }, begun, ended);
  }

  /** @throws {RunTaken} if another window has taken over the run */
  async saveDetail(detail: string, counts: RunCounts): Promise<void> {
    const record = { ...this.record, detail, counts, updated: this.#clock.now() };
    await this.#owner.write((journal) => {
      if (journal.run(record.id)?.owner !== record.owner) throw new RunTaken();
      journal.saveRun(record);
    });
    this.record = record;
  }

  /** Records the end or pause of the run and releases it, so that any window can resume it. */
  async end(outcome: Pick<RunRecord, 'state' | 'reason'>, counts?: RunCounts): Promise<void> {
    const { record } = this;
    try {
      await this.#save({ ...record, ...outcome, counts: counts ?? record.counts }, [], []);
    } finally {
      await this.#owner.release(this.record);
    }
  }

  async #save(
    run: RunRecord,
    begun: readonly number[],
    ended: readonly EndedOperation[],
  ): Promise<void> {
    const record = { ...run, updated: this.#clock.now() };
    await this.#owner.write((journal) => journal.step(record, begun, ended));
    this.record = record;
  }
}

/** Records the run of a plan, or its undo. */
export class RunLog extends JobLog {
  /** Indexes of the operations that this window has completed. */
  readonly completedIndexes: number[] = [];

  override async step(
    begun: readonly number[],
    ended: readonly EndedOperation[],
    counts: RunCounts,
  ): Promise<void> {
    await super.step(begun, ended, counts);
    for (const { index, state } of ended) if (state === 'done') this.completedIndexes.push(index);
  }

  /** A run that ended before all operations were tried is recorded as paused. */
  async finish({ kind, counts, ...end }: RunEnd): Promise<void> {
    const isDone = kind === 'done' && counts.waiting === 0;
    const reason = 'reason' in end ? end.reason : isDone ? null : 'person';
    await this.end({ state: isDone ? 'done' : 'paused', reason }, counts);
  }
}
