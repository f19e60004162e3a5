import type { BotService } from '../base/endpoints.ts';
import { steadyClock } from '../base/ports.ts';
import { HttpBotService } from './botService.ts';
import type { CallContext } from './call.ts';
import { checkConnection, type ConnectionTarget } from './connectionCheck.ts';
import { curlLine } from './writeCurl.ts';
import { Pacing, type PacingOptions } from './pacing.ts';
import { createTransport, type TransportOptions } from './transport/createTransport.ts';

export type ClientOptions = Pick<CallContext, 'timeoutMs' | 'log' | 'clock'> &
  PacingOptions &
  Pick<TransportOptions, 'network'>;

export type Client = ReturnType<typeof createClient>;

/** The client is a separate bundle, loaded with the first request, so that undici does not slow down activation. */
export function createClient(options: ClientOptions) {
  const { timeoutMs, log, clock, network } = options;
  // Delays use a monotonic clock, so that they do not change if the clock of the machine is set.
  const pacing = new Pacing({ ...options, clock: steadyClock });
  const transport = createTransport({
    network,
    log,
    environment: process.env,
    concurrency: options.concurrency,
  });
  return {
    createService: (
      target: Pick<CallContext, 'bot' | 'baseUrl' | 'token' | 'tokenGeneration' | 'refusal'>,
    ): BotService => new HttpBotService({ timeoutMs, log, clock, pacing, transport, ...target }),
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
