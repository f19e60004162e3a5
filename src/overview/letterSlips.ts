import { commonEnds } from '../base/text.ts';
import { clamp } from '../base/numbers.ts';
/**
 * Minimum length of a word in which one different letter counts as a typo. In short words it does not: "Cat" and "Bat"
 * are different things.
 */
const MIN_LETTERS = 6;
const LATIN_RUN = /\p{Script=Latin}+/gu;
/** Code that represents any letter. Larger than every UTF-16 code unit. */
const WILDCARD = 0x1_0000;

/** Letters per step of the generator. A step takes a few milliseconds. */
const LETTERS_PER_STEP = 10_000;
/** Size limits of the table that counts keys, in bytes. */
const SMALLEST_TABLE = 1 << 16;
const LARGEST_TABLE = 1 << 27;
/** Bits of the second hash in a key. With the 32 bits of the first hash, the key fits into the 53 bits of a number. */
const SECOND_BITS = 20;

interface Groups {
  areUnited(one: number, other: number): boolean;
  unite(one: number, other: number): void;
}

/**
 * Unites texts that differ by one letter of a long word. Such texts have a key in common: the hash of a text with a
 * wildcard instead of one letter, or without this letter. Therefore the work grows linearly with the number of letters,
 * and not quadratically. Each step of the generator takes some milliseconds.
 */
export function* uniteSlips(
  texts: readonly string[],
  groups: Groups,
): Generator<undefined, void, undefined> {
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  const size = 2 ** Math.ceil(Math.log2(letters * 16 + 1));
  const counts = new Uint8Array(clamp(size, SMALLEST_TABLE, LARGEST_TABLE));
  const mask = counts.length - 1;
  yield* eachKey(texts, ({ high }) => {
    const bucket = high & mask;
    counts[bucket] = Math.min((counts[bucket] ?? 0) + 1, 2);
  });
  // Most keys occur once. A map of all keys would take gigabytes.
  const first = new Map<number, number>();
  yield* eachKey(texts, ({ high, low }, at) => {
    if ((counts[high & mask] ?? 0) < 2) return;
    const key = high * 2 ** SECOND_BITS + (low >>> (32 - SECOND_BITS));
    const other = first.get(key);
    if (other === undefined) first.set(key, at);
    else if (!groups.areUnited(other, at) && isSlip(texts[other] ?? '', texts[at] ?? '')) {
      groups.unite(other, at);
    }
  });
}

interface Key {
  high: number;
  low: number;
}

function* eachKey(
  texts: readonly string[],
  visit: (key: Readonly<Key>, at: number) => void,
): Generator<undefined, void, undefined> {
  const [highHash, lowHash] = [new TextHash(0x0100_0193), new TextHash(0x2c1b_3c6d)];
  // A single object is reused for all keys, to avoid millions of short-lived objects.
  const key: Key = { high: 0, low: 0 };
  const visitKey = (high: number, low: number, at: number): void => {
    key.high = mixBits(high);
    key.low = mixBits(low);
    visit(key, at);
  };
  let left = LETTERS_PER_STEP;
  for (const [at, text] of texts.entries()) {
    left -= text.length + 1;
    if (text === '') continue;
    highHash.read(text);
    lowHash.read(text);
    visitKey(highHash.whole(), lowHash.whole(), at);
    for (const position of slipPositions(text)) {
      visitKey(highHash.withAny(position), lowHash.withAny(position), at);
      // For double letters, removing either letter gives the same text.
      if (text[position] !== text[position - 1]) {
        visitKey(highHash.without(position), lowHash.without(position), at);
      }
      if (left-- > 0) continue;
      left = LETTERS_PER_STEP;
      yield;
    }
  }
}

/** Yields the positions of the letters of long words. */
function* slipPositions(text: string): Generator<number> {
  for (const run of text.matchAll(LATIN_RUN)) {
    if (run[0].length < MIN_LETTERS) continue;
    for (let at = run.index; at < run.index + run[0].length; at++) yield at;
  }
}

/** Returns whether two texts with a common key differ by one letter. Different texts can have equal hashes. */
function isSlip(one: string, other: string): boolean {
  const { start, end } = commonEnds(one, other);
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isOneLetter = Math.max(a.length, b.length) <= 1;
  // If one letter moved, the texts are equal without this letter.
  return isOneLetter || a.slice(1) === b.slice(0, -1) || a.slice(0, -1) === b.slice(1);
}

/** Polynomial hash, modulo 2^32. Computes the hash of a text with one letter changed in constant time per letter. */
class TextHash {
  readonly #base: number;
  #length = 0;
  /** Hashes of the prefixes of the text, by length. */
  #starts = new Int32Array(1);
  #powers = Int32Array.of(1);

  constructor(base: number) {
    this.#base = base;
  }

  read(text: string): void {
    this.#length = text.length;
    this.#grow(text.length + 1);
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = this.#append(hash, text.charCodeAt(at));
      this.#starts[at + 1] = hash;
    }
  }

  whole(): number {
    return this.#starts[this.#length] ?? 0;
  }

  /** Returns the hash of the text with a wildcard at this position. */
  withAny(at: number): number {
    return this.#joinRest(this.#append(this.#starts[at] ?? 0, WILDCARD), at + 1);
  }

  /** Returns the hash of the text without the letter at this position. */
  without(at: number): number {
    return this.#joinRest(this.#starts[at] ?? 0, at + 1);
  }

  /**
   * Combines the hash of a changed prefix with the rest of the text.
   * @param hash Hash of the text before the rest.
   * @param rest Position at which the rest begins.
   */
  #joinRest(hash: number, rest: number): number {
    const power = this.#powers[this.#length - rest] ?? 0;
    return (this.whole() + Math.imul(hash - (this.#starts[rest] ?? 0), power)) | 0;
  }

  #append(hash: number, unit: number): number {
    return (Math.imul(hash, this.#base) + unit + 1) | 0;
  }

  #grow(length: number): void {
    const old = this.#powers;
    if (length <= old.length) return;
    this.#starts = new Int32Array(length * 2);
    this.#powers = new Int32Array(length * 2);
    this.#powers.set(old);
    for (let at = old.length; at < this.#powers.length; at++) {
      this.#powers[at] = Math.imul(this.#powers[at - 1] ?? 0, this.#base);
    }
  }
}

/** Mixes the bits of a hash over 32 bits. */
function mixBits(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  return (half ^ (half >>> 13)) >>> 0;
}
