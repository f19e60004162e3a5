import type { NetworkOptions } from '../base/networkOptions.ts';
import type { RetryLimits } from './retries.ts';

/** Current values of the settings. They may change at any time, so each request reads them again. */
export interface ClientSettings {
  /** Time limit of a call, in ms. */
  readonly timeoutMs: number;
  readonly retryLimits: RetryLimits;
  readonly network: NetworkOptions;
}
