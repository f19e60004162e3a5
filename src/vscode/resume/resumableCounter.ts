import type { KeptSummary } from '../summary/keptSummary.ts';
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

/** Keeps the number of paused and interrupted jobs in the summary, from which every window shows it. */
export class ResumableCounter {
  readonly #needs: Needs;
  #timer: NodeJS.Timeout | undefined;
  #isSettled = false;
  #isStopped = false;

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.resumables.onDidChange(() => this.later());
    if (needs.summary.isOutdated) this.later();
  }

  /** Counts again soon, several changes together. */
  later(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#count(), COUNT_AFTER);
  }

  /** Leaves the count of what is paused now to the next window. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #count(): Promise<void> {
    const { resumables, summary, settle, onError } = this.#needs;
    this.#timer = undefined;
    try {
      // Once is enough: a window that is killed later is noticed by the next one.
      if (!this.#isSettled) await settle();
      this.#isSettled = true;
      const { list, isAnyRunning } = await resumables.look();
      const resumable = { run: 0, export: 0, scan: 0 };
      for (const { kind, hasBot } of list) {
        if (hasBot) resumable[kind === 'refactor' ? 'run' : kind] += 1;
      }
      if (!this.#isStopped) summary.set({ resumable, isOutdated: isAnyRunning });
    } catch (error) {
      if (!this.#isStopped) onError(error);
    }
  }
}
