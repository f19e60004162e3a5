import type { Ended, OperationState, RunCounts } from '../../base/operation.ts';
import type { Clock } from '../../base/ports.ts';
import { type RunRecord, RunTaken } from '../../catalogue/journal.ts';
import type { RunEnd } from '../ports.ts';
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

/** What became of an operation, and in whose words when it failed. */
export interface Outcome {
  readonly state: OperationState;
  readonly words: string | null;
}

/** By index; an operation that is not in it is waiting. */
export type Outcomes = ReadonlyMap<number, Outcome>;

/** One for all that need no words: there may be a hundred thousand. */
const WORDLESS = {
  waiting: { state: 'waiting', words: null },
  sending: { state: 'sending', words: null },
  done: { state: 'done', words: null },
  failed: { state: 'failed', words: null },
  unknown: { state: 'unknown', words: null },
  skipped: { state: 'skipped', words: null },
} as const satisfies Record<OperationState, Outcome>;

/** What is written down of a run that this window runs, in the Journal and in memory. */
export class RunLog extends JobLog {
  readonly #outcomes: Map<number, Outcome>;
  /** Those that this window has carried out. */
  readonly carriedOut: number[] = [];

  constructor(owner: RunOwner, clock: Clock, record: RunRecord, outcomes: Outcomes) {
    super(owner, clock, record);
    this.#outcomes = new Map(outcomes);
  }

  get outcomes(): Outcomes {
    return this.#outcomes;
  }

  override async step(...change: Parameters<JobLog['step']>): Promise<void> {
    await super.step(...change);
    const [begun, ended] = change;
    for (const { index, state, words } of ended) {
      const outcome = words === undefined ? WORDLESS[state] : { state, words };
      this.#outcomes.set(index, outcome);
      if (state === 'done') this.carriedOut.push(index);
    }
    for (const index of begun) this.#outcomes.set(index, WORDLESS.sending);
  }

  /** Of a run that goes on: what failed is to be tried again. */
  async tryFailedAgain(): Promise<void> {
    const failed = [...this.#outcomes].filter(([, { state }]) => state === 'failed');
    const ended = failed.map(([index]) => ({ index, state: 'waiting' }) as const);
    const { counts } = this.record;
    const waiting = counts.waiting + failed.length;
    await this.step([], ended, { ...counts, failed: 0, waiting });
  }

  async finish({ kind, counts, ...end }: RunEnd): Promise<void> {
    const isDone = kind === 'done' && counts.waiting === 0;
    const reason = 'reason' in end ? end.reason : isDone ? null : 'person';
    await this.end({ state: isDone ? 'done' : 'paused', reason }, counts);
  }
}
