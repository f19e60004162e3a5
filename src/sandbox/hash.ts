// Multipliers of the finalizer of MurmurHash3, which distributes similar numbers evenly, and their inverses mod 2^32.
const FIRST_MULTIPLIER = 0x85ebca6b;
const SECOND_MULTIPLIER = 0xc2b2ae35;
const FIRST_INVERSE = 0xa5cb9243;
const SECOND_INVERSE = 0x7ed1b41d;
/** Arbitrary number. Another number would change all customers of the sandbox. */
const SEED = 0x5eed_0b07;

/** Prime number near 2^32 / 1.618 (the golden ratio). Modulo 2^32, its multiples are far apart. */
const SALT_FACTOR = 0x9e3779b1;

/** Maps each 32-bit number to a different one that looks random. */
export function scramble(value: number): number {
  let word = (value ^ SEED) >>> 0;
  word = Math.imul(word ^ (word >>> 16), FIRST_MULTIPLIER);
  word = Math.imul(word ^ (word >>> 13), SECOND_MULTIPLIER);
  return (word ^ (word >>> 16)) >>> 0;
}

export function unscramble(value: number): number {
  let word = value ^ (value >>> 16);
  word = Math.imul(word, SECOND_INVERSE);
  word ^= (word >>> 13) ^ (word >>> 26);
  word = Math.imul(word, FIRST_INVERSE);
  word ^= word >>> 16;
  return (word ^ SEED) >>> 0;
}

/**
 * Returns a 32-bit number that looks random but depends only on the arguments, in every run and on every machine.
 * @param salt different number for each property that is derived from the same value, so that they are independent
 */
export function hash(value: number, salt: number): number {
  return scramble(scramble(value) + Math.imul(salt + 1, SALT_FACTOR));
}
