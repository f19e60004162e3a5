import { Emitter } from '../../base/emitter.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { PauseReason } from '../../base/operation.ts';

/** A run of a plan, an undo or a refactor that this window is doing. */
export interface Active {
  readonly record: RunRecord;
  /** Resolves when the run is paused or over. */
  readonly ended: Promise<unknown>;
  /** Lets requests that are under way end first. */
  pause(reason: PauseReason): Promise<unknown>;
}

/** The runs that this window is doing now. */
export class ActiveRuns {
  readonly #runs = new Map<string, Active>();
  readonly #began = new Emitter<Active>();
  readonly onDidBegin = this.#began.event;

  add(run: Active): void {
    this.#runs.set(run.record.id, run);
    this.#began.fire(run);
  }

  remove(id: string): void {
    this.#runs.delete(id);
  }

  get(id: string): Active | undefined {
    return this.#runs.get(id);
  }

  all(): readonly Active[] {
    return [...this.#runs.values()];
  }

  isAbout(bot: string): boolean {
    return this.all().some(({ record }) => record.bot === bot);
  }

  async pauseBot(bot: string, reason: PauseReason): Promise<void> {
    const own = this.all().filter(({ record }) => record.bot === bot);
    await Promise.allSettled(own.map((run) => run.pause(reason)));
  }

  /** Pauses all runs, because the window closes. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.all().map((run) => run.pause('closed')));
  }
}
