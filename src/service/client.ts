import type { BotService } from '../base/endpoints.ts';
import { type Clock, steadyClock } from '../base/ports.ts';
import { sleep } from '../base/promises.ts';
import { type ClientSettings, Pacing, type PacingOptions } from './pacing.ts';
import { HttpBotService } from './botService.ts';
import type { CallContext } from './call.ts';
import { checkConnection, type ConnectionTarget } from './connectionCheck.ts';
import { curlLine } from './writeCurl.ts';
import { createTransport } from './transport/createTransport.ts';

export interface ClientOptions extends Pick<PacingOptions, 'log' | 'concurrency' | 'waits'> {
  readonly settings: ClientSettings;
  readonly clock: Clock;
}

export type Client = ReturnType<typeof createClient>;

/**
 * The client is a separate bundle, loaded with the first request, so that undici does not slow down activation.
 * @param delay waits before a call is tried again; replaced in tests
 */
export function createClient(options: ClientOptions, delay = sleep) {
  const { settings, log, clock, concurrency, waits } = options;
  // Delays use a monotonic clock, so that they do not change if the clock of the machine is set.
  const delayClock = { ...steadyClock, sleep: delay };
  const pacing = new Pacing({ settings, clock: delayClock, log, concurrency, waits });
  const transport = createTransport({ settings, log, environment: process.env, concurrency });
  return {
    createService: (
      target: Pick<CallContext, 'bot' | 'baseUrl' | 'token' | 'tokenGeneration' | 'refusal'>,
    ): BotService => new HttpBotService({ settings, log, clock, pacing, transport, ...target }),
    curlLine,
    checkConnection: (target: ConnectionTarget, signal: AbortSignal) =>
      checkConnection(target, { transport, clock, settings, environment: process.env }, signal),
    close: () => transport.close(),
  };
}
