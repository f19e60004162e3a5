import { commonEnds } from '../base/text.ts';
import { clamp } from '../base/numbers.ts';

/** Minimum length of a word in which one different letter counts as a typo: "Cat" and "Bat" are different things. */
const MIN_LETTERS = 6;
const LATIN_WORD = /\p{Script=Latin}+/gu;

/** Letters per step of the generator. A step takes a few milliseconds. */
const LETTERS_PER_STEP = 10_000;
/** Size limits of the table of key counts, in bytes: one byte per count. */
const MIN_TABLE_SIZE = 1 << 16;
const MAX_TABLE_SIZE = 1 << 27;
/** Used bits of the second hash. With the 32 bits of the first hash, they fit into the 53 bits of a safe integer. */
const SECOND_HASH_BITS = 20;

/** Groups of texts. A text is identified by its index. */
interface Groups {
  areUnited(one: number, other: number): boolean;
  unite(one: number, other: number): void;
}

/**
 * Unites texts that differ by one letter of a long word. Two such texts have at least one key in common. The keys of a
 * text are the hash of the whole text and, for each letter of a long word, the hash of the text without this letter.
 * Example: "colour" without "u" equals "color", and "editor" without "t" equals "edifor" without "f". Therefore the work
 * grows linearly with the number of letters, and not quadratically.
 */
export function* uniteTypos(
  texts: readonly string[],
  groups: Groups,
): Generator<undefined, void, undefined> {
  const letterCount = texts.reduce((sum, { length }) => sum + length, 0);
  // A text has one key, and up to one more for each letter. With 8 entries per letter, the table has several times as
  // many entries as there are keys (up to the maximum size), so different keys rarely share an entry.
  const size = 2 ** Math.ceil(Math.log2(letterCount * 8 + 1));
  const counts = new Uint8Array(clamp(size, MIN_TABLE_SIZE, MAX_TABLE_SIZE));
  const mask = counts.length - 1;
  // Counting stops at 2, because only keys that occur more than once matter.
  yield* eachKey(texts, (first) => {
    const bucket = first & mask;
    counts[bucket] = Math.min((counts[bucket] ?? 0) + 1, 2);
  });
  // Index of the first text with each key. Most keys occur once. They are left out, because a map of all keys would take
  // gigabytes.
  const firstIndexes = new Map<number, number>();
  yield* eachKey(texts, (first, second, index) => {
    if ((counts[first & mask] ?? 0) < 2) return;
    const key = first * 2 ** SECOND_HASH_BITS + (second >>> (32 - SECOND_HASH_BITS));
    const firstIndex = firstIndexes.get(key);
    if (firstIndex === undefined) firstIndexes.set(key, index);
    else if (
      !groups.areUnited(firstIndex, index) &&
      isTypo(texts[firstIndex] ?? '', texts[index] ?? '')
    ) {
      groups.unite(firstIndex, index);
    }
  });
}

/** @param visit called with each key: two independent hashes, each an unsigned 32-bit number */
function* eachKey(
  texts: readonly string[],
  visit: (first: number, second: number, index: number) => void,
): Generator<undefined, void, undefined> {
  // The bases are arbitrary odd numbers. Because they differ, texts with an equal first hash rarely have an equal
  // second hash.
  const [firstHash, secondHash] = [new TextHash(0x0100_0193), new TextHash(0x2c1b_3c6d)];
  let lettersLeft = LETTERS_PER_STEP;
  for (const [index, text] of texts.entries()) {
    // Many texts have no long Latin word, and so never reach the `yield` below.
    if (lettersLeft <= 0) {
      lettersLeft = LETTERS_PER_STEP;
      yield;
    }
    lettersLeft -= text.length + 1;
    if (text === '') continue;
    firstHash.read(text);
    secondHash.read(text);
    visit(firstHash.whole(), secondHash.whole(), index);
    for (const position of typoPositions(text)) {
      // For double letters, removing either letter gives the same text.
      if (text[position] !== text[position - 1]) {
        visit(firstHash.without(position), secondHash.without(position), index);
      }
      if (lettersLeft-- > 0) continue;
      lettersLeft = LETTERS_PER_STEP;
      yield;
    }
  }
}

function* typoPositions(text: string): Generator<number> {
  for (const word of text.matchAll(LATIN_WORD)) {
    if (word[0].length < MIN_LETTERS) continue;
    const end = word.index + word[0].length;
    for (let position = word.index; position < end; position++) yield position;
  }
}

/** Returns whether one letter differs, is missing or moved. A common key does not prove it, as hashes can be equal. */
function isTypo(one: string, other: string): boolean {
  const { start, end } = commonEnds(one, other);
  const part = one.slice(start, one.length - end);
  const otherPart = other.slice(start, other.length - end);
  const isOneLetter = Math.max(part.length, otherPart.length) <= 1;
  // If a letter moved, the rest is equal. Example: "customer" and "csutomer" are both "cstomer" without the "u".
  return (
    isOneLetter ||
    part.slice(1) === otherPart.slice(0, -1) ||
    part.slice(0, -1) === otherPart.slice(1)
  );
}

/** Polynomial hash, modulo 2^32. Computes the hash of a text without one letter in constant time. */
class TextHash {
  readonly #base: number;
  #length = 0;
  /** Hashes of the prefixes of the text, by length of the prefix. */
  #prefixHashes = new Int32Array(1);
  /** Powers of the base, by exponent. */
  #powers = Int32Array.of(1);

  constructor(base: number) {
    this.#base = base;
  }

  /** Replaces the text of this hash. */
  read(text: string): void {
    this.#length = text.length;
    this.#grow(text.length + 1);
    let hash = 0;
    for (let position = 0; position < text.length; position++) {
      hash = (Math.imul(hash, this.#base) + text.charCodeAt(position) + 1) | 0;
      this.#prefixHashes[position + 1] = hash;
    }
  }

  /** Returns the hash of the whole text. */
  whole(): number {
    return mixBits(this.#prefixHashes[this.#length] ?? 0);
  }

  /** Returns the hash of the text without the letter at this position. */
  without(position: number): number {
    const change = (this.#prefixHashes[position] ?? 0) - (this.#prefixHashes[position + 1] ?? 0);
    const power = this.#powers[this.#length - position - 1] ?? 0;
    return mixBits((this.#prefixHashes[this.#length] ?? 0) + Math.imul(change, power));
  }

  /** Makes room for prefixes and powers up to this number. `read` then writes all prefixes again. */
  #grow(length: number): void {
    const oldPowers = this.#powers;
    if (length <= oldPowers.length) return;
    this.#prefixHashes = new Int32Array(length * 2);
    this.#powers = new Int32Array(length * 2);
    this.#powers.set(oldPowers);
    for (let exponent = oldPowers.length; exponent < this.#powers.length; exponent++) {
      this.#powers[exponent] = Math.imul(this.#powers[exponent - 1] ?? 0, this.#base);
    }
  }
}

/** Spreads the bits of a hash over 32 bits. The multiplier is that of MurmurHash3. */
function mixBits(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  return (half ^ (half >>> 13)) >>> 0;
}
