import { ServiceError } from '../base/errors.ts';
import { verdictOf } from '../catalogue/verdict.ts';
import type { RefactorPorts } from './refactorPorts.ts';

const MOST_TRIES = 10;
/** When the service does not say when to come back, ms; doubled each time. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Sends again what the service refused because it is busy. */
export async function patiently<T>(
  ports: Pick<RefactorPorts, 'sleep'>,
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<T> {
  let wait = FIRST_WAIT;
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      const isBusy = ServiceError.is(error) && verdictOf(error).kind === 'busy';
      if (!isBusy || tries === MOST_TRIES) throw error;
      await ports.sleep(Math.min(error.retryAfterMs ?? wait, LONGEST_WAIT), signal);
      wait *= 2;
    }
  }
}

/** It may have been carried out, as far as the answer tells. */
export function isUnknown(error: unknown): boolean {
  return ServiceError.is(error) && verdictOf(error).kind === 'lost';
}
