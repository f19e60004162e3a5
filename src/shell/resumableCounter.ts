import type { StoredSummary } from '../catalogue/ui/keptSummary.ts';
import type { ErrorDisplay } from '../errors/ui/errorDisplay.ts';
import type { RunJobs } from '../runs/ui/runJobs.ts';
import type { Resumables } from './resumables.ts';

interface Needs {
  readonly resumables: Pick<Resumables, 'listWithState' | 'onDidChange'>;
  readonly summary: Pick<StoredSummary, 'isOutdated' | 'set'>;
  readonly runs: Pick<RunJobs, 'pauseAbandoned'>;
  readonly errors: ErrorDisplay;
}

/** Debounce time of changes, in ms. */
const DEBOUNCE_MS = 500;
/** Time between two counts while a job is running, in ms. Its window may be killed, which no event reports. */
const RECOUNT_INTERVAL_MS = 60_000;

/** Saves the number of paused and interrupted jobs in the summary, from which every window shows it. */
export class ResumableCounter {
  readonly #services: Needs;
  #timer: NodeJS.Timeout | undefined;
  #isCountScheduled = false;
  #hasPausedAbandonedRuns = false;
  #isStopped = false;

  constructor(services: Needs) {
    this.#services = services;
    services.resumables.onDidChange(() => this.scheduleCount());
    if (services.summary.isOutdated) this.scheduleCount();
  }

  /** Schedules a count. Several changes are counted together. */
  scheduleCount(): void {
    if (this.#isCountScheduled || this.#isStopped) return;
    this.#isCountScheduled = true;
    this.#countAfter(DEBOUNCE_MS);
  }

  #countAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#count(), ms);
  }

  /** Stops counting. The next window counts the jobs that are paused now. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #count(): Promise<void> {
    const { resumables, summary, runs, errors } = this.#services;
    this.#isCountScheduled = false;
    try {
      // Only once: a run that this window has just begun must not be treated as abandoned.
      if (!this.#hasPausedAbandonedRuns) await runs.pauseAbandoned();
      this.#hasPausedAbandonedRuns = true;
      const { list, isAnyRunning } = await resumables.listWithState();
      const resumable = { run: 0, export: 0, scan: 0 };
      for (const { kind, hasBot } of list) {
        if (hasBot) resumable[kind] += 1;
      }
      if (this.#isStopped) return;
      summary.set({ resumable, isOutdated: isAnyRunning });
      if (isAnyRunning && !this.#isCountScheduled) this.#countAfter(RECOUNT_INTERVAL_MS);
    } catch (error) {
      if (!this.#isStopped) void errors.show(error, undefined);
    }
  }
}
