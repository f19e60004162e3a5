import * as l10n from '@vscode/l10n';
import type { Column } from '../../base/customerFields.ts';
import { element } from '../../base/page/dom.ts';
import type { ColumnStatistics } from '../../search/index/indexMessages.ts';
import { type ChartPick, hasChoice, isChosen } from './choice.ts';
import type { Format } from './format.ts';
import type { PageContext } from './pageContext.ts';
import type { SearchBar } from './searchBar.ts';

/** Maximum number of bars in a chart. More bars would be too narrow to distinguish. The list has all values. */
const MAX_BARS = 8;

/** Chart of one column: bars by value next to each other, or a histogram. */
export class ChartCell {
  readonly element: HTMLElement;
  readonly column: Column;
  readonly #context: PageContext;
  readonly #search: SearchBar;
  readonly chart = element('div', { class: 'chart' });
  readonly #summaryElement = element('div', { class: 'chart-words' });
  #items: readonly ChartItem[] = [];
  #statistics: ColumnStatistics | undefined;

  constructor(context: PageContext, column: Column, search: SearchBar) {
    this.#context = context;
    this.column = column;
    this.#search = search;
    const { columnTitles } = context;
    const label = l10n.t('Statistics of "{0}"', columnTitles[column]);
    const attributes = { role: 'gridcell', class: `cell ${column}`, tabindex: '-1' };
    const content = element('div', { 'aria-hidden': 'true' }, this.chart, this.#summaryElement);
    this.element = element('div', attributes, content);
    this.element.setAttribute('aria-label', label);
    this.element.setAttribute('aria-haspopup', 'dialog');
    this.chart.addEventListener('pointerover', ({ target }) => this.#describe(target));
  }

  /** Items of the chart, also those without a bar. Empty before the first `show`. */
  get items(): readonly ChartItem[] {
    return this.#items;
  }

  get statistics(): ColumnStatistics | undefined {
    return this.#statistics;
  }

  /** Bars of the bins from left to right. Empty if the chart is not a histogram. */
  get binBars(): readonly HTMLElement[] {
    return this.#statistics !== undefined && this.#statistics.bins.length > 0
      ? this.#currentBars
      : [];
  }

  get #currentBars(): readonly HTMLElement[] {
    return [...this.chart.querySelectorAll<HTMLElement>('.bar')];
  }

  itemOf(bar: Element | null): ChartItem | undefined {
    const index = bar instanceof HTMLElement ? Number(bar.dataset['item']) : Number.NaN;
    return this.#items[index];
  }

  /** Returns whether the search has chosen a part of the chart. */
  isChosen(pick: ChartPick): boolean {
    const { text, names } = this.#search;
    return isChosen(text, this.column, pick, (id) => names.tagChoice(id));
  }

  show(statistics: ColumnStatistics): void {
    this.#statistics = statistics;
    this.#items = chartItems(statistics, this.#context.format);
    const isHistogram = statistics.bins.length > 0;
    this.chart.classList.toggle('histogram', isHistogram);
    if (isHistogram) this.#showBins(statistics);
    else this.#showValueBars();
    const summary = summaryText(statistics, this.#context.format);
    this.#summaryElement.textContent = summary;
    // In some languages the text may be wider than the column, so it is also the tooltip.
    this.#summaryElement.title = summary;
    this.element.setAttribute('aria-label', this.#label(statistics, summary));
  }

  /** Highlights the bins over which the user drags; `undefined`: none. */
  highlightBins(range: { readonly first: number; readonly last: number } | undefined): void {
    for (const [index, bar] of this.binBars.entries()) {
      const isIn = range !== undefined && index >= range.first && index <= range.last;
      bar.classList.toggle('painted', isIn);
    }
  }

  #textOf({ label, count }: ChartItem): string {
    const { format } = this.#context;
    const share = format.percent(count / Math.max(1, this.#statistics?.rows ?? 0));
    return l10n.t('{0}: {1} ({2})', label, format.number(count), share);
  }

  #label(statistics: ColumnStatistics, summaryLine: string): string {
    const { columnTitles, format } = this.#context;
    const rowCount = format.number(statistics.rows);
    const text = l10n.t('{0}. Customers: {1}', columnTitles[this.column], rowCount);
    return [text, summaryLine].filter((part) => part !== '').join(' · ');
  }

  #showBins(statistics: ColumnStatistics): void {
    const maxCount = Math.max(1, ...statistics.bins.map(({ count }) => count));
    const bars = this.#bars(statistics.bins.length);
    for (const [index, { count }] of statistics.bins.entries()) {
      const bar = bars[index];
      const item = this.#items[index];
      if (bar === undefined || item === undefined) continue;
      bar.className = 'bar bin';
      bar.style.flexGrow = '1';
      bar.dataset['item'] = String(index);
      this.#mark(bar, item);
      // At least 4%, so that a bin with few rows is visible.
      const fillElement = bar.firstElementChild as HTMLElement;
      fillElement.style.height = `${count === 0 ? 0 : Math.max(4, (count / maxCount) * 100)}%`;
    }
  }

  /**
   * Draws a bar for each value. A value without rows has a bar only if the search has a condition on the column:
   * Shift+click adds the value to this condition.
   */
  #showValueBars(): void {
    const isColumnChosen = hasChoice(this.#search.text, this.column);
    const shownItems = [...this.#items.entries()].filter(
      ([, { count }]) => count > 0 || isColumnChosen,
    );
    const last = shownItems.at(-1);
    // A single bar over the whole width would be conspicuous without giving information.
    const isSingleBar =
      shownItems.length === 1 && last?.[1].pick?.kind === 'filled' && !isColumnChosen;
    const drawnItems = isSingleBar ? [] : shownItems.slice(0, MAX_BARS);
    // Customers without a value come last and must stay visible.
    if (last !== undefined && shownItems.length > MAX_BARS) drawnItems[MAX_BARS - 1] = last;
    const bars = this.#bars(drawnItems.length);
    for (const [barIndex, [itemIndex, item]] of drawnItems.entries()) {
      const bar = bars[barIndex];
      if (bar === undefined) continue;
      bar.className = `bar segment of-${item.count === 0 ? 'nobody' : item.kind}`;
      bar.style.flexGrow = String(item.count);
      bar.dataset['item'] = String(itemIndex);
      this.#mark(bar, item);
    }
  }

  #mark(bar: HTMLElement, { pick }: ChartItem): void {
    bar.classList.toggle('chosen', pick !== undefined && this.isChosen(pick));
    if (bar.title !== '') bar.title = '';
  }

  /** Returns this number of bars. Existing bars are reused, because the mouse may be over one of them. */
  #bars(count: number): readonly HTMLElement[] {
    const bars = [...this.#currentBars];
    for (const bar of bars.splice(count)) bar.remove();
    while (bars.length < count) {
      const bar = element('span', { class: 'bar' }, element('span', { class: 'fill' }));
      this.chart.append(bar);
      bars.push(bar);
    }
    return bars;
  }

  #describe(target: EventTarget | null): void {
    const bar = target instanceof Element ? target.closest<HTMLElement>('.bar') : null;
    const item = this.itemOf(bar);
    if (bar !== null && item !== undefined) bar.title = this.#textOf(item);
  }
}

/** Bar of a chart, and line of its list. */
export interface ChartItem {
  readonly kind: 'value' | 'empty' | 'others';
  /** Part of the chart that a click on the bar picks; `undefined` for the bar of values without a bar of their own. */
  readonly pick: ChartPick | undefined;
  /** Text of the bar. For a bin it is computed when it is read, since formatting days takes a while. */
  readonly label: string;
  readonly count: number;
}

/** Returns the items of a chart from left to right, which are the lines of its list from top to bottom. */
function chartItems(
  { column, rows, values, others, empty, bins }: ColumnStatistics,
  format: Format,
): readonly ChartItem[] {
  const items: ChartItem[] = bins.map(({ from, to, count }) => {
    const pick = { kind: 'range' as const, from, to };
    // `to` is exclusive, so the last day of the label is that of the previous millisecond.
    return {
      kind: 'value',
      pick,
      count,
      get label() {
        return format.days(from, to - 1);
      },
    };
  });
  for (const { key, label, count } of values) {
    const pick = { kind: 'value' as const, key };
    items.push({ kind: 'value', pick, label: valueText(column, key, label, format), count });
  }
  if (items.length === 0 && rows > empty) {
    const label = l10n.t('(any value)');
    items.push({ kind: 'value', pick: { kind: 'filled' }, label, count: rows - empty });
  }
  if (others > 0) {
    const label = l10n.t('(other values)');
    items.push({ kind: 'others', pick: undefined, label, count: others });
  }
  if (empty > 0) {
    const pick = { kind: 'value' as const, key: '' };
    items.push({ kind: 'empty', pick, label: l10n.t('(none)'), count: empty });
  }
  return items;
}

/** Returns the summary below a chart: the share of the most frequent value, or the number of different values. */
function summaryText(statistics: ColumnStatistics, format: Format): string {
  const { column, rows, empty, distinct, values, bins } = statistics;
  if (rows === 0 || bins.length > 0) return '';
  const [top] = values;
  if (column !== 'tags' && column !== 'params' && top !== undefined && top.count > 0) {
    const label = valueText(column, top.key, top.label, format);
    return l10n.t('{0}: {1}', label, format.percent(top.count / rows));
  }
  const count = format.number(distinct);
  return empty === 0
    ? l10n.t('{0} different', count)
    : l10n.t('{0} different · {1} empty', count, format.percent(empty / rows));
}

function valueText(column: Column, key: string, label: string, format: Format): string {
  const hasDisplayNames = column === 'status' || column === 'platform' || column === 'gender';
  return hasDisplayNames ? format.value(column, key) : label;
}
