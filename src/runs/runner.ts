import { Cancelled } from '../base/errors.ts';
import type { PauseReason, RunCounts } from '../base/operation.ts';
import type { Clock } from '../base/ports.ts';
import { DueChecks, Outcomes } from './outcomes.ts';
import { Groups } from './groups.ts';
import { Ledger, WaitingOperations } from './ledger.ts';
import { Pace } from './pace.ts';
import type { RunEnd, RunPorts, RunProgress, RunStart } from './ports.ts';
import { Requests } from './requests.ts';

const MIN_INTERVAL_MS = 200;
const RATE_WINDOW_MS = 5_000;

interface Sample {
  readonly time: number;
  readonly completed: number;
}

/** Reports the progress of a run, at most five times a second, and immediately when the service requests a wait. */
class Progress {
  readonly #clock: Clock;
  readonly #listener: (progress: RunProgress) => void;
  readonly #samples: Sample[] = [];
  #isWaiting = false;

  constructor(clock: Clock, listener: (progress: RunProgress) => void) {
    this.#clock = clock;
    this.#listener = listener;
  }

  isDue(waitingMs: number): boolean {
    if (waitingMs > 0 !== this.#isWaiting) return true;
    const last = this.#samples.at(-1);
    if (last === undefined) return true;
    const elapsedMs = this.#clock.now() - last.time;
    return elapsedMs >= MIN_INTERVAL_MS || elapsedMs < 0;
  }

  report(counts: RunCounts, waitingMs: number): void {
    this.#isWaiting = waitingMs > 0;
    const time = this.#clock.now();
    const completed = counts.total - counts.waiting;
    this.#samples.push({ time, completed });
    while (this.#samples.length > 2 && time - (this.#samples[0]?.time ?? 0) > RATE_WINDOW_MS) {
      this.#samples.shift();
    }
    this.#listener({ counts, rate: this.#rate({ time, completed }), waitingMs });
  }

  #rate({ time, completed }: Sample): number {
    const first = this.#samples[0];
    if (first === undefined || time <= first.time) return 0;
    return Math.max(0, (completed - first.completed) * 1_000) / (time - first.time);
  }
}

/** Maximum sleep, in ms. The clock may be changed, and the remaining wait has to be shown as it decreases. */
const MAX_SLEEP_MS = 1_000;

/** Wakes the run when there may be something to do. It may wake the run too early, so the run has to set it again. */
class Alarm {
  readonly #ports: Pick<RunPorts, 'clock' | 'sleep'>;
  readonly #wake: () => void;
  #wakeTime = Number.POSITIVE_INFINITY;
  #sleep: AbortController | undefined;

  constructor(ports: Pick<RunPorts, 'clock' | 'sleep'>, wake: () => void) {
    this.#ports = ports;
    this.#wake = wake;
  }

  /** Sets the alarm to a time in ms since 1970, unless it is already set to an earlier time. */
  set(time: number): void {
    const now = this.#ports.clock.now();
    const wakeTime = Math.min(time, now + MAX_SLEEP_MS);
    if (wakeTime >= this.#wakeTime) return;
    this.clear();
    const sleep = new AbortController();
    this.#sleep = sleep;
    this.#wakeTime = wakeTime;
    const wake = (): void => {
      if (this.#sleep !== sleep) return;
      this.#reset();
      this.#wake();
    };
    this.#ports.sleep(Math.max(0, wakeTime - now), sleep.signal).then(wake, wake);
  }

  clear(): void {
    const sleep = this.#sleep;
    this.#reset();
    sleep?.abort();
  }

  #reset(): void {
    this.#sleep = undefined;
    this.#wakeTime = Number.POSITIVE_INFINITY;
  }
}

interface Pause {
  readonly reason: PauseReason;
  readonly error: unknown;
}

/**
 * Decides after each event what to send next, until the run pauses or ends. An operation is sent a second time only if
 * the first request was refused with 429 or never left, or if the service reported, after the time limit of the request,
 * that the operation has no effect.
 */
export class Runner {
  readonly #ports: RunPorts;
  readonly #mustReadFirst: (index: number) => boolean;
  /** Whether only unknown outcomes are checked, and nothing is sent. */
  readonly #onlyCheck: boolean;
  readonly #ledger: Ledger;
  readonly #waitingOperations: WaitingOperations;
  readonly #pace: Pace;
  /** Sent operations whose outcome is unknown. They are checked when they are due. */
  readonly #dueChecks = new DueChecks();
  readonly #groups: Groups;
  readonly #alarm: Alarm;
  readonly #halt = new AbortController();
  readonly #ended = Promise.withResolvers<RunEnd>();
  readonly #requests: Requests;
  /** Operations whose current state is read from the service before they begin. */
  readonly #toReadFirst: number[] = [];
  /** Earliest time for these reads, in ms. 0 if they need not wait. */
  readonly #readFirstFrom: number;
  #progress: Progress | undefined;
  #isOver = false;
  #pause: Pause | undefined;

  constructor(ports: RunPorts, start: RunStart) {
    const { operations, states, checkFirst, onlyCheck = false, unsaved = [] } = start;
    this.#ports = ports;
    this.#mustReadFirst = typeof checkFirst === 'function' ? checkFirst : () => checkFirst;
    this.#onlyCheck = onlyCheck;
    this.#readFirstFrom =
      start.waitsBeforeFirstReads === true ? ports.clock.now() + ports.timeLimitMs() : 0;
    const ledger = new Ledger(operations.count, states);
    for (const { index, state, detail } of unsaved) ledger.setOutcome(index, state, detail);
    this.#ledger = ledger;
    // With a limit of 0 customers, nothing is sent.
    this.#waitingOperations = new WaitingOperations(
      operations,
      ledger,
      onlyCheck ? 0 : start.pauseAfterUsers,
    );
    this.#pace = new Pace(ports.clock, ports.concurrency);
    this.#alarm = new Alarm(ports, () => this.#pump());
    this.#groups = new Groups({
      ports,
      ledger,
      takeNext: () => this.#nextToSend(),
      isFree: (index) => this.#requests.isFree(index),
      isExhausted: () => this.#waitingOperations.isEmpty && !this.#isReadingFirst(),
      onCommit: () => this.#pump(),
      onFailure: (error) => this.#stop('journal', error),
    });
    const outcomes = new Outcomes({
      ports,
      ledger,
      pace: this.#pace,
      checks: this.#dueChecks,
      halt: this.#halt.signal,
      sendAgain: (index) => {
        if (!onlyCheck) this.#groups.add(index);
      },
      pause: (reason, error) => this.#stop(reason, error),
    });
    this.#requests = new Requests({
      ports,
      operations,
      outcomes,
      pace: this.#pace,
      halt: this.#halt.signal,
      onReadAgain: (index) => this.#toReadFirst.push(index),
      onCheckAgain: (index) => this.#dueChecks.add(index, ports.clock.now()),
      onNotApplied: (index) => this.#groups.add(index),
      onEnd: () => this.#pump(),
      onFault: (error) => this.#failRun(error),
    });
  }

  /**
   * Call only once. Pauses (`failing`) if a request throws an error other than `ServiceError`. Rejects only on errors
   * in the code of the run.
   */
  async run(onProgress: (progress: RunProgress) => void): Promise<RunEnd> {
    this.#progress = new Progress(this.#ports.clock, onProgress);
    const due = this.#ports.clock.now() + this.#ports.timeLimitMs();
    for (const index of this.#ledger.unknownIndexes()) this.#dueChecks.add(index, due);
    this.#pump();
    return await this.#ended.promise;
  }

  /** Pauses after the changes that are under way. Aborted checks are repeated on resume. The first reason is kept. */
  pause(reason: PauseReason): void {
    this.#stop(reason, undefined);
    this.#pump();
  }

  /** Pauses the run, unless it is already paused or over. Requests that are under way continue. */
  #stop(reason: PauseReason, error: unknown): void {
    if (this.#pause !== undefined || this.#isOver) return;
    this.#pause = { reason, error };
    this.#alarm.clear();
    this.#halt.abort(new Cancelled('the run pauses'));
  }

  /** Sends what can be sent and finishes the run if nothing is left. Called after every event that may create work. */
  #pump(): void {
    if (this.#isOver || this.#progress === undefined) return;
    try {
      if (this.#pause === undefined) this.#send();
      if (this.#progress.isDue(this.#pace.waitingMs)) this.#reportProgress(this.#progress);
      if (this.#isComplete())
        void this.#finish(this.#progress).catch((error: unknown) => this.#failRun(error));
    } catch (error) {
      this.#failRun(error);
    }
  }

  #isComplete(): boolean {
    if (this.#requests.underWayCount > 0 || this.#groups.isCommitting) return false;
    if (this.#pause !== undefined) return true;
    return this.#groups.isIdle && this.#dueChecks.isEmpty && this.#hasNothingWaiting();
  }

  #hasNothingWaiting(): boolean {
    return this.#toReadFirst.length === 0 && this.#waitingOperations.isEmpty;
  }

  #send(): void {
    this.#groups.advance(this.#requests.underWayCount === 0);
    const now = this.#ports.clock.now();
    const { heldUntil } = this.#pace;
    if (heldUntil > now) return this.#alarm.set(heldUntil);
    while (this.#requests.underWayCount < this.#pace.limit && this.#sendNext(now)) {
      // Each call starts a request.
    }
    this.#groups.advance(this.#requests.underWayCount === 0);
    if (this.#requests.underWayCount >= this.#pace.limit) return;
    if (!this.#dueChecks.isEmpty) this.#alarm.set(this.#dueChecks.firstDueTime);
    if (this.#toReadFirst.length > 0 && this.#readFirstFrom > now)
      this.#alarm.set(this.#readFirstFrom);
  }

  /** Starts the next request. Returns `false` if there is none. */
  #sendNext(now: number): boolean {
    const isCheckDue = this.#dueChecks.firstDueTime <= now;
    // Checks of unknown outcomes use at most half of the requests while operations are ready to be sent.
    if (
      isCheckDue &&
      (this.#requests.checkingCount * 2 < this.#pace.limit || !this.#groups.hasReady)
    ) {
      return this.#requests.check(this.#dueChecks.takeFirst());
    }
    if (this.#groups.hasReady) {
      return this.#requests.perform(this.#groups.takeReady());
    }
    return this.#requests.readFirst(this.#nextToReadFirst(now));
  }

  /** Returns whether reads may soon release more operations for sending. */
  #isReadingFirst(): boolean {
    const mustWait = this.#readFirstFrom > this.#ports.clock.now();
    return this.#requests.readingFirstCount > 0 || (this.#toReadFirst.length > 0 && !mustWait);
  }

  /** Returns the next operation that needs no read first. Earlier operations that need one are queued for it. */
  #nextToSend(): number | undefined {
    while (this.#toReadFirst.length < this.#groups.freeSlots) {
      const index = this.#waitingOperations.take();
      if (index === undefined) return undefined;
      if (!this.#mustReadFirst(index)) return index;
      this.#toReadFirst.push(index);
    }
    return undefined;
  }

  /** Returns the next operation to read. Waits while the queue of operations to send is full. */
  #nextToReadFirst(now: number): number | undefined {
    if (this.#readFirstFrom > now) return undefined;
    return this.#requests.readingFirstCount < this.#groups.freeSlots
      ? this.#toReadFirst.shift()
      : undefined;
  }

  async #finish(progress: Progress): Promise<void> {
    this.#isOver = true;
    this.#alarm.clear();
    for (const index of this.#groups.takeUnsent()) this.#ledger.setOutcome(index, 'waiting');
    const ended = this.#ledger.takePending();
    let unsaved: RunStart['unsaved'];
    try {
      if (ended.length > 0) await this.#ports.step([], ended, this.#ledger.counts());
    } catch (error) {
      this.#pause ??= { reason: 'journal', error };
      unsaved = ended;
    }
    this.#reportProgress(progress);
    this.#ended.resolve(this.#end(unsaved));
  }

  #end(unsaved: RunStart['unsaved']): RunEnd {
    const counts = this.#ledger.counts();
    if (this.#pause !== undefined) return { kind: 'paused', ...this.#pause, counts, unsaved };
    if (counts.waiting === 0 || this.#onlyCheck) return { kind: 'done', counts };
    // The run has reached the number of customers after which the user wanted it to pause.
    return { kind: 'paused', reason: 'person', counts };
  }

  #reportProgress(progress: Progress): void {
    progress.report(this.#ledger.counts(), this.#pace.waitingMs);
  }

  /** Ends the run because of a program error. */
  #failRun(error: unknown): void {
    this.#isOver = true;
    this.#alarm.clear();
    this.#ended.reject(error);
  }
}
