import type { PauseReason, RunCounts } from '../base/operation.ts';
import type { Clock, SteadyClock } from '../base/ports.ts';
import { Backlog } from './backlog.ts';
import { DueChecks, Outcomes } from './outcomes.ts';
import { Groups } from './groups.ts';
import { Ledger } from './ledger.ts';
import { Pace } from './pace.ts';
import type { RunEnd, RunPorts, RunProgress, RunStart } from './ports.ts';
import { RunPaused } from './runErrors.ts';
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
    return this.#clock.now() - last.time >= MIN_INTERVAL_MS;
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

/** Maximum sleep, in ms, because the remaining wait has to be shown as it decreases. */
const MAX_SLEEP_MS = 1_000;

/** Wakes the run when there may be something to do. It may wake the run too early, so the run has to set it again. */
class Alarm {
  readonly #clock: SteadyClock;
  readonly #wake: () => void;
  #wakeTime = Number.POSITIVE_INFINITY;
  #sleep = new AbortController();

  constructor(clock: SteadyClock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Sets the alarm to a time in ms since 1970, unless it is already set to an earlier time. */
  set(time: number): void {
    const now = this.#clock.now();
    const wakeTime = Math.min(time, now + MAX_SLEEP_MS);
    if (wakeTime >= this.#wakeTime) return;
    this.clear();
    this.#wakeTime = wakeTime;
    const { signal } = this.#sleep;
    const wake = (): void => {
      if (signal.aborted) return;
      this.#wakeTime = Number.POSITIVE_INFINITY;
      this.#wake();
    };
    this.#clock.sleep(Math.max(0, wakeTime - now), signal).then(wake, wake);
  }

  clear(): void {
    this.#sleep.abort();
    this.#sleep = new AbortController();
    this.#wakeTime = Number.POSITIVE_INFINITY;
  }
}

/**
 * Decides after each event what to send next, until the run pauses or ends. An operation is sent a second time only if
 * the first request was refused with 429 or never left, or if the service reported, after the time limit of the request,
 * that the operation has no effect.
 */
export class Runner {
  readonly #ports: RunPorts;
  /** Whether only unknown outcomes are checked, and nothing is sent. */
  readonly #onlyCheck: boolean;
  readonly #ledger: Ledger;
  readonly #backlog: Backlog;
  readonly #pace: Pace;
  /** Sent operations whose outcome is unknown. They are checked when they are due. */
  readonly #dueChecks = new DueChecks();
  readonly #groups: Groups;
  readonly #alarm: Alarm;
  /** Aborted with a `RunPaused` when the run pauses. */
  readonly #halt = new AbortController();
  readonly #ended = Promise.withResolvers<RunEnd>();
  readonly #requests: Requests;
  #progress: Progress | undefined;
  #isOver = false;

  constructor(ports: RunPorts, start: RunStart) {
    const { operations, states, checkFirst, onlyCheck = false, unsaved = [] } = start;
    this.#ports = ports;
    this.#onlyCheck = onlyCheck;
    const ledger = new Ledger(operations.count, states);
    for (const { index, state, detail } of unsaved) ledger.setOutcome(index, state, detail);
    const retried = start.retryFailed === true ? ledger.indexesOf('failed') : [];
    for (const index of retried) ledger.setOutcome(index, 'waiting');
    this.#ledger = ledger;
    // With a limit of 0 customers, nothing is sent.
    const maxUsers = onlyCheck ? 0 : start.pauseAfterUsers;
    const { clock } = ports;
    const readFrom = start.waitsBeforeFirstReads === true ? clock.now() + ports.timeLimitMs() : 0;
    const backlog = new Backlog({ operations, ledger, checkFirst, maxUsers, readFrom, clock });
    this.#backlog = backlog;
    const pace = new Pace(clock, ports.concurrency);
    this.#pace = pace;
    this.#alarm = new Alarm(clock, () => this.#pump());
    this.#halt.signal.addEventListener('abort', () => this.#alarm.clear());
    const halt = this.#halt;
    const groups = new Groups({ ports, operations, ledger, backlog, halt });
    this.#groups = groups;
    const checks = this.#dueChecks;
    const outcomes = new Outcomes({ ports, ledger, pace, checks, groups, onlyCheck, halt });
    this.#requests = new Requests({
      ports,
      operations,
      outcomes,
      pace,
      backlog,
      groups,
      checks,
      halt: halt.signal,
    });
  }

  /**
   * Call only once. Pauses (`failing`) if a request throws an error other than `ServiceError`. Rejects only on errors
   * in the code of the run.
   */
  async run(onProgress: (progress: RunProgress) => void): Promise<RunEnd> {
    this.#progress = new Progress(this.#ports.clock, onProgress);
    const due = this.#ports.clock.now() + this.#ports.timeLimitMs();
    for (const index of this.#ledger.indexesOf('unknown')) this.#dueChecks.add(index, due);
    this.#pump();
    return await this.#ended.promise;
  }

  /** Pauses after the changes that are under way. Aborted checks are repeated on resume. The first reason is kept. */
  pause(reason: PauseReason): void {
    if (!this.#isOver) this.#halt.abort(new RunPaused(reason));
    this.#pump();
  }

  get #isPaused(): boolean {
    return this.#halt.signal.aborted;
  }

  /** Sends what can be sent and finishes the run if nothing is left. Called after every event that may create work. */
  #pump(): void {
    if (this.#isOver || this.#progress === undefined) return;
    try {
      if (!this.#isPaused) this.#send();
      if (this.#progress.isDue(this.#pace.waitingMs)) this.#reportProgress(this.#progress);
      if (this.#isComplete())
        void this.#finish(this.#progress).catch((error: unknown) => this.#failRun(error));
    } catch (error) {
      this.#failRun(error);
    }
  }

  #isComplete(): boolean {
    if (this.#requests.underWayCount > 0 || this.#groups.isCommitting) return false;
    if (this.#isPaused) return true;
    return this.#groups.isIdle && this.#dueChecks.isEmpty && this.#backlog.isEmpty;
  }

  #send(): void {
    this.#advanceGroups();
    const now = this.#ports.clock.now();
    const { heldUntil: sendsFrom } = this.#pace;
    if (sendsFrom > now) return this.#alarm.set(sendsFrom);
    while (this.#requests.underWayCount < this.#pace.limit) {
      const request = this.#sendNext(now);
      if (request === undefined) break;
      this.#pumpAfter(request);
    }
    this.#advanceGroups();
    if (this.#requests.underWayCount >= this.#pace.limit) return;
    if (!this.#dueChecks.isEmpty) this.#alarm.set(this.#dueChecks.firstDueTime);
    const { heldUntil: readsFrom } = this.#backlog;
    if (readsFrom !== undefined) this.#alarm.set(readsFrom);
  }

  #advanceGroups(): void {
    this.#pumpAfter(this.#groups.advance(this.#requests.underWayCount === 0));
  }

  /** @param work `undefined`: nothing was started */
  #pumpAfter(work: Promise<void> | undefined): void {
    work?.then(
      () => this.#pump(),
      (error: unknown) => this.#failRun(error),
    );
  }

  /** Starts the next request. Returns `undefined` if there is none. */
  #sendNext(now: number): Promise<void> | undefined {
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
    // While the queue of operations to send is full, no read begins.
    return this.#requests.readFirst(this.#backlog.takeToRead(this.#groups.freeSlots));
  }

  async #finish(progress: Progress): Promise<void> {
    this.#isOver = true;
    this.#alarm.clear();
    for (const index of this.#groups.takeUnsent()) this.#ledger.setOutcome(index, 'waiting');
    const ended = this.#ledger.takePending();
    let unsaved: RunStart['unsaved'];
    try {
      if (ended.length > 0) await this.#ports.journal.step([], ended, this.#ledger.counts());
    } catch (error) {
      this.#halt.abort(new RunPaused('journal', error));
      unsaved = ended;
    }
    this.#reportProgress(progress);
    this.#ended.resolve(this.#end(unsaved));
  }

  #end(unsaved: RunStart['unsaved']): RunEnd {
    const counts = this.#ledger.counts();
    if (this.#isPaused) {
      const { reason, cause: error } = RunPaused.of(this.#halt.signal.reason);
      return { kind: 'paused', reason, error, counts, unsaved };
    }
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
