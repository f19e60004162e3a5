import { l10n } from 'vscode';
import { numberText } from '../../base/ui/localeTexts.ts';
import { searchNotes, type ChosenRows } from './chosenRows.ts';
import type { Narrowing } from './narrowing.ts';

/** Customers of a bot at the time of choosing. Later changes of the panel do not affect them. */
export type CustomerSource = RowSource | ServiceSource;

/** Rows of the Customers panel. */
export interface RowSource {
  readonly kind: 'rows';
  readonly chosen: ChosenRows;
}

/** Customers of the service that match a search. */
export interface ServiceSource {
  readonly kind: 'service';
  readonly narrowing: Narrowing;
  /** Time in ms after which customers were active; `null`: any time. */
  readonly from: number | null;
  /** Customers per page. If absent, the maximum is used. */
  readonly limit?: number | undefined;
}

/** Returns the name of a source, in the same wording as the list from which the user chooses it. */
export function sourceText(source: CustomerSource): string {
  if (source.kind === 'rows') return rowsText(source.chosen);
  const [about = l10n.t('All Customers of the Bot')] = searchNotes(source.narrowing.search);
  return about;
}

export function rowsText({ scope, rows, pager }: ChosenRows): string {
  const count = numberText(rows.length);
  if (scope === 'selected') return l10n.t('Selected Rows ({0})', count);
  if (scope === 'loaded') return l10n.t('Loaded Rows ({0})', count);
  const loadedCount = numberText(pager.rowCount);
  return l10n.t('Rows That Match the Search ({0} of {1} loaded)', count, loadedCount);
}
