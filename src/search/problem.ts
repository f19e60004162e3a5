import { sentences } from '../base/text.ts';

/** Reason why a text is not a segment, about the word at the position of the problem. */
export type ProblemCode =
  /** Comparison with a word that cannot be compared. */
  | 'unknownWord'
  /** Probably a misspelled prefix, as in `tga:VIP`. `possible` has the intended prefix. */
  | 'misspelled'
  /** A condition is missing before this word, or after it if it is the last word. */
  | 'conditionMissing'
  /** A name is missing after a prefix such as `tag:`. The words `and`, `or` and `not` are names only in quotes. */
  | 'nameMissing'
  | 'comparisonMissing'
  /** Comparison that cannot be used with its left side. */
  | 'comparisonNotAllowed'
  | 'valueMissing'
  /** A whole number is needed, or for a parameter any number. */
  | 'numberNeeded'
  /** An age such as `30d`, or an existing day such as `2026-01-31`, is needed. */
  | 'timeNeeded'
  | 'statusUnknown'
  /** `has` cannot be used with this word. */
  | 'hasFieldMissing'
  | 'quoteOpen'
  | 'bracketOpen'
  | 'bracketStray'
  | 'detailWithoutTag'
  | 'detailTwice'
  | 'tooDeep'
  | 'tooLong';

/** First problem of a text. */
export interface SegmentProblem {
  /** Start of the word in UTF-16 units. The range is never empty. */
  readonly start: number;
  readonly end: number;
  readonly code: ProblemCode;
  /** Possible words at this position, as typed. Empty if any name is possible. */
  readonly possible: readonly string[];
}

/** Error that the parser throws internally. `parseSegment` returns its problem instead. */
export class ProblemFound extends Error {
  readonly problem: SegmentProblem;

  constructor(problem: SegmentProblem) {
    super(problem.code);
    this.name = 'ProblemFound';
    this.problem = problem;
  }
}

/** `{0}`: word at the position of the problem, or for `misspelled` the intended word. */
export interface ProblemTexts extends Readonly<Record<ProblemCode, string>> {
  /** `{0}`: possible words */
  readonly possible: string;
  readonly comma: string;
}

const MAX_WORD = 60;

export function problemText(
  texts: ProblemTexts,
  text: string,
  { start, end, code, possible }: SegmentProblem,
): string {
  const word = text.slice(start, end);
  const shownWord = word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word;
  if (code === 'misspelled')
    return texts.misspelled.replace('{0}', () => possible.join(texts.comma));
  const message = texts[code].replace('{0}', () => shownWord);
  if (possible.length === 0) return message;
  return sentences([message, texts.possible.replace('{0}', () => possible.join(texts.comma))]);
}
