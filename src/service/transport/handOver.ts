import { setImmediate } from 'node:timers/promises';

/** How long a parse waits for a request that is still in a queue or waits for its token, ms. */
const PATIENCE = 5;

/** Tells when a request has left, so that what blocks the process can begin after that. */
export class HandOver {
  readonly #handed = Promise.withResolvers<void>();

  /** For the call to tell that the transport has the request. */
  readonly onSent = (): void => this.#handed.resolve();

  /** @param ended settles when there is nothing to wait for any more */
  async wait(ended: Promise<unknown>): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, PATIENCE);
    const over = ended.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([this.#handed.promise, over, late.promise]);
    clearTimeout(timer);
    // undici writes to a socket that was used before only after a whole turn of the event loop.
    await setImmediate();
    await setImmediate();
  }
}
