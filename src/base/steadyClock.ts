import type { Clock } from './ports.ts';

/** Monotonic clock. When the machine's clock is set, no wait ends an hour too early or too late. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };
