import { cutEnd } from '../base/safeText.ts';
import { type L10n, sentences } from '../base/text.ts';

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

/** Maximum length of a shown word, in UTF-16 units, with the `…` of a shortened word. */
const MAX_WORD = 61;

export function problemText(
  l10n: L10n,
  text: string,
  { start, end, code, possible }: SegmentProblem,
): string {
  const shownWord = cutEnd(text.slice(start, end), MAX_WORD);
  const possibleWords = possible.join(l10n.t(', '));
  if (code === 'misspelled') return l10n.t('Did you mean {0}?', possibleWords);
  const message = messageOf(code, shownWord, l10n);
  if (possible.length === 0) return message;
  return sentences([message, l10n.t('Allowed here: {0}', possibleWords)]);
}

function messageOf(code: Exclude<ProblemCode, 'misspelled'>, word: string, l10n: L10n): string {
  const messages: Record<typeof code, string> = {
    unknownWord: l10n.t('"{0}" is not a condition.', word),
    conditionMissing: l10n.t('A condition is missing at "{0}".', word),
    nameMissing: l10n.t('A name is missing at "{0}".', word),
    comparisonMissing: l10n.t('A comparison is missing at "{0}".', word),
    comparisonNotAllowed: l10n.t('"{0}" cannot be used here.', word),
    valueMissing: l10n.t('A value is missing at "{0}".', word),
    numberNeeded: l10n.t('"{0}" is not a number.', word),
    timeNeeded: l10n.t('"{0}" is not a valid date or time.', word),
    statusUnknown: l10n.t('"{0}" is not a status.', word),
    hasFieldMissing: l10n.t('"has" must be followed by the name of a customer field.'),
    quoteOpen: l10n.t('The closing quotation mark is missing.'),
    bracketOpen: l10n.t('This bracket has no matching bracket.'),
    bracketStray: l10n.t('This bracket has no matching bracket.'),
    detailWithoutTag: l10n.t('"{0}" is allowed only directly after a tag or folder.', word),
    detailTwice: l10n.t('"{0}" is repeated for the same tag.', word),
    tooDeep: l10n.t('The brackets are nested too deeply.'),
    tooLong: l10n.t('A search can have at most 100,000 characters.'),
  };
  return messages[code];
}

/** @param names segments that a search names but cannot use */
export function unusableText(l10n: L10n, names: readonly string[]): string {
  return l10n.t(
    'These segments do not exist, contain errors, or refer to themselves: {0}. Remove them from the search.',
    names.join(l10n.t(', ')),
  );
}
