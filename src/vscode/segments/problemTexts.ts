import { l10n } from 'vscode';
import { parseSegment } from '../../segments/parseSegment.ts';
import { problemText, type ProblemTexts } from '../../segments/problemText.ts';

export function problemTexts(): ProblemTexts {
  return {
    unknownWord: l10n.t('"{0}" is not a condition.'),
    misspelt: l10n.t('Did you mean {0}?'),
    conditionMissing: l10n.t('A condition is missing at "{0}".'),
    nameMissing: l10n.t('A name is missing at "{0}".'),
    comparisonMissing: l10n.t('A comparison is missing at "{0}".'),
    comparisonUnfit: l10n.t('"{0}" cannot be used here.'),
    valueMissing: l10n.t('A value is missing at "{0}".'),
    numberNeeded: l10n.t('A number is needed in place of "{0}".'),
    timeNeeded: l10n.t('A time is needed in place of "{0}".'),
    dayUnknown: l10n.t('There is no day "{0}".'),
    statusUnknown: l10n.t('There is no status "{0}".'),
    hasWhat: l10n.t('"has" is not followed by what a customer can have.'),
    quoteOpen: l10n.t('The quotation mark at the end is missing.'),
    bracketOpen: l10n.t('This bracket is not closed.'),
    bracketStray: l10n.t('This bracket closes nothing.'),
    detailAlone: l10n.t('"{0}" can only stand right after a tag.'),
    detailTwice: l10n.t('"{0}" is given twice for one tag.'),
    tooDeep: l10n.t('There are too many brackets within each other.'),
    tooLong: l10n.t('A search has at most 100,000 characters.'),
    possible: l10n.t('Possible: {0}'),
    comma: l10n.t(', '),
  };
}

/** What is wrong with a text, and where; `undefined`: it can be read. */
export function segmentProblem(
  text: string,
): { readonly text: string; readonly start: number; readonly end: number } | undefined {
  const { problem } = parseSegment(text);
  if (problem === undefined) return undefined;
  const { start, end } = problem;
  return { text: problemText(problemTexts(), text, problem), start, end };
}

/** Input box for the text of a search. */
export function segmentQuestion(value: string) {
  return {
    prompt: l10n.t('Which customers?'),
    placeholder: 'tag:VIP and not blocked',
    value,
    validate: (typed: string) => segmentProblem(typed)?.text,
  };
}
