import assert from 'node:assert/strict';
import { ServiceError, type Outcome, type ServiceProblem } from '../../../src/base/errors.ts';
import type {
  EndedOperation,
  Operation,
  Operations,
  OperationState,
  PauseReason,
  RunCounts,
} from '../../../src/base/operation.ts';
import type { RunEnd, RunPorts, RunProgress, RunStart } from '../../../src/runs/ports.ts';
import { Runner } from '../../../src/runs/runner.ts';
import { FakeTime } from './fakeTime.ts';

/** Time limit of a request. */
export const LIMIT_MS = 30_000;

/** Scripted end of a request. */
export interface Reply {
  readonly error?: Error;
  /** Whether the service carries the request out, even if the reply is an error. */
  readonly isCarriedOut?: boolean;
  /** Duration in ms. Default: 20. */
  readonly duration?: number;
  /** Delay until a request is carried out, in ms, if that is after its answer. */
  readonly carriedAfter?: number | undefined;
}

export const OK: Reply = { isCarriedOut: true };

/** Creates the error of a tagging. */
export function problem(
  details: ServiceProblem,
  outcome: Outcome = 'refused',
  retryAfterMs?: number,
): ServiceError {
  return Object.assign(new ServiceError('attachTag', details, outcome), { retryAfterMs });
}

/** Creates the error of a tagging that the service refused with this status. */
export function refused(
  httpStatus: number,
  errorMessage = 'no',
  errorCode: number = httpStatus,
): ServiceError {
  return problem({ kind: 'failure', httpStatus, errorMessage, errorCode });
}

export const LOST = problem({ kind: 'lost', detail: 'reset' }, 'unknown');
export const NOT_SENT = problem({ kind: 'connect', detail: 'refused' }, 'not-sent');

/** Returns operations that attach `tagsEach` tags to each of `count` users. */
export function attaches(count: number, tagsEach = 1): Operations {
  return {
    count: count * tagsEach,
    at: (index) => ({
      kind: 'attach',
      tagId: `tag-${index % tagsEach}`,
      user: { rawUid: `user-${Math.floor(index / tagsEach)}`, pageId: 'p', channel: 1 },
      line: Math.floor(index / tagsEach) + 1,
    }),
  };
}

type Script = (index: number, times: number) => Reply;

/** Service and journal in memory that record what was done with them, and a run that uses them. */
export class ScriptedRun {
  readonly time = new FakeTime();
  readonly operations: Operations;
  /** States in the Journal, by index. */
  readonly states = new Map<number, { state: OperationState; detail?: string | undefined }>();
  /** Indexes in the order of sending. */
  readonly sent: number[] = [];
  readonly sentAt = new Map<number, number[]>();
  /** Reads by index, with their time and result. */
  readonly reads: { readonly index: number; readonly time: number; isMissing: boolean }[] = [];
  /** Number of times each operation was carried out. */
  readonly carriedOut = new Map<number, number>();
  readonly steps: {
    begun: readonly number[];
    ended: readonly EndedOperation[];
    counts: RunCounts;
  }[] = [];
  readonly progress: RunProgress[] = [];
  maxConcurrent = 0;
  maxConcurrentOfUser = 0;
  concurrency = 4;
  /** Returns the end of a write request. `times` counts how often it was sent, from 1. */
  reply: Script = () => OK;
  /** Returns the error of a read, or `undefined` if the read returns the true state. */
  onRead: (index: number, times: number) => Error | undefined = () => undefined;
  onStep: (ended: readonly EndedOperation[]) => void | Promise<void> = () => undefined;
  /** Returns whether the service had the change before the run. */
  isThere: (index: number) => boolean = () => false;
  runner: Runner | undefined;
  /** Number of actions until the run is killed. */
  killAfter = Number.POSITIVE_INFINITY;
  readonly #indexes = new Map<string, number>();
  #runningCount = 0;
  readonly #runningLines: number[] = [];
  #processNumber = 0;
  #retriesFailed = false;
  #killed = Promise.withResolvers<'killed'>();

  constructor(operations: Operations) {
    this.operations = operations;
    for (let index = 0; index < operations.count; index++) {
      this.#indexes.set(keyOf(operations.at(index)), index);
    }
  }

  /** Runs like `run`, but may be killed. */
  runOrBeKilled(options: Partial<RunStart> = {}): Promise<RunEnd | 'killed'> {
    this.#processNumber++;
    this.#killed = Promise.withResolvers();
    return this.time.until(Promise.race([this.start(options), this.#killed.promise]));
  }

  start(options: Partial<RunStart> = {}, ports: Partial<RunPorts> = {}): Promise<RunEnd> {
    const { operations, states } = this;
    this.#retriesFailed = options.retryFailed === true;
    this.runner = new Runner(
      { ...this.#ports(), ...ports },
      { operations, states: new Map(states), checkFirst: false, ...options },
    );
    return this.runner.run((progress) => this.progress.push(progress));
  }

  run(options: Partial<RunStart> = {}, ports: Partial<RunPorts> = {}): Promise<RunEnd> {
    return this.time.until(this.start(options, ports));
  }

  state(index: number): OperationState {
    return this.states.get(index)?.state ?? 'waiting';
  }

  /** Returns the number of operations by state in the Journal. */
  tally(): Partial<Record<OperationState, number>> {
    const tally: Partial<Record<OperationState, number>> = {};
    for (let index = 0; index < this.operations.count; index++) {
      const state = this.state(index);
      tally[state] = (tally[state] ?? 0) + 1;
    }
    return tally;
  }

  times(index: number): number {
    return this.sentAt.get(index)?.length ?? 0;
  }

  #ports(): RunPorts {
    const processNumber = this.#processNumber;
    /** A killed process neither continues nor gets results. Its sent requests are carried out. */
    const unlessKilled = async <T>(step: () => Promise<T>): Promise<T> => {
      await this.#assertAlive(processNumber);
      const ended = await step().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      await this.#assertAlive(processNumber);
      if ('error' in ended) throw ended.error;
      return ended.value;
    };
    return {
      perform: (operation) => unlessKilled(() => this.#perform(operation)),
      isApplied: (operation, signal, { isCheck }) => {
        const state = this.state(this.#indexOf(operation));
        // With `retryFailed`, a failed operation is read like a waiting one before it is sent again.
        const isUnsent = state === 'waiting' || (this.#retriesFailed && state === 'failed');
        assert.equal(isCheck, !isUnsent);
        return unlessKilled(() => this.#isApplied(operation, signal));
      },
      journal: {
        step: (begun, ended, counts) => unlessKilled(() => this.#step(begun, ended, counts)),
      },
      concurrency: this.concurrency,
      timeLimitMs: () => LIMIT_MS,
      clock: this.time,
    };
  }

  /** Counts an action, after which the process may be killed. Never returns in a killed process. */
  async #assertAlive(processNumber: number): Promise<void> {
    if (processNumber === this.#processNumber && --this.killAfter <= 0) {
      this.#processNumber++;
      this.#killed.resolve('killed');
    }
    if (processNumber !== this.#processNumber) await new Promise(() => undefined);
  }

  async #perform(operation: Operation): Promise<void> {
    const index = this.#indexOf(operation);
    assert.equal(this.state(index), 'sending', `${index} was sent and not committed`);
    this.sent.push(index);
    const times = [...(this.sentAt.get(index) ?? []), this.time.now()];
    this.sentAt.set(index, times);
    const { error, isCarriedOut, duration = 20, carriedAfter } = this.reply(index, times.length);
    const carryOut = (): void =>
      void this.carriedOut.set(index, (this.carriedOut.get(index) ?? 0) + 1);
    if (carriedAfter !== undefined) void this.#later(carriedAfter, carryOut);
    this.maxConcurrent = Math.max(this.maxConcurrent, ++this.#runningCount);
    this.#runningLines.push(operation.line);
    const ofSameLine = this.#runningLines.filter((line) => line === operation.line).length;
    this.maxConcurrentOfUser = Math.max(this.maxConcurrentOfUser, ofSameLine);
    await this.#later(duration);
    this.#runningLines.splice(this.#runningLines.indexOf(operation.line), 1);
    this.#runningCount--;
    if (isCarriedOut === true && carriedAfter === undefined) carryOut();
    if (error !== undefined) throw error;
  }

  async #isApplied(operation: Operation, signal: AbortSignal): Promise<boolean> {
    const index = this.#indexOf(operation);
    const read = { index, time: this.time.now(), isMissing: false };
    this.reads.push(read);
    const times = this.reads.filter((read) => read.index === index).length;
    this.maxConcurrent = Math.max(this.maxConcurrent, ++this.#runningCount);
    try {
      await this.time.sleep(20, signal);
    } finally {
      this.#runningCount--;
    }
    const error = this.onRead(index, times);
    if (error !== undefined) throw error;
    const isApplied = this.isThere(index) || (this.carriedOut.get(index) ?? 0) > 0;
    if (!isApplied) read.isMissing = true;
    return isApplied;
  }

  async #step(
    begun: readonly number[],
    ended: readonly EndedOperation[],
    counts: RunCounts,
  ): Promise<void> {
    await this.onStep(ended);
    assert.ok(!begun.some((index) => ended.some((end) => end.index === index)));
    this.steps.push({ begun, ended, counts });
    for (const { index, state, detail } of ended) this.states.set(index, { state, detail });
    for (const index of begun) this.states.set(index, { state: 'sending' });
  }

  async #later(ms: number, then?: () => void): Promise<void> {
    await this.time.sleep(ms, new AbortController().signal);
    then?.();
  }

  #indexOf(operation: Operation): number {
    const index = this.#indexes.get(keyOf(operation));
    assert.ok(index !== undefined);
    return index;
  }
}

function keyOf(operation: Operation): string {
  return operation.kind === 'delete' ? operation.itemId : `${operation.line} ${operation.tagId}`;
}

export function reasonOf(end: RunEnd): PauseReason | 'done' {
  return end.kind === 'done' ? 'done' : end.reason;
}
