import { setImmediate } from 'node:timers/promises';

/** Maximum time in ms that parsing waits for a request that is queued or waits for its token. */
const MAX_WAIT = 5;

/** Waits until a request has been sent, so that work that blocks the process begins after it. */
export class SentSignal {
  readonly #handed = Promise.withResolvers<void>();

  /** Called when the transport has accepted the request. */
  readonly onSent = (): void => this.#handed.resolve();

  /** @param ended promise that settles when there is nothing to wait for anymore */
  async wait(ended: Promise<unknown>): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, MAX_WAIT);
    const over = ended.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([this.#handed.promise, over, timeout.promise]);
    clearTimeout(timer);
    // undici writes to a reused socket only after a full turn of the event loop.
    await setImmediate();
    await setImmediate();
  }
}
