/** A word has to be as long as this before one letter of it counts as a slip: "Cat" and "Bat" are two things. */
const LEAST_LETTERS = 6;
const LATIN_RUN = /\p{Script=Latin}+/gu;
/** Stands for any letter. No UTF-16 unit has this number. */
const ANY = 0x1_0000;

/** Letters between two chances to let other work in: a few milliseconds. */
const LETTERS_AT_ONCE = 10_000;
/** Bytes of the table that counts keys. */
const SMALLEST_TABLE = 1 << 16;
const LARGEST_TABLE = 1 << 27;
/** Part of a key that is the second hash: numbers hold 53 bits. */
const SECOND_BITS = 20;

interface Groups {
  areUnited(one: number, other: number): boolean;
  unite(one: number, other: number): void;
}

/**
 * Finds texts that differ by one letter of a long word: they have a key in common. A key is the hash of a text with
 * any letter at one place, or without the letter there, so that the work grows with the number of letters and not
 * with its square. Each step of the generator takes some milliseconds.
 */
export function* uniteSlips(
  texts: readonly string[],
  groups: Groups,
): Generator<undefined, void, undefined> {
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  const size = 2 ** Math.ceil(Math.log2(letters * 16 + 1));
  const counts = new Uint8Array(Math.min(Math.max(size, SMALLEST_TABLE), LARGEST_TABLE));
  const mask = counts.length - 1;
  yield* eachKey(texts, ({ high }) => {
    const bucket = high & mask;
    counts[bucket] = Math.min((counts[bucket] ?? 0) + 1, 2);
  });
  // Most keys come once: a map of them all would take gigabytes.
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
  const [one, other] = [new TextHash(0x0100_0193), new TextHash(0x2c1b_3c6d)];
  // One object for all of them: millions would be garbage.
  const key: Key = { high: 0, low: 0 };
  const visitKey = (high: number, low: number, at: number): void => {
    key.high = mixed(high);
    key.low = mixed(low);
    visit(key, at);
  };
  let left = LETTERS_AT_ONCE;
  for (const [at, text] of texts.entries()) {
    left -= text.length + 1;
    if (text === '') continue;
    one.read(text);
    other.read(text);
    visitKey(one.whole(), other.whole(), at);
    for (const place of slipPlaces(text)) {
      visitKey(one.withAny(place), other.withAny(place), at);
      // Of double letters either may be missing.
      if (text[place] !== text[place - 1]) visitKey(one.without(place), other.without(place), at);
      if (left-- > 0) continue;
      left = LETTERS_AT_ONCE;
      yield;
    }
  }
}

/** Places of the letters of long words. */
function* slipPlaces(text: string): Generator<number> {
  for (const run of text.matchAll(LATIN_RUN)) {
    if (run[0].length < LEAST_LETTERS) continue;
    for (let at = run.index; at < run.index + run[0].length; at++) yield at;
  }
}

/** Checks two texts with a common key: hashes may be equal by chance. */
function isSlip(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isOneLetter = Math.max(a.length, b.length) <= 1;
  // A letter that moved: both are the same without it.
  return isOneLetter || a.slice(1) === b.slice(0, -1) || a.slice(0, -1) === b.slice(1);
}

/** Polynomial hash, modulo 2^32, of a text with one letter changed, in constant time for each letter. */
class TextHash {
  readonly #base: number;
  #length = 0;
  /** Hashes of the beginnings of the text, by their length. */
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
      hash = this.#after(hash, text.charCodeAt(at));
      this.#starts[at + 1] = hash;
    }
  }

  whole(): number {
    return this.#starts[this.#length] ?? 0;
  }

  /** Hash of the text with any letter at this place. */
  withAny(at: number): number {
    return this.#joined(this.#after(this.#starts[at] ?? 0, ANY), at + 1);
  }

  /** Hash of the text without the letter at this place. */
  without(at: number): number {
    return this.#joined(this.#starts[at] ?? 0, at + 1);
  }

  /** @param hash of what comes before the rest of the text, which begins at `rest` */
  #joined(hash: number, rest: number): number {
    const power = this.#powers[this.#length - rest] ?? 0;
    return (this.whole() + Math.imul(hash - (this.#starts[rest] ?? 0), power)) | 0;
  }

  #after(hash: number, unit: number): number {
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

/** Spreads a hash over 32 bits. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  return (half ^ (half >>> 13)) >>> 0;
}
