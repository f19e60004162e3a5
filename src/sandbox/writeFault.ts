import type { Switches } from './switches.ts';

/**
 * What becomes of a call that changes something: `busy` is refused, `reset` loses its connection before it is carried
 * out, `lost` is carried out and its answer never comes.
 */
export type WriteFault = 'busy' | 'reset' | 'lost';

/** @param random a whole number that is another one for each call and each salt, and the same every time */
export function writeFault(
  { busyEvery, resetEvery, lostEvery, faultSeed }: Switches,
  random: (salt: number) => number,
): WriteFault | undefined {
  const isHit = (every: number, salt: number): boolean =>
    every > 0 && random(faultSeed * 3 + salt) % every === 0;
  if (isHit(busyEvery, 0)) return 'busy';
  if (isHit(resetEvery, 1)) return 'reset';
  return isHit(lostEvery, 2) ? 'lost' : undefined;
}
