import { parseArguments } from './arguments.ts';
import { createBotService } from './http/botService.ts';
import type { CallContext } from './http/call.ts';
import { createTransport } from './http/transport.ts';
import { parsePageMessage, parsePageState } from './protocol.ts';

/**
 * Everything that needs undici or zod, as a bundle of its own: it is loaded with the first request, so that
 * activation does not pay for it.
 */
export function createBackend(shared: Pick<CallContext, 'timeoutMs' | 'log' | 'clock'>) {
  const transport = createTransport();
  return {
    createService: (target: Pick<CallContext, 'baseUrl' | 'token'>) =>
      createBotService({ ...shared, ...target, transport }),
    parseArguments,
    parsePageMessage,
    parsePageState,
    close: () => transport.close(),
  };
}
