import { l10n } from 'vscode';

/** Which customers a plan is for, where a search says so. */
export function aboutSearch(search: string): readonly string[] {
  return search.trim() === '' ? [] : [l10n.t('Customers of the search: {0}', search.trim())];
}
