import type { Locator, Page } from 'playwright-core';
import type { View } from '../../../../../src/customers/gridMessages.ts';
import type { GridStatus } from '../../../../../src/customers/gridRows.ts';
import type { FacetName } from '../../../../../src/search/index/indexMessages.ts';
import type { OpenPage } from '../openPage.ts';
import { append, customer, reset, row, rows, STATE, status } from '../sample.ts';

export interface Stage {
  readonly page: Page;
  readonly tell: OpenPage['tell'];
}

export const SEARCH = 'tag:VIP applied < 30d and (platform = LINE or not active < 2025-01-01)';
/** Number of rows, as small as possible, because each check of a state takes time. */
export const ROWS = 8;
export const MATCHING = new RegExp(` of ${ROWS} loaded`);
export const NOTE =
  'Exported from Tea House on Nov 2, 2026. Fields that were not exported are empty.';

export const button = ({ page }: Stage, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
export const cell = ({ page }: Stage, line: number, column: string): Locator =>
  page.locator(`[role=row][data-row="${line}"] .${column}`);

export async function showRows(on: Stage, change: Partial<GridStatus> = {}): Promise<void> {
  await on.tell(reset());
  const added = append(0, rows(0, ROWS));
  if (added.type === 'append') await on.tell({ ...added, status: status(ROWS, change) });
  await cell(on, 0, 'name').waitFor();
}

export async function showSearch(on: Stage, search: string): Promise<void> {
  await showView(on, { search, chosen: search });
  await on.page.getByText(MATCHING).waitFor();
}

export async function showView(on: Stage, change: Partial<View>): Promise<void> {
  const columns: View['columns'] = [];
  const defaults = {
    columns,
    sort: null,
    search: '',
    chosen: '',
    details: false,
    statistics: false,
  };
  const first = reset();
  if (first.type !== 'reset') return;
  await on.tell({ ...first, state: { ...STATE, view: { ...defaults, ...change } } });
  await on.tell(append(0, rows(0, ROWS)));
}

export async function typeSearch(on: Stage, text: string): Promise<void> {
  await showRows(on);
  await on.page.getByLabel('Search loaded customers').fill(text);
}

export const FACETS: Readonly<Record<FacetName | 'active', string>> = {
  status: 'Status',
  platform: 'Platform',
  tag: 'Tag',
  active: 'Active',
};

export async function openFacet(on: Stage, name: keyof typeof FACETS): Promise<void> {
  await showRows(on);
  await button(on, FACETS[name]).click();
  await on.page.locator('.popup input:focus').waitFor();
}

export async function openMoreActions(on: Stage, entry?: string): Promise<void> {
  await showRows(on);
  await cell(on, 0, 'name').click();
  await button(on, 'More Actions…').click();
  await on.page.locator('[role=menuitem]:focus').waitFor();
  if (entry !== undefined) await on.page.getByRole('menuitem', { name: entry }).click();
}

export async function showUntaggable(on: Stage): Promise<void> {
  const problems = [{ field: 'phone', text: '"phone" is a number, text was expected.' }];
  const record = { ...customer(0), phone: 912, tags: null };
  await on.tell(reset(), append(0, [row(0, { record, problems, untaggable: 3 }), row(1)]));
  await cell(on, 0, 'phone').click();
}

export async function showSavedSegments(on: Stage): Promise<void> {
  const saved = [
    { name: 'Regulars', text: 'tag:VIP', from: 'file' as const },
    { name: 'Odd', text: 'tag:', from: 'window' as const },
  ];
  await typeSearch(on, 'tag:VIP');
  await on.tell({ type: 'segments', saved });
  await button(on, 'Segments').click();
  await button(on, 'Odd').waitFor();
}
