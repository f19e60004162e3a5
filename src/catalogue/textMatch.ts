/** How a term stands in a text, from the best on. */
const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INSIDE = 3;
const FUZZY = 4;

/** What one way of matching may be worth at most; the ways of matching are that far apart. */
const STEP = 2 ** 20;
const MOST_LENGTH = 2047;
const MOST_DISTANCE = 255;

/** No match: worse than every score. Scores are better the lower they are. */
export const NO_MATCH = Number.POSITIVE_INFINITY;

/** One row per field, one column per way of matching: which comes before which. */
export const NAME_RANKS = [0, 2, 3, 4, 8] as const;
/**
 * Every ID begins with "tag-": that a term starts one says no more than that it stands in it. The rest is random,
 * so that the letters of any short term stand in many of them somewhere.
 */
export const ID_RANKS = [1, 7, 7, 7, NO_MATCH] as const;
export const PATH_RANKS = [5, 5, 5, 6, 9] as const;
export type Ranks = readonly [number, number, number, number, number];

/** Above this score, another field may still be better than a name in which the term stands as it is. */
export const CONTIGUOUS_NAME = (NAME_RANKS[INSIDE] + 1) * STEP;

/** One bit for each character that a text has: a text without all bits of a term cannot match it. */
export function charactersOf(text: string): number {
  let bits = 0;
  // 30 bits, which stay a small integer for the engine.
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) % 30);
  return bits;
}

/** @returns the score, or `NO_MATCH`; term and text are folded, the term is not empty */
export function scoreText(term: string, text: string, ranks: Ranks): number {
  const first = text.indexOf(term);
  if (first === -1) {
    if (ranks[FUZZY] === NO_MATCH) return NO_MATCH;
    const gap = gapOf(term, text);
    return gap === -1 ? NO_MATCH : score(ranks[FUZZY], gap, text.length);
  }
  if (first === 0)
    return score(ranks[term.length === text.length ? EXACT : PREFIX], 0, text.length);
  const word = wordStart(term, text, first);
  if (word !== -1) return score(ranks[WORD_START], word, text.length);
  return score(ranks[INSIDE], first, text.length);
}

function score(rank: number, distance: number, length: number): number {
  const near = Math.min(distance, MOST_DISTANCE) * (MOST_LENGTH + 1);
  return rank * STEP + near + Math.min(length, MOST_LENGTH);
}

/** Where the term stands at the start of a word; Chinese, which has no spaces, counts by its runs. */
function wordStart(term: string, text: string, first: number): number {
  for (let at = first; at !== -1; at = text.indexOf(term, at + 1)) {
    if (kindOf(text.charCodeAt(at - 1)) !== kindOf(text.charCodeAt(at))) return at;
  }
  return -1;
}

const OTHER = 0;
const DIGIT = 1;
const LATIN = 2;
const WIDE = 3;

function kindOf(code: number): number {
  if (code >= 0x2e80) return code >= 0x3000 && code <= 0x303f ? OTHER : WIDE;
  if (code >= 48 && code <= 57) return DIGIT;
  return (code >= 97 && code <= 122) || code >= 0xc0 ? LATIN : OTHER;
}

/**
 * How many other characters stand between those of the term, which has to stand in the text in its order;
 * -1 when it does not. Looks from the end back, so that an early first letter does not stretch it.
 */
function gapOf(term: string, text: string): number {
  let end = -1;
  for (let at = 0; at < term.length; at++) {
    end = text.indexOf(term.charAt(at), end + 1);
    if (end === -1) return -1;
  }
  let start = end;
  for (let at = term.length - 2; at >= 0; at--) {
    start = text.lastIndexOf(term.charAt(at), start - 1);
  }
  return end - start + 1 - term.length;
}

/** Normalizing takes time that grows with the square of the number of marks on one letter: long texts are cut for it. */
const PART = /[^]{1,500}/gu;
const LONG = 500;

/** Texts and terms as they are compared: without regard to case and to the width of letters. */
export function foldText(text: string): string {
  const normal =
    text.length > LONG
      ? text.replaceAll(PART, (part) => part.normalize('NFKC'))
      : text.normalize('NFKC');
  return normal.toLowerCase();
}
