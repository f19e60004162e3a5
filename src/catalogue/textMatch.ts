/** Kinds of match, from best to worst. */
const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INSIDE = 3;
/** All letters of the term occur in this order, with other letters between them. */
const FUZZY = 4;

/** Difference between the scores of two ranks. Distance and length of a match always add less than this number. */
const RANK_STEP = 2 ** 20;
/** Longer texts count as texts of this length. */
const MAX_LENGTH = 2047;
/** Matches further from the start of the text, and larger gaps, count as this distance. */
const MAX_DISTANCE = 255;

/** Score if the text does not match. Lower scores are better, so this is the worst score. */
export const NO_MATCH = Number.POSITIVE_INFINITY;

/** Ranks of a match in a name, by kind of match. Lower ranks are better, also across name, ID and path. */
export const NAME_RANKS = [0, 2, 3, 4, 8] as const;
/**
 * Ranks of a match in an ID, by kind of match. Every ID begins with "tag-", so a match at the start is no better than a
 * match inside. The rest of an ID is random: most short terms would match fuzzily, so fuzzy matches do not count.
 */
export const ID_RANKS = [1, 7, 7, 7, NO_MATCH] as const;
export const PATH_RANKS = [5, 5, 5, 6, 9] as const;
/** Ranks by kind of match, from `EXACT` to `FUZZY`. */
type Ranks = readonly [number, number, number, number, number];

/** Upper limit (exclusive) of the score of a name that contains the term. */
export const CONTIGUOUS_NAME = (NAME_RANKS[INSIDE] + 1) * RANK_STEP;

/** Returns a bit mask of the characters in a text. A text that lacks a bit of a term cannot match the term. */
export function characterMask(text: string): number {
  let bits = 0;
  // 30 bits fit into a small integer of the engine.
  for (let index = 0; index < text.length; index++) bits |= 1 << (text.charCodeAt(index) % 30);
  return bits;
}

/** Returns the score of a match, or `NO_MATCH`. Both texts must be folded, and the term must not be empty. */
export function scoreText(term: string, text: string, ranks: Ranks): number {
  const firstPosition = text.indexOf(term);
  if (firstPosition === -1) {
    if (ranks[FUZZY] === NO_MATCH) return NO_MATCH;
    const gap = gapOf(term, text);
    return gap === -1 ? NO_MATCH : score(ranks[FUZZY], gap, text.length);
  }
  if (firstPosition === 0)
    return score(ranks[term.length === text.length ? EXACT : PREFIX], 0, text.length);
  const wordStart = wordStartOf(term, text, firstPosition);
  if (wordStart !== -1) return score(ranks[WORD_START], wordStart, text.length);
  return score(ranks[INSIDE], firstPosition, text.length);
}

/** Ranks count first, then the distance (position, or gap in a fuzzy match), then the length of the text. */
function score(rank: number, distance: number, length: number): number {
  const distanceScore = Math.min(distance, MAX_DISTANCE) * (MAX_LENGTH + 1);
  return rank * RANK_STEP + distanceScore + Math.min(length, MAX_LENGTH);
}

/**
 * Returns the first position at which the term starts a word, or -1. Chinese has no spaces, so a run of characters of
 * the same kind counts as a word.
 */
function wordStartOf(term: string, text: string, firstPosition: number): number {
  for (let position = firstPosition; position !== -1; position = text.indexOf(term, position + 1)) {
    const kindBefore = kindOf(text.charCodeAt(position - 1));
    if (kindBefore !== kindOf(text.charCodeAt(position))) return position;
  }
  return -1;
}

/** Kinds of character. */
const OTHER = 0;
const DIGIT = 1;
const LATIN = 2;
/** Chinese, Japanese, Korean and other characters above U+2E80. */
const WIDE = 3;

function kindOf(code: number): number {
  // U+3000 to U+303F: Chinese and Japanese punctuation.
  if (code >= 0x2e80) return code >= 0x3000 && code <= 0x303f ? OTHER : WIDE;
  if (code >= 48 && code <= 57) return DIGIT;
  // a to z, and from U+00C0 on, letters with accents, Greek, Cyrillic and others. Folded texts have no capital letters.
  return (code >= 97 && code <= 122) || code >= 0xc0 ? LATIN : OTHER;
}

/**
 * Returns the number of other characters between the characters of the term; -1 if the characters of the term do not
 * occur in order. Finds the end of the first match, then searches backward from there for the shortest match.
 */
function gapOf(term: string, text: string): number {
  let end = -1;
  for (let index = 0; index < term.length; index++) {
    end = text.indexOf(term.charAt(index), end + 1);
    if (end === -1) return -1;
  }
  let start = end;
  for (let index = term.length - 2; index >= 0; index--) {
    start = text.lastIndexOf(term.charAt(index), start - 1);
  }
  return end - start + 1 - term.length;
}

/** Longer texts are normalized in parts, because the time grows with the square of the combining marks on a letter. */
const MAX_PART_LENGTH = 500;
const PART = /[^]{1,500}/gu;

/** Folds a text or term for comparison: removes differences of case and of character width. */
export function foldText(text: string): string {
  const normalized =
    text.length > MAX_PART_LENGTH
      ? text.replaceAll(PART, (part) => part.normalize('NFKC'))
      : text.normalize('NFKC');
  return normalized.toLowerCase();
}
