import { Emitter } from '../../base/emitter.ts';
import { Cancelled } from '../../base/errors.ts';

/** The scans of this window that are under way, by the key of their bot: at most one each. */
export class RunningScans {
  readonly #running = new Map<string, AbortController>();
  readonly #ended = new Set<Promise<unknown>>();
  readonly #changed = new Emitter<string>();
  /** One of this bot has begun or ended. */
  readonly onDidChange = this.#changed.event;

  has(bot: string): boolean {
    return this.#running.has(bot);
  }

  /** As its own Cancel does it: what was read is kept, and it can be resumed. */
  cancel(bot: string): void {
    this.#running.get(bot)?.abort(new Cancelled());
  }

  /** Pauses all of them, so that they can be resumed: the window closes. */
  async stop(): Promise<void> {
    for (const bot of this.#running.keys()) this.cancel(bot);
    await Promise.allSettled(this.#ended);
  }

  async during<T>(bot: string, controller: AbortController, scan: () => Promise<T>): Promise<T> {
    this.#running.set(bot, controller);
    this.#changed.fire(bot);
    const ended = scan();
    this.#ended.add(ended);
    try {
      return await ended;
    } finally {
      this.#ended.delete(ended);
      this.#running.delete(bot);
      this.#changed.fire(bot);
    }
  }
}
