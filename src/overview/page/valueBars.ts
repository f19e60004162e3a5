import * as l10n from '@vscode/l10n';
import type { CustomerAggregate, ValueCounts } from '../../catalogue/scanCounts.ts';
import type { ValueChart } from '../overviewMessages.ts';
import { element } from '../../base/page/dom.ts';
import { bar, Card, percent, rove } from './chartCard.ts';
import type { OverviewContext } from './overviewContext.ts';
import { joinedByDots } from './overviewFormat.ts';
import { statusTexts } from '../../customers/customerTexts.ts';

/** Maximum number of month columns that are still distinguishable. Longer periods are shown by year. */
const MAX_MONTHS = 36;
/** Maximum width of a column, in px. With three columns of this width, the labels fit below them. */
const MAX_COLUMN_WIDTH = 64;
/** Maximum number of bars. The table has more values. */
const MAX_BARS = 8;
/** Maximum number of table rows. Users do not read longer tables. */
const MAX_ROWS = 500;

/**
 * Chart of customers by one value: months as adjacent columns, other values as bars below each other. A toggle shows a
 * table of the values instead.
 */
export class ValueBars {
  readonly card: Card;
  readonly #context: OverviewContext;
  readonly #chart: ValueChart;
  readonly #drawing = element('div');
  readonly #table = element('div', { class: 'plain', tabindex: '0', role: 'group' });
  readonly #toggle = element('button', { type: 'button', class: 'link' });
  readonly #isTime: boolean;
  #values: ValueCounts = [];
  #customerCount = 0;

  constructor(context: OverviewContext, chart: ValueChart) {
    this.#context = context;
    this.#chart = chart;
    this.#isTime = chart === 'last' || chart === 'first';
    const title = titleOf(chart);
    this.#toggle.append(l10n.t('Show as Table'), ' ');
    this.#toggle.append(element('span', { class: 'hidden-text' }, title));
    this.#toggle.addEventListener('click', () => this.#switch());
    this.#table.hidden = true;
    this.#table.setAttribute('aria-label', title);
    this.card = new Card(title, this.#drawing, [this.#toggle]);
    this.card.element.append(this.#table);
  }

  show(aggregate: CustomerAggregate): void {
    const values = VALUES_OF_CHART[this.#chart](aggregate);
    this.#values = this.#isTime && values.length > MAX_MONTHS ? byYear(values) : values;
    this.#customerCount = aggregate.customers;
    const chartElements = this.#isTime ? this.#createColumns() : this.#createBars();
    this.#drawing.replaceChildren(
      ...(this.#values.length === 0
        ? [element('p', { class: 'dim' }, l10n.t('No customers'))]
        : chartElements),
    );
    rove(this.#drawing, this.#isTime ? 'ul' : 'li');
    if (!this.#table.hidden) this.#fillTable();
  }

  #createColumns(): readonly HTMLElement[] {
    const { format } = this.#context;
    const maxCount = maxCustomersOf(this.#values);
    const list = element('ul', { class: 'columns' });
    for (const [value, customers] of this.#values) {
      const fillElement = element('span', { class: 'fill' });
      fillElement.style.height = `${percent(customers, maxCount)}%`;
      list.append(element('li', {}, this.#createButton(value, customers, fillElement)));
    }
    const labelIndexes = [0, Math.floor((this.#values.length - 1) / 2), this.#values.length - 1];
    const labels = [...new Set(labelIndexes)].map((index) =>
      element('span', {}, format.month(this.#values[index]?.[0] ?? '')),
    );
    const axis = element('div', { class: 'axis', 'aria-hidden': 'true' }, ...labels);
    // Limit the width, so that a single month is not a very wide column.
    for (const part of [list, axis])
      part.style.maxWidth = `${this.#values.length * MAX_COLUMN_WIDTH}px`;
    return [list, axis];
  }

  #createBars(): readonly HTMLElement[] {
    const { format } = this.#context;
    const maxCount = maxCustomersOf(this.#values);
    const list = element('ul', { class: 'bars' });
    for (const [value, customers] of this.#values.slice(0, MAX_BARS)) {
      const text = joinedByDots(
        format.number(customers),
        format.share(customers, this.#customerCount),
      );
      const label = element('span', { class: 'label' }, this.#labelOf(value));
      const parts = [label, bar(customers, maxCount), element('span', { class: 'number' }, text)];
      list.append(element('li', {}, this.#createButton(value, customers, ...parts)));
    }
    const hiddenCount = this.#values.length - MAX_BARS;
    const othersText = l10n.t('More values in the table: {0}', format.number(hiddenCount));
    return hiddenCount > 0 ? [list, element('p', { class: 'dim' }, othersText)] : [list];
  }

  #createButton(value: string, customers: number, ...parts: readonly HTMLElement[]): HTMLElement {
    const { format, host } = this.#context;
    const chart = this.#chart;
    const share = format.share(customers, this.#customerCount);
    const description = l10n.t(
      '{0}: {1}',
      this.#labelOf(value),
      joinedByDots(format.customers(customers), share),
    );
    const button = element('button', { type: 'button', 'data-key': `${chart} ${value}` }, ...parts);
    for (const part of parts) part.setAttribute('aria-hidden', 'true');
    button.append(element('span', { class: 'hidden-text' }, description));
    button.title = description;
    button.addEventListener('click', () => host.post({ type: 'value', chart, value }));
    return button;
  }

  #labelOf(value: string): string {
    const { format } = this.#context;
    if (this.#isTime) return format.month(value);
    if (this.#chart === 'platform' && value === 'FB') return 'Facebook';
    return this.#chart === 'status' ? (statusTexts(l10n)[Number(value) - 1] ?? value) : value;
  }

  #switch(): void {
    const showsTable = this.#table.hidden;
    this.#table.hidden = !showsTable;
    this.#drawing.hidden = showsTable;
    this.#toggle.firstChild?.replaceWith(
      showsTable ? l10n.t('Show as Chart') : l10n.t('Show as Table'),
    );
    if (showsTable) this.#fillTable();
  }

  #fillTable(): void {
    const { format } = this.#context;
    const lines = this.#values.slice(0, MAX_ROWS).map(([value, customers]) => {
      const name = this.#isTime ? value : this.#labelOf(value);
      const share = format.share(customers, this.#customerCount);
      const count = element('td', { class: 'number' }, format.number(customers));
      return element('tr', {}, element('td', {}, name), count, element('td', {}, share));
    });
    const numberTitles = [l10n.t('Customers'), l10n.t('Share')].map((title) =>
      element('th', { scope: 'col', class: 'number' }, title),
    );
    const titles = [element('th', { scope: 'col' }, l10n.t('Value')), ...numberTitles];
    this.#table.replaceChildren(
      element(
        'table',
        {},
        element('thead', {}, element('tr', {}, ...titles)),
        element('tbody', {}, ...lines),
      ),
    );
  }
}

const VALUES_OF_CHART: Readonly<Record<ValueChart, (aggregate: CustomerAggregate) => ValueCounts>> =
  {
    last: ({ lastMonths }) => lastMonths,
    first: ({ firstMonths }) => firstMonths,
    status: ({ status }) => status,
    platform: ({ platform }) => platform,
    page: ({ page }) => page,
  };

function titleOf(chart: ValueChart): string {
  const titles: Record<ValueChart, string> = {
    last: l10n.t('Customers by month of last interaction'),
    first: l10n.t('Customers by month of first interaction'),
    status: l10n.t('Customers by status'),
    platform: l10n.t('Customers by platform'),
    page: l10n.t('Customers by page'),
  };
  return titles[chart];
}

function byYear(months: ValueCounts): ValueCounts {
  const years = Map.groupBy(months, ([month]) => month.slice(0, 4));
  return [...years].map(([year, monthCounts]) => [
    year,
    monthCounts.reduce((sum, [, count]) => sum + count, 0),
  ]);
}

function maxCustomersOf(values: ValueCounts): number {
  return values.reduce((max, [, customers]) => Math.max(max, customers), 0);
}
