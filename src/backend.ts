import { parseArguments } from './arguments.ts';
import { parseExportedData } from './exportedData.ts';
import { createBotService } from './http/botService.ts';
import { checkConnection, type ConnectionTarget } from './http/checkConnection.ts';
import type { CallContext } from './http/call.ts';
import { curlLine } from './http/curlLine.ts';
import { createTransport, type TransportOptions } from './http/createTransport.ts';
import { Pacing, type PacingOptions } from './http/pacing.ts';
import { parsePageMessage, parsePageState, parsePageView } from './protocol.ts';

/**
 * Everything that needs undici or zod, as a bundle of its own: it is loaded with the first request, so that
 * activation does not pay for it.
 */
export function createBackend(
  options: Pick<CallContext, 'timeoutMs' | 'log' | 'clock'> &
    PacingOptions &
    Pick<TransportOptions, 'network'>,
) {
  const { timeoutMs, log, clock, network } = options;
  const shared = { timeoutMs, log, clock, pacing: new Pacing(options) };
  const transport = createTransport({
    ...{ network, log, environment: process.env },
    concurrency: options.concurrency,
  });
  return {
    createService: (target: Pick<CallContext, 'bot' | 'baseUrl' | 'token' | 'tokenGeneration'>) =>
      createBotService({ ...shared, ...target, transport }),
    curlLine,
    parseArguments,
    parseExportedData,
    parsePageMessage,
    parsePageState,
    parsePageView,
    checkConnection: (target: ConnectionTarget, signal: AbortSignal) =>
      checkConnection(
        target,
        { transport, clock, timeoutMs, network, environment: process.env },
        signal,
      ),
    close: () => transport.close(),
  };
}
