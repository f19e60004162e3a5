import { RunTaken, type RunRecord } from '../../catalogue/journal.ts';
import type { Clock } from '../../base/ports.ts';
import type { Ended, RunCounts } from '../../base/operation.ts';
import type { RunOwner } from './runOwner.ts';

/** Writes down in the Journal how far a run of this window is. */
export class JobLog {
  readonly #owner: RunOwner;
  readonly #clock: Clock;
  record: RunRecord;

  constructor(owner: RunOwner, clock: Clock, record: RunRecord) {
    this.#owner = owner;
    this.#clock = clock;
    this.record = record;
  }

  /** See `JournalStore.step`. */
  async step(begun: readonly number[], ended: readonly Ended[], counts: RunCounts): Promise<void> {
    await this.#save({ ...this.record, counts }, begun, ended);
  }

  /** Changes the detail of the run, too. Throws `RunTaken`. */
  async saveDetail(detail: string, counts: RunCounts): Promise<void> {
    const record = { ...this.record, detail, counts, updated: this.#clock.now() };
    await this.#owner.write((journal) => {
      if (journal.run(record.id)?.owner !== record.owner) throw new RunTaken();
      journal.saveRun(record);
    });
    this.record = record;
  }

  /** The run is paused or over, and any window may continue it. */
  async end(outcome: Pick<RunRecord, 'state' | 'reason'>, counts?: RunCounts): Promise<void> {
    const { record } = this;
    try {
      await this.#save({ ...record, ...outcome, counts: counts ?? record.counts }, [], []);
    } finally {
      await this.#owner.release(this.record);
    }
  }

  async #save(run: RunRecord, begun: readonly number[], ended: readonly Ended[]): Promise<void> {
    const record = { ...run, updated: this.#clock.now() };
    await this.#owner.write((journal) => journal.step(record, begun, ended));
    this.record = record;
  }
}
