/** Kinds of match, the best first. */
const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INSIDE = 3;
const FUZZY = 4;

/** Upper limit of the score within one kind of match, and thus the distance between two kinds. */
const STEP = 2 ** 20;
const MOST_LENGTH = 2047;
const MOST_DISTANCE = 255;

/** Score of no match: worse than all others. Lower scores are better. */
export const NO_MATCH = Number.POSITIVE_INFINITY;

/** Ranks of a match in a name, by kind of match. Lower ranks of any field are listed first. */
export const NAME_RANKS = [0, 2, 3, 4, 8] as const;
/**
 * Ranks of a match in an ID. Every ID begins with "tag-", so a term at its start says no more than a term inside it.
 * The rest is random, so the letters of any short term occur in order in many IDs.
 */
export const ID_RANKS = [1, 7, 7, 7, NO_MATCH] as const;
export const PATH_RANKS = [5, 5, 5, 6, 9] as const;
export type Ranks = readonly [number, number, number, number, number];

/** Score above which another field may match better. All names that contain the term have lower scores. */
export const CONTIGUOUS_NAME = (NAME_RANKS[INSIDE] + 1) * STEP;

/** Returns a bit mask of the characters in a text. A text that lacks a bit of the term cannot match it. */
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

/**
 * Returns the position at which the term starts a word; -1 if there is none. Chinese has no spaces, so a run of one
 * kind of character counts as a word.
 */
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
 * Returns the number of other characters between those of the term; -1 if these do not occur in order. Searches
 * backward from the end, so that an early first letter does not lengthen the match.
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
 * Chunks to normalize. The time grows with the square of the number of marks on one letter, so long texts are split.
 */
const PART = /[^]{1,500}/gu;
const LONG = 500;

/** Folds a text or term for comparison: removes differences of case and of character width. */
export function foldText(text: string): string {
  const normal =
    text.length > LONG
      ? text.replaceAll(PART, (part) => part.normalize('NFKC'))
      : text.normalize('NFKC');
  return normal.toLowerCase();
}
