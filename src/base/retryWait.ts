import type { EndpointName } from './endpoints.ts';

/** A call failed and will be sent again, or is being sent again. */
export interface RetryWait {
  /** The signal that was given to the call: tells whose it is. */
  readonly signal: AbortSignal;
  readonly endpoint: EndpointName;
  /** Until the next try, ms; 0: it begins now. */
  readonly delayMs: number;
  /** Why the last try failed. */
  readonly reason: string;
}
