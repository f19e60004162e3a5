import type { KeptSummary } from '../catalogue/ui/keptSummary.ts';
import type { ErrorDisplay } from '../errors/ui/errorDisplay.ts';
import type { RunJobs } from '../runs/ui/runJobs.ts';
import type { Resumables } from './resumables.ts';

interface Needs {
  readonly resumables: Pick<Resumables, 'look' | 'onDidChange'>;
  readonly summary: Pick<KeptSummary, 'isOutdated' | 'set'>;
  readonly runs: Pick<RunJobs, 'pauseAbandoned'>;
  readonly errors: ErrorDisplay;
}

/** Debounce time of changes, in ms. */
const COUNT_AFTER = 500;
/** Time between two counts while a job is running, in ms. Its window may be killed, which no event reports. */
const COUNT_EVERY = 60_000;

/** Saves the number of paused and interrupted jobs in the summary, from which every window shows it. */
export class ResumableCounter {
  readonly #needs: Needs;
  #timer: NodeJS.Timeout | undefined;
  #isSoon = false;
  #isSettled = false;
  #isStopped = false;

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.resumables.onDidChange(() => this.later());
    if (needs.summary.isOutdated) this.later();
  }

  /** Schedules a count. Several changes are counted together. */
  later(): void {
    if (this.#isSoon || this.#isStopped) return;
    this.#isSoon = true;
    this.#countAfter(COUNT_AFTER);
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
    const { resumables, summary, runs, errors } = this.#needs;
    this.#isSoon = false;
    try {
      // Only once: a run that this window has just begun must not be treated as abandoned.
      if (!this.#isSettled) await runs.pauseAbandoned();
      this.#isSettled = true;
      const { list, isAnyRunning } = await resumables.look();
      const resumable = { run: 0, export: 0, scan: 0 };
      for (const { kind, hasBot } of list) {
        if (hasBot) resumable[kind] += 1;
      }
      if (this.#isStopped) return;
      summary.set({ resumable, isOutdated: isAnyRunning });
      if (isAnyRunning && !this.#isSoon) this.#countAfter(COUNT_EVERY);
    } catch (error) {
      if (!this.#isStopped) void errors.show(error, undefined);
    }
  }
}
