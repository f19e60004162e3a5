import { setImmediate } from 'node:timers/promises';
import type { Transport } from './transport.ts';

/** How long a parse waits for a request that is still in a queue or waits for its token, ms. */
const PATIENCE = 5;

interface HandOver {
  /** Does what the given one does, and notices the first request. */
  readonly transport: Transport;
  /** @param ended resolves when there is nothing to wait for any more */
  readonly sent: (ended: Promise<unknown>) => Promise<void>;
}

/** Notices when a request has left, so that what blocks the process can begin after that. */
export function handOver(transport: Transport): HandOver {
  const handed = Promise.withResolvers<void>();
  return {
    transport: {
      send: (request) => {
        handed.resolve();
        return transport.send(request);
      },
      close: () => transport.close(),
    },
    sent: async (ended) => {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, PATIENCE);
      const over = ended.then(
        () => undefined,
        () => undefined,
      );
      await Promise.race([handed.promise, over, late.promise]);
      clearTimeout(timer);
      // undici writes to a socket that was used before only after a whole turn of the event loop.
      await setImmediate();
      await setImmediate();
    },
  };
}
