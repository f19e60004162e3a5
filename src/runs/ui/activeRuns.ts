import { Emitter } from '../../base/ports.ts';
import type { Operations, PauseReason } from '../../base/operation.ts';
import type { Plan } from '../../base/plan.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { PlanRun } from '../../commands/results.ts';
import type { RunEnd, RunProgress } from '../ports.ts';
import type { Runner } from '../runner.ts';
import type { RunLog } from './runLog.ts';
import type { RunOwner } from './runOwner.ts';

/** Run of a plan, undo, refactor or copy that this window executes. */
export interface ActiveJob {
  readonly record: RunRecord;
  /** Resolves when the run is paused or over. */
  readonly ended: Promise<unknown>;
  /** Pauses the run after the requests that are under way. */
  pause(reason: PauseReason): Promise<unknown>;
}

export class ActiveRuns {
  readonly #runs = new Map<string, ActiveJob>();
  readonly #beginEmitter = new Emitter<ActiveJob>();
  readonly onDidBegin = this.#beginEmitter.event;

  add(run: ActiveJob): void {
    this.#runs.set(run.record.id, run);
    this.#beginEmitter.fire(run);
  }

  remove(id: string): void {
    this.#runs.delete(id);
  }

  get(id: string): ActiveJob | undefined {
    return this.#runs.get(id);
  }

  /** Returns the run with this ID; `undefined` if it is not in progress here, or has no plan (a refactor or a copy). */
  planRun(id: string): ActiveRun | undefined {
    const run = this.#runs.get(id);
    return run instanceof ActiveRun ? run : undefined;
  }

  all(): readonly ActiveJob[] {
    return [...this.#runs.values()];
  }

  hasRunOf(bot: string): boolean {
    return this.all().some(({ record }) => record.bot === bot);
  }

  async pauseBot(bot: string, reason: PauseReason): Promise<void> {
    const runsOfBot = this.all().filter(({ record }) => record.bot === bot);
    await Promise.allSettled(runsOfBot.map((run) => run.pause(reason)));
  }

  /** Pauses all runs because the window closes, and waits until they have paused. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.all().map((run) => run.pause('closed')));
  }
}

interface JobNeeds {
  readonly activeRuns: ActiveRuns;
  readonly owner: RunOwner;
  readonly record: RunRecord;
  /** Pauses the run when aborted. */
  readonly signal: AbortSignal;
}

interface PreparedJob<T> {
  readonly run: Pick<Runner, 'pause'>;
  /** Starts the run. Resolves when the run is paused or over, and its end is recorded. */
  readonly runToEnd: () => Promise<T>;
}

/** Runs a refactor or a copy in this window until it pauses or ends. Releases its record after an error. */
export async function runJob<T>(
  { activeRuns, owner, record, signal }: JobNeeds,
  prepare: () => Promise<PreparedJob<T>>,
): Promise<T> {
  try {
    const { run, runToEnd } = await prepare();
    const onAbort = (): void => run.pause('person');
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    const ended = runToEnd().finally(() => {
      signal.removeEventListener('abort', onAbort);
      activeRuns.remove(record.id);
    });
    const pause = (reason: PauseReason): Promise<unknown> => {
      run.pause(reason);
      return ended;
    };
    activeRuns.add({ record, ended, pause });
    return await ended;
  } catch (error) {
    await owner.release(record).catch(() => undefined);
    throw error;
  }
}

interface PlanRunParts {
  readonly plan: Plan;
  readonly operations: Operations;
  readonly log: RunLog;
  readonly runner: Runner;
}

/** Run of a plan in this window, until it pauses or ends. */
export class ActiveRun implements ActiveJob {
  readonly plan: Plan;
  readonly operations: Operations;
  readonly log: RunLog;
  readonly #runner: Runner;
  readonly #progressEmitter = new Emitter<RunProgress>();
  readonly onDidProgress = this.#progressEmitter.event;
  /** Resolves with the end of the run or the reason of its pause. Rejects only on program errors. */
  readonly ended: Promise<RunEnd>;

  /** @param finish called once, when the run pauses or ends; records the end, and returns what `ended` resolves with */
  constructor(
    { plan, operations, log, runner }: PlanRunParts,
    finish: (run: ActiveRun, end: RunEnd) => Promise<RunEnd>,
  ) {
    this.plan = plan;
    this.operations = operations;
    this.log = log;
    this.#runner = runner;
    this.ended = this.#run().then((end) => finish(this, end));
    // Prevents an unhandled rejection. Callers that await `ended` still get the error.
    this.ended.catch(() => undefined);
  }

  get record(): RunRecord {
    return this.log.record;
  }

  pause(reason: PauseReason): Promise<RunEnd> {
    this.#runner.pause(reason);
    return this.ended;
  }

  async #run(): Promise<RunEnd> {
    // Lets the caller attach listeners before the first event.
    await Promise.resolve();
    return this.#runner.run((progress) => this.#progressEmitter.fire(progress));
  }
}

export async function waitForEnd(run: ActiveRun): Promise<PlanRun> {
  await run.ended;
  return summaryOf(run.record);
}

export function summaryOf({ id, state, reason, counts }: RunRecord): PlanRun {
  // A run whose last state could not be saved is paused, too.
  return state === 'running'
    ? { run: id, state: 'paused', reason: reason ?? 'journal', counts }
    : { run: id, state, reason, counts };
}
