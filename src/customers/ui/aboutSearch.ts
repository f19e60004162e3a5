import { l10n } from 'vscode';

/** Returns the note in a plan about the search that chose its customers, if any. */
export function aboutSearch(search: string): readonly string[] {
  return search.trim() === ''
    ? []
    : [l10n.t('Only customers that match this search: {0}', search.trim())];
}
