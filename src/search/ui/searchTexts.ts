import { l10n } from 'vscode';
import type { SearchStrings, SearchWords } from '../searchStrings.ts';
import { problemTexts } from './problemTexts.ts';

/** @param names of segments */
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
    unknown: l10n.t('Found neither in the list of bots and tags nor on any loaded customer: {0}'),
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
