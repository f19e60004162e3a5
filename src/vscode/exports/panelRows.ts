import type { RecordSource } from '../../core/exports/exportPlan.ts';
import { recordSpans } from '../../core/json/recordSpans.ts';
import type { CustomerPage, RecordPage } from '../../core/model.ts';
import type { Narrowing } from '../plans/sources/narrowing.ts';
import { loadedRows, narrowedChoice, requireMatching } from '../plans/sources/rowsSource.ts';
import type { CustomerPanel } from '../customers/panel/customerPanel.ts';

/** Rows of an open panel, with the records as the service sent them. */
export interface PanelRows {
  readonly count: number;
  readonly source: RecordSource;
}

/** Throws `UserError` when nobody can tell which rows match. */
export async function panelRows(
  panel: CustomerPanel,
  scope: 'loaded' | 'selected' | 'matching',
  narrowing: Narrowing | undefined,
): Promise<PanelRows> {
  const inScope = await panel.rowsInScope(scope);
  if (scope === 'matching') requireMatching(panel);
  const { pager } = panel;
  const all = { ...loadedRows(panel), rows: inScope };
  const { rows } = narrowing === undefined ? all : await narrowedChoice(all, narrowing);
  const byPage = new Map<CustomerPage, number[]>();
  for (const row of rows) {
    const place = pager.place(row);
    const page = place && pager.pages[place.page];
    if (place === undefined || page === undefined) continue;
    const indexes = byPage.get(page) ?? [];
    indexes.push(place.index);
    byPage.set(page, indexes);
  }
  const source: RecordSource = async function* () {
    for (const [page, indexes] of byPage) yield copyOf(page, indexes);
  };
  return { count: rows.length, source };
}

/** A copy, since an export overwrites what it is given and the panel keeps its pages. */
function copyOf(page: CustomerPage, indexes: readonly number[]): RecordPage {
  const { json, spans } = recordSpans(page.body, page.records.length);
  const wanted = indexes.map((index) => spans[index]).filter((span) => span !== undefined);
  const size = wanted.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const body = new Uint8Array(size);
  let at = 0;
  const records = wanted.map(({ start, end }) => {
    body.set(json.subarray(start, end), at);
    const span = { start: at, end: at + end - start };
    at = span.end + 1;
    return span;
  });
  return { body, records, next: undefined };
}
