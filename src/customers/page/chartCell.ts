import type { Column } from '../../base/customerFields.ts';
import type { ColumnStatistics } from '../../search/index/statistics.ts';
import { element } from '../../base/page/dom.ts';
import { chartItems, chartWords, type ChartItem, type ChartTexts } from './chartItems.ts';
import type { Choice } from './choice.ts';

/** More bars beside each other could not be told apart; the list has them all. */
const MOST_SEGMENTS = 8;

interface CellOptions extends ChartTexts {
  readonly column: Column;
  isChosen(pick: Choice): boolean;
}

/** The chart of one column: bars by value beside each other, or a histogram. */
export class ChartCell {
  readonly element: HTMLElement;
  readonly column: Column;
  readonly #options: CellOptions;
  readonly #chart = element('div', { class: 'chart' });
  readonly #words = element('div', { class: 'chart-words' });
  #items: readonly ChartItem[] = [];
  #found: ColumnStatistics | undefined;

  constructor(options: CellOptions) {
    this.#options = options;
    this.column = options.column;
    const title = options.strings.columns[options.column];
    const label = options.strings.charts.of.replace('{0}', () => title);
    const attributes = { role: 'gridcell', class: `cell ${options.column}`, tabindex: '-1' };
    const content = element('div', { 'aria-hidden': 'true' }, this.#chart, this.#words);
    this.element = element('div', attributes, content);
    this.element.setAttribute('aria-label', label);
    this.element.setAttribute('aria-haspopup', 'dialog');
    this.#chart.addEventListener('pointerover', ({ target }) => this.#describe(target));
  }

  get items(): readonly ChartItem[] {
    return this.#items;
  }

  get found(): ColumnStatistics | undefined {
    return this.#found;
  }

  /** The bins from left to right, when it is a histogram. */
  get bins(): readonly HTMLElement[] {
    return this.#found !== undefined && this.#found.bins.length > 0 ? this.bars : [];
  }

  get bars(): readonly HTMLElement[] {
    return [...this.#chart.querySelectorAll<HTMLElement>('.bar')];
  }

  get chart(): HTMLElement {
    return this.#chart;
  }

  /** The item of a bar. */
  itemOf(bar: Element | null): ChartItem | undefined {
    const index = bar instanceof HTMLElement ? Number(bar.dataset['item']) : Number.NaN;
    return this.#items[index];
  }

  /** @param hasChoice whether the filter says anything of the column */
  show(found: ColumnStatistics, hasChoice: boolean): void {
    this.#found = found;
    this.#items = chartItems(found, this.#options);
    const isHistogram = found.bins.length > 0;
    this.#chart.classList.toggle('histogram', isHistogram);
    if (isHistogram) this.#showBins(found);
    else this.#showSegments(hasChoice);
    const words = chartWords(found, this.#options);
    this.#words.textContent = words;
    // Words of another language may be longer than the column is wide.
    this.#words.title = words;
    this.element.setAttribute('aria-label', this.#label(found, words));
  }

  /** Shows these bins as those that are being chosen; `undefined`: none are. */
  paint(range: { readonly first: number; readonly last: number } | undefined): void {
    for (const [at, bar] of this.bins.entries()) {
      const isIn = range !== undefined && at >= range.first && at <= range.last;
      bar.classList.toggle('painted', isIn);
    }
  }

  /** What a bar stands for: value, count, share. */
  textOf({ label, count }: ChartItem): string {
    const { strings, format } = this.#options;
    const share = format.percent(count / Math.max(1, this.#found?.rows ?? 0));
    const text = strings.charts.bar.replace('{2}', share);
    return text.replace('{1}', format.count('{0}', count)).replace('{0}', label);
  }

  #label(found: ColumnStatistics, words: string): string {
    const { strings, format, column } = this.#options;
    const summary = strings.charts.summary.replace('{0}', () => strings.columns[column]);
    const text = summary.replace('{1}', format.count('{0}', found.rows));
    return [text, words].filter((part) => part !== '').join(' · ');
  }

  #showBins(found: ColumnStatistics): void {
    const most = Math.max(1, ...found.bins.map(({ count }) => count));
    const bars = this.#bars(found.bins.length);
    for (const [at, { count }] of found.bins.entries()) {
      const bar = bars[at];
      const item = this.#items[at];
      if (bar === undefined || item === undefined) continue;
      bar.className = 'bar bin';
      bar.style.flexGrow = '1';
      bar.dataset['item'] = String(at);
      this.#mark(bar, item);
      const fill = bar.firstElementChild as HTMLElement;
      fill.style.height = `${count === 0 ? 0 : Math.max(4, (count / most) * 100)}%`;
    }
  }

  /** Values that no row has now are shown when they can be added to what is chosen. */
  #showSegments(hasChoice: boolean): void {
    const shown = [...this.#items.entries()].filter(([, { count }]) => count > 0 || hasChoice);
    const last = shown.at(-1);
    // One bar over the whole width would be loud, and say nothing.
    const isWhole = shown.length === 1 && last?.[1].pick?.kind === 'filled' && !hasChoice;
    const kept = isWhole ? [] : shown.slice(0, MOST_SEGMENTS);
    // Those without a value come last, and are not to be missed.
    if (last !== undefined && shown.length > MOST_SEGMENTS) kept[MOST_SEGMENTS - 1] = last;
    const bars = this.#bars(kept.length);
    for (const [at, [index, item]] of kept.entries()) {
      const bar = bars[at];
      if (bar === undefined) continue;
      bar.className = `bar segment of-${item.count === 0 ? 'nobody' : item.kind}`;
      bar.style.flexGrow = String(item.count);
      bar.dataset['item'] = String(index);
      this.#mark(bar, item);
    }
  }

  #mark(bar: HTMLElement, { pick }: ChartItem): void {
    bar.classList.toggle('chosen', pick !== undefined && this.#options.isChosen(pick));
    if (bar.title !== '') bar.title = '';
  }

  /** As many bars as are wanted: those that are there stay, as one of them may have the mouse. */
  #bars(count: number): readonly HTMLElement[] {
    const bars = [...this.bars];
    for (const bar of bars.splice(count)) bar.remove();
    while (bars.length < count) {
      const bar = element('span', { class: 'bar' }, element('span', { class: 'fill' }));
      this.#chart.append(bar);
      bars.push(bar);
    }
    return bars;
  }

  #describe(target: EventTarget | null): void {
    const bar = target instanceof Element ? target.closest<HTMLElement>('.bar') : null;
    const item = this.itemOf(bar);
    if (bar !== null && item !== undefined) bar.title = this.textOf(item);
  }
}
