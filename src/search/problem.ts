import { sentences } from '../base/text.ts';

/** Why a text is no segment; each is about the word that the problem points at. */
export type ProblemCode =
  /** Only conditions are compared with something, and this is none. */
  | 'unknownWord'
  /** All but a word that a name comes after, as `tga:VIP`; the possible word is what was meant. */
  | 'misspelt'
  /** A condition was expected before this, or after it when it is the last word. */
  | 'conditionMissing'
  /** After `tag:`, `param.`…; `and`, `or` and `not` are names in quotes only. */
  | 'nameMissing'
  | 'comparisonMissing'
  /** This comparison does not go with what it compares. */
  | 'comparisonUnfit'
  | 'valueMissing'
  /** A whole number; of a parameter any number. */
  | 'numberNeeded'
  /** An age, as `30d`, or a day, as `2026-01-31`. */
  | 'timeNeeded'
  /** No such day, as 2026-02-30. */
  | 'dayUnknown'
  | 'statusUnknown'
  /** `has` of this cannot be asked. */
  | 'hasWhat'
  | 'quoteOpen'
  | 'bracketOpen'
  /** Closes nothing. */
  | 'bracketStray'
  /** `applied` and `count` stand right after a tag. */
  | 'detailAlone'
  /** The second `applied`, or `count`, of one tag. */
  | 'detailTwice'
  | 'tooDeep'
  | 'tooLong';

/** The first thing that is wrong with a text. */
export interface SegmentProblem {
  /** In UTF-16 units: a word, never nothing. */
  readonly start: number;
  readonly end: number;
  readonly code: ProblemCode;
  /** What can stand there, as it is typed; empty where it would be any name. */
  readonly possible: readonly string[];
}

/** Within the parser only. */
export class ProblemFound extends Error {
  readonly problem: SegmentProblem;

  constructor(problem: SegmentProblem) {
    super(problem.code);
    this.name = 'ProblemFound';
    this.problem = problem;
  }
}

/** In the language of the window; `{0}`: the word that the problem points at, of `misspelt` the word that was meant. */
export interface ProblemTexts extends Readonly<Record<ProblemCode, string>> {
  /** `{0}`: what can stand there. */
  readonly possible: string;
  /** Between the words of a list. */
  readonly comma: string;
}

/** Words that are quoted in full. */
const LONGEST_WORD = 60;

/** What is wrong, and what is possible there. */
export function problemText(
  texts: ProblemTexts,
  text: string,
  { start, end, code, possible }: SegmentProblem,
): string {
  const word = text.slice(start, end);
  const shown = word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word;
  if (code === 'misspelt') return texts.misspelt.replace('{0}', () => possible.join(texts.comma));
  const what = texts[code].replace('{0}', () => shown);
  if (possible.length === 0) return what;
  return sentences([what, texts.possible.replace('{0}', () => possible.join(texts.comma))]);
}
