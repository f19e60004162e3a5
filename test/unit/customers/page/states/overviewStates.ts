import type { Locator, Page } from 'playwright-core';
import type {
  OverviewData,
  OverviewMessage,
  OverviewSource,
  ValueChart,
} from '../../../../../src/overview/overviewMessages.ts';
import type { TagSort } from '../../../../../src/overview/page/facts.ts';
import type { OpenOverview } from '../openOverview.ts';
import { largeData, sampleAggregate, sampleData } from '../overviewSample.ts';

/** Names of fields that may be `null`. */
type NullableField = {
  [Name in keyof OverviewData]: null extends OverviewData[Name] ? Name : never;
}[keyof OverviewData];

/** All states of the Tag Overview. The types require a state for each message, chart and source. */
export type OverviewState =
  | 'no message yet'
  | `message ${OverviewMessage['type']}`
  | `source ${OverviewSource}`
  | `no ${NullableField}`
  | `table of ${ValueChart}`
  | `sorted by ${TagSort}`
  | `shown ${Shown}`;

type Shown =
  | 'lock'
  | 'nobody scanned'
  | 'scan of long ago'
  | 'scan of some'
  | 'menu of a tag'
  | 'no tag with that name'
  | 'nothing to tidy up'
  | 'ignored findings'
  | 'tags of a finding'
  | 'very many tags';

export interface Stage {
  readonly page: Page;
  readonly tell: OpenOverview['tell'];
}

const DAY = 86_400_000;
const TITLES: Readonly<Record<TagSort, string>> = {
  name: 'Tag',
  customers: 'Customers',
  applied: 'Last applied',
  change: 'Change',
};

const CHART_TITLES: Readonly<Record<ValueChart, string>> = {
  last: 'Customers by month of last interaction',
  first: 'Customers by month of first interaction',
  status: 'Customers by status',
  platform: 'Customers by platform',
  page: 'Customers by page',
};

const card = ({ page }: Stage, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

async function show(on: Stage, change: Partial<OverviewData> = {}): Promise<void> {
  const data = sampleData(change);
  await on.tell({ type: 'show', data });
  if (data.aggregate === null) return on.page.getByText(/^A scan reads the customers/).waitFor();
  await on.page.locator('.tidy').waitFor({ state: 'attached' });
  // The list "To tidy up" is drawn after the visible part, and then shows its count.
  await on.page.locator('[data-number=tidy] dd').filter({ hasText: /\d/ }).waitFor();
}

async function showAsTable(on: Stage, chart: ValueChart): Promise<void> {
  await show(on);
  const name = /^Show as Table/;
  await card(on, CHART_TITLES[chart]).getByRole('button', { name }).click();
}

async function showSorted(on: Stage, by: TagSort): Promise<void> {
  await show(on);
  const tags = card(on, 'Customers by tag');
  const head = tags.getByRole('button', { name: TITLES[by], exact: true });
  // A narrow page hides columns whose values are shown elsewhere.
  if (await head.isVisible()) await head.click();
}

const NO_CUSTOMERS = { customers: 0, tagged: 0, taggings: 0, tags: [], status: [] };
const NO_VALUES = { platform: [], page: [], firstMonths: [], lastMonths: [] };

/** Actions that reach each state from a page without messages. */
export const OVERVIEW_STATES: Readonly<Record<OverviewState, (on: Stage) => Promise<void>>> = {
  'no message yet': async () => undefined,
  'message show': (on) => show(on),
  'message history': async (on) => {
    await show(on, { history: null });
    await on.tell({ type: 'history', history: sampleData().history });
    await on.page.locator('svg.spark').first().waitFor({ state: 'attached' });
  },
  'message progress': async (on) => {
    await show(on);
    await on.tell({ type: 'progress', text: 'Scanning: 3,086 customers' });
  },
  'source scan': (on) => show(on, { sources: ['scan', 'loaded'] }),
  'source loaded': (on) =>
    show(on, {
      sources: ['scan', 'loaded'],
      scope: { source: 'loaded', choice: 'Not all customers', isWhole: false },
    }),
  'no readOnlyReason': (on) => show(on, { readOnlyReason: null }),
  'no scope': (on) => show(on, { scope: null, aggregate: null, history: null, sources: [] }),
  'no aggregate': async (on) => {
    await show(on, { scope: null, aggregate: null, history: null, sources: [] });
    await on.tell({ type: 'progress', text: 'Scanning: 0 customers' });
  },
  'no history': (on) => show(on, { history: null }),
  'table of last': (on) => showAsTable(on, 'last'),
  'table of first': (on) => showAsTable(on, 'first'),
  'table of status': (on) => showAsTable(on, 'status'),
  'table of platform': (on) => showAsTable(on, 'platform'),
  'table of page': (on) => showAsTable(on, 'page'),
  'sorted by customers': (on) => showSorted(on, 'customers'),
  'sorted by name': (on) => showSorted(on, 'name'),
  'sorted by applied': (on) => showSorted(on, 'applied'),
  'sorted by change': (on) => showSorted(on, 'change'),
  'shown lock': (on) => show(on, { readOnlyReason: 'It is read-only here.' }),
  'shown nobody scanned': async (on) => {
    const aggregate = { ...sampleAggregate(Date.now()), ...NO_CUSTOMERS, ...NO_VALUES };
    await show(on, { aggregate, history: null });
  },
  'shown scan of long ago': (on) =>
    show(on, { aggregate: sampleAggregate(Date.now() - 200 * DAY) }),
  'shown scan of some': (on) =>
    show(on, { scope: { source: 'scan', choice: 'active in the last 30 days', isWhole: false } }),
  'shown menu of a tag': async (on) => {
    await show(on);
    await card(on, 'Customers by tag').getByRole('button', { name: 'Actions: VIP' }).click();
    await on.page.locator('[role=menuitem]:focus').waitFor();
  },
  'shown no tag with that name': async (on) => {
    await show(on);
    await on.page.getByRole('searchbox').fill('nothing is called so');
    await on.page.getByText('No tag name contains this text.').waitFor();
  },
  'shown nothing to tidy up': async (on) => {
    const aggregate = { ...sampleAggregate(Date.now()), tags: [] };
    await show(on, { aggregate, tags: [], history: null });
    await on.page.getByText('Nothing to tidy up.').waitFor();
  },
  'shown ignored findings': async (on) => {
    await show(on);
    const ignore = card(on, 'To tidy up').getByRole('button', { name: /^Ignore/ });
    await ignore.first().click();
  },
  'shown tags of a finding': async (on) => {
    await show(on);
    await card(on, 'To tidy up').getByRole('button', { name: 'Show Tags' }).first().click();
    await on.page.locator('.members').waitFor();
  },
  'shown very many tags': async (on) => {
    const { tags, aggregate, history } = largeData(2000);
    await show(on, { tags, aggregate, history });
  },
};
