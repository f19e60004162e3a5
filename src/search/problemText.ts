import { sentences } from '../base/sentences.ts';
import type { ProblemCode, SegmentProblem } from './problem.ts';

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
