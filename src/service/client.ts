import { steadyClock } from '../base/steadyClock.ts';
import { createBotService } from './botService.ts';
import type { CallContext } from './call.ts';
import { checkConnection, type ConnectionTarget } from './connectionCheck.ts';
import { curlLine } from './curlRequest.ts';
import { Pacing, type PacingOptions } from './pacing.ts';
import { createTransport, type TransportOptions } from './transport/createTransport.ts';

/**
 * The client of the service, as a bundle of its own: undici is loaded with the first request, so that activation
 * does not pay for it.
 */
export function createClient(
  options: Pick<CallContext, 'timeoutMs' | 'log' | 'clock'> &
    PacingOptions &
    Pick<TransportOptions, 'network'>,
) {
  const { timeoutMs, log, clock, network } = options;
  // What is counted down does not wait for an hour when the machine's clock is set.
  const pacing = new Pacing({ ...options, clock: steadyClock });
  const shared = { timeoutMs, log, clock, pacing };
  const transport = createTransport({
    ...{ network, log, environment: process.env },
    concurrency: options.concurrency,
  });
  return {
    createService: (
      target: Pick<CallContext, 'bot' | 'baseUrl' | 'token' | 'tokenGeneration' | 'refusal'>,
    ) => createBotService({ ...shared, ...target, transport }),
    curlLine,
    checkConnection: (target: ConnectionTarget, signal: AbortSignal) =>
      checkConnection(
        target,
        { transport, clock, timeoutMs, network, environment: process.env },
        signal,
      ),
    close: () => transport.close(),
  };
}
