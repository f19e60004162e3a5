import { l10n } from 'vscode';
import { numberText } from '../../base/ui/numberText.ts';
import { aboutSearch } from './aboutSearch.ts';
import type { ChosenRows } from './chosenRows.ts';
import type { CustomerSource } from './customerSource.ts';

/** Returns which customers a source has, in the words of the list from which it is chosen. */
export function sourceText(source: CustomerSource): string {
  if (source.kind === 'rows') return rowsText(source.chosen);
  const [about = l10n.t('All Customers of the Bot')] = aboutSearch(source.narrowing.search);
  return about;
}

export function rowsText({ scope, rows, pager }: ChosenRows): string {
  const count = numberText(rows.length);
  if (scope === 'selected') return l10n.t('Selected Rows ({0})', count);
  if (scope === 'loaded') return l10n.t('Loaded Rows ({0})', count);
  const all = numberText(pager.rows);
  return l10n.t('Loaded Rows That Match the Search ({0} of {1})', count, all);
}
