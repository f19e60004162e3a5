/** Kinds of match, from best to worst. */
const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INSIDE = 3;
/** All letters of the term occur in this order, with other letters between them. */
const FUZZY = 4;

/** Difference between the scores of two ranks. Distance and length of a match always add less than this number. */
const RANK_STEP = 2 ** 20;
const MAX_LENGTH = 2047;
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
/** Ranks of a match in a folder path, by kind of match. */
export const PATH_RANKS = [5, 5, 5, 6, 9] as const;
export type Ranks = readonly [number, number, number, number, number];

/** Upper limit (exclusive) of the score of a name that contains the term. */
export const CONTIGUOUS_NAME = (NAME_RANKS[INSIDE] + 1) * RANK_STEP;

/** Returns a bit mask of the characters in a text. A text that lacks a bit of a term cannot match the term. */
export function charactersOf(text: string): number {
  let bits = 0;
  // 30 bits fit into a small integer of the engine.
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) % 30);
  return bits;
}

/**
 * Scores a match. Both texts must be folded.
 * @param term not empty
 * @returns the score, or `NO_MATCH`
 */
export function scoreText(term: string, text: string, ranks: Ranks): number {
  const firstAt = text.indexOf(term);
  if (firstAt === -1) {
    if (ranks[FUZZY] === NO_MATCH) return NO_MATCH;
    const gap = gapOf(term, text);
    return gap === -1 ? NO_MATCH : score(ranks[FUZZY], gap, text.length);
  }
  if (firstAt === 0)
    return score(ranks[term.length === text.length ? EXACT : PREFIX], 0, text.length);
  const wordStartAt = wordStart(term, text, firstAt);
  if (wordStartAt !== -1) return score(ranks[WORD_START], wordStartAt, text.length);
  return score(ranks[INSIDE], firstAt, text.length);
}

function score(rank: number, distance: number, length: number): number {
  const distanceScore = Math.min(distance, MAX_DISTANCE) * (MAX_LENGTH + 1);
  return rank * RANK_STEP + distanceScore + Math.min(length, MAX_LENGTH);
}

/**
 * Returns the first position at which the term starts a word; -1 if there is none. Chinese has no spaces, so a run of
 * characters of the same kind counts as a word.
 * @param firstAt first position of the term
 */
function wordStart(term: string, text: string, firstAt: number): number {
  for (let at = firstAt; at !== -1; at = text.indexOf(term, at + 1)) {
    if (kindOf(text.charCodeAt(at - 1)) !== kindOf(text.charCodeAt(at))) return at;
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
  if (code >= 0x2e80) return code >= 0x3000 && code <= 0x303f ? OTHER : WIDE;
  if (code >= 48 && code <= 57) return DIGIT;
  return (code >= 97 && code <= 122) || code >= 0xc0 ? LATIN : OTHER;
}

/**
 * Returns the number of other characters between the characters of the term; -1 if the characters of the term do not
 * occur in order. Finds the end of the first match, then searches backward from there for the shortest match.
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

/**
 * Longer texts are normalized in parts of this length. The time to normalize a text grows with the square of the number
 * of combining marks on one letter.
 */
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
