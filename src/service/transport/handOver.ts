import { setImmediate } from 'node:timers/promises';

/**
 * Maximum time in ms for which parsing is delayed. The request may take longer to be sent, if it is
 * queued or waits for its token.
 */
const MAX_WAIT_MS = 5;

/**
 * Signal that a request was sent. Code that blocks the process, such as parsing a page, waits for
 * the signal so that the request leaves first.
 */
export class SentSignal {
  readonly #sent = Promise.withResolvers<void>();

  /** Records that the request was passed to the transport. To be called by the sender. */
  readonly onSent = (): void => this.#sent.resolve();

  /**
   * Waits until the request was sent. Never rejects.
   * @param ended promise of the response; if it settles first, the wait ends
   */
  async wait(ended: Promise<unknown>): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, MAX_WAIT_MS);
    const settled = ended.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([this.#sent.promise, settled, timeout.promise]);
    clearTimeout(timer);
    // undici writes to a reused socket only after a full turn of the event loop, so wait for two.
    await setImmediate();
    await setImmediate();
  }
}
