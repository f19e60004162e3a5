import type { RunRecord } from '../../core/journal/journal.ts';
import type { Clock } from '../../core/ports.ts';
import type { Ended, OperationState, RunCounts } from '../../core/runs/operation.ts';
import type { RunEnd } from '../../core/runs/ports.ts';
import type { RunOwner } from './runOwner.ts';

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

/** What is written down of a run that this window runs, in the journal and in memory. */
export class RunLog {
  readonly #owner: RunOwner;
  readonly #clock: Clock;
  readonly #outcomes: Map<number, Outcome>;
  /** Those that this window has carried out. */
  readonly carriedOut: number[] = [];
  record: RunRecord;

  constructor(owner: RunOwner, clock: Clock, record: RunRecord, outcomes: Outcomes) {
    this.#owner = owner;
    this.#clock = clock;
    this.record = record;
    this.#outcomes = new Map(outcomes);
  }

  get outcomes(): Outcomes {
    return this.#outcomes;
  }

  async step(begun: readonly number[], ended: readonly Ended[], counts: RunCounts): Promise<void> {
    await this.#save({ ...this.record, counts }, begun, ended);
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

  /** It stands still, or is over, and is nobody's then. */
  async finish({ kind, counts, ...end }: RunEnd): Promise<void> {
    const isDone = kind === 'done' && counts.waiting === 0;
    const reason = 'reason' in end ? end.reason : isDone ? null : 'person';
    const state = isDone ? 'done' : 'paused';
    try {
      await this.#save({ ...this.record, counts, state, reason }, [], []);
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
