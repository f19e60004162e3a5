import type { KeptSummary } from '../catalogue/ui/keptSummary.ts';
import type { Resumables } from './resumables.ts';

interface Needs {
  readonly resumables: Pick<Resumables, 'look' | 'onDidChange'>;
  readonly summary: Pick<KeptSummary, 'isOutdated' | 'set'>;
  /** Marks runs as paused whose window was killed. */
  readonly settle: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Time in which changes are counted together, ms. */
const COUNT_AFTER = 500;
/** Time between two counts while a job is running, ms: its window may be killed, which no event reports. */
const COUNT_EVERY = 60_000;

/** Keeps the number of paused and interrupted jobs in the summary, from which every window shows it. */
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

  /** Counts again soon, several changes together. */
  later(): void {
    if (this.#isSoon || this.#isStopped) return;
    this.#isSoon = true;
    this.#countAfter(COUNT_AFTER);
  }

  #countAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#count(), ms);
  }

  /** Leaves the count of what is paused now to the next window. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #count(): Promise<void> {
    const { resumables, summary, settle, onError } = this.#needs;
    this.#isSoon = false;
    try {
      // Once: a run that this window has just begun must not be taken for one that was left.
      if (!this.#isSettled) await settle();
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
      if (!this.#isStopped) onError(error);
    }
  }
}
