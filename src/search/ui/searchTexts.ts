import { l10n } from 'vscode';
import { parseSegment } from '../parseSegment.ts';
import { problemText, type ProblemTexts } from '../problem.ts';
import type { SearchStrings, SearchWords } from '../searchStrings.ts';

export function unusableText(names: string): string {
  return l10n.t(
    'These segments do not exist, contain errors, or refer to themselves: {0}. Remove them from the search.',
    names,
  );
}

export function searchStrings(): SearchStrings {
  return {
    label: l10n.t('Search loaded customers'),
    suggestions: l10n.t('Suggestions'),
    clear: l10n.t('Clear Search'),
    segments: l10n.t('Segments'),
    save: l10n.t('Save as Segment…'),
    unusable: unusableText('{0}'),
    inFile: l10n.t('in bot-tags.jsonc'),
    removeSaved: l10n.t('Remove "{0}"'),
    unknown: l10n.t(
      'These tags or folders were found neither in the list of bots and tags nor on any loaded customer: {0}',
    ),
    problems: problemTexts(),
    words: searchWords(),
  };
}

function searchWords(): SearchWords {
  return {
    and: l10n.t('{0}, and {1}'),
    or: l10n.t('{0}, or {1}'),
    not: l10n.t('not ({0})'),
    blocked: l10n.t('blocked'),
    notBlocked: l10n.t('not blocked'),
    contains: l10n.t('contains "{0}"'),
    is: l10n.t('{0} is {1}'),
    within: l10n.t('{0} within the last {1}'),
    longAgo: l10n.t('{0} more than {1} ago'),
    has: l10n.t('with {0}'),
    hasNot: l10n.t('without {0}'),
    folder: l10n.t('Folder'),
    applied: l10n.t('applied'),
    applications: l10n.t('times applied'),
  };
}

function problemTexts(): ProblemTexts {
  return {
    unknownWord: l10n.t('"{0}" is not a condition.'),
    misspelled: l10n.t('Did you mean {0}?'),
    conditionMissing: l10n.t('A condition is missing at "{0}".'),
    nameMissing: l10n.t('A name is missing at "{0}".'),
    comparisonMissing: l10n.t('A comparison is missing at "{0}".'),
    comparisonNotAllowed: l10n.t('"{0}" cannot be used here.'),
    valueMissing: l10n.t('A value is missing at "{0}".'),
    numberNeeded: l10n.t('"{0}" is not a number.'),
    timeNeeded: l10n.t('"{0}" is not a valid date or time.'),
    statusUnknown: l10n.t('"{0}" is not a status.'),
    hasFieldMissing: l10n.t('"has" must be followed by the name of a customer field.'),
    quoteOpen: l10n.t('The closing quotation mark is missing.'),
    bracketOpen: l10n.t('This bracket has no matching bracket.'),
    bracketStray: l10n.t('This bracket has no matching bracket.'),
    detailWithoutTag: l10n.t('"{0}" is allowed only directly after a tag or folder.'),
    detailTwice: l10n.t('"{0}" is repeated for the same tag.'),
    tooDeep: l10n.t('The brackets are nested too deeply.'),
    tooLong: l10n.t('A search can have at most 100,000 characters.'),
    possible: l10n.t('Allowed here: {0}'),
    comma: l10n.t(', '),
  };
}

export function segmentProblem(
  text: string,
): { readonly text: string; readonly start: number; readonly end: number } | undefined {
  const { problem } = parseSegment(text);
  if (problem === undefined) return undefined;
  const { start, end } = problem;
  return { text: problemText(problemTexts(), text, problem), start, end };
}

export function segmentQuestion(value: string) {
  return {
    prompt: l10n.t('Which customers?'),
    placeholder: 'tag:VIP and not blocked',
    value,
    validate: (typed: string) => segmentProblem(typed)?.text,
  };
}
