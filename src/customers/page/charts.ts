import type { Column } from '../../base/customerFields.ts';
import { element, followPointer } from '../../base/page/dom.ts';
import type { ColumnStatistics } from '../../search/index/indexMessages.ts';
import { ChartCell, type ChartTexts } from './chartCell.ts';
import { ChartList } from './chartList.ts';
import {
  canChoose,
  type ChartPick,
  choose,
  hasChoice,
  isChosen,
  type TagChoice,
} from './choice.ts';
import type { ColumnState } from './columns.ts';
import type { IndexClient } from './indexClient.ts';
import type { PageContext } from './pageContext.ts';
import { clamp } from '../../base/numbers.ts';

interface ChartsOptions extends ChartTexts, Pick<PageContext, 'announcer'> {
  readonly index: IndexClient;
  /** Returns the text of the search box. It may have a syntax error. */
  readonly text: () => string;
  /** Returns the search of the shown rows, with saved segments expanded. */
  readonly shownSearch: () => string;
  readonly tagOf: TagChoice;
  readonly onSearch: (search: string) => void;
  onToggle(isShown: boolean): void;
}

/** Row of charts below the column headers. Only visible charts are computed. */
export class Charts {
  readonly element: HTMLElement;
  readonly list: ChartList;
  readonly #options: ChartsOptions;
  readonly #cells = new Map<Column, ChartCell>();
  readonly #visibleColumns = new Set<Column>();
  /** Key of the last request per column: the version of the rows and the search. */
  readonly #requested = new Map<Column, string>();
  /** Key of the request whose answer a chart shows. */
  readonly #received = new Map<Column, string>();
  readonly #visibilityObserver: IntersectionObserver;

  constructor(options: ChartsOptions) {
    this.#options = options;
    this.element = element('div', { role: 'row', class: 'row charts' });
    this.element.hidden = true;
    this.list = new ChartList({
      ...options,
      isChosen: ({ column }, pick) => isChosen(options.text(), column, pick, options.tagOf),
      onPick: (cell, pick, adds) =>
        this.#pick(cell, { pick, adds, previousSearch: options.text() }),
    });
    this.#visibilityObserver = new IntersectionObserver((entries) => this.#onSeen(entries));
    this.element.addEventListener('pointerdown', (event) => this.#onPointer(event));
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  setShown(isShown: boolean): void {
    this.element.hidden = !isShown;
    this.list.close();
    this.#requested.clear();
    this.#options.onToggle(isShown);
    this.refresh();
  }

  /** @param shown columns from left to right, each of which gets a chart */
  show(shown: readonly ColumnState[]): void {
    this.#visibilityObserver.disconnect();
    const ids = new Set(shown.map(({ id }) => id));
    for (const id of this.#visibleColumns) if (!ids.has(id)) this.#visibleColumns.delete(id);
    const cells = shown.map(({ id }) => this.#cell(id));
    const elements = cells.map((cell) => cell.element);
    if (elements.some((cellElement, index) => cellElement !== this.element.children[index])) {
      this.element.replaceChildren(...elements);
    } else while (this.element.children[elements.length]) this.element.lastElementChild?.remove();
    for (const cellElement of elements) this.#visibilityObserver.observe(cellElement);
  }

  /** Requests missing statistics of visible columns, after the rows, the search or the visible columns have changed. */
  refresh(): void {
    const { index } = this.#options;
    // Row queries have priority over statistics.
    if (!this.isShown || index.isBusy) return;
    const search = this.#options.shownSearch();
    const key = `${index.version} ${search}`;
    const columns = [...this.#visibleColumns].filter(
      (column) => this.#requested.get(column) !== key,
    );
    if (columns.length === 0) return;
    // A new request replaces the pending one, so it must include the columns that have no answer yet.
    const unanswered = [...this.#visibleColumns].filter(
      (column) => !columns.includes(column) && !this.#isUpToDate(column),
    );
    for (const column of columns) this.#requested.set(column, key);
    index.requestStatistics({ columns: [...columns, ...unanswered], search });
  }

  showStatistics(statistics: ColumnStatistics): void {
    const cell = this.#cells.get(statistics.column);
    if (cell === undefined) return;
    this.#received.set(statistics.column, this.#requested.get(statistics.column) ?? '');
    cell.show(statistics, hasChoice(this.#options.text(), statistics.column));
    this.list.update(cell);
  }

  readonly open = (column: Column): void => {
    const cell = this.#cells.get(column);
    if (cell === undefined) return;
    if (!this.isShown) this.setShown(true);
    cell.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.list.open(cell);
  };

  #isUpToDate(column: Column): boolean {
    return this.#received.get(column) === this.#requested.get(column);
  }

  #cell(column: Column): ChartCell {
    const existingCell = this.#cells.get(column);
    if (existingCell !== undefined) return existingCell;
    const { strings, format, text, tagOf } = this.#options;
    const newCell = new ChartCell({
      strings,
      format,
      column,
      isChosen: (pick) => isChosen(text(), column, pick, tagOf),
    });
    this.#cells.set(column, newCell);
    return newCell;
  }

  #onSeen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const cell = this.#cellOf(target);
      if (cell === undefined) continue;
      if (isIntersecting) this.#visibleColumns.add(cell.column);
      else this.#visibleColumns.delete(cell.column);
    }
    this.refresh();
  }

  #cellOf(target: EventTarget | null): ChartCell | undefined {
    return [...this.#cells.values()].find((cell) => cell.element.contains(target as Node | null));
  }

  #onPointer(event: PointerEvent): void {
    const cell = this.#cellOf(event.target);
    const isChart = cell?.chart.contains(event.target as Node) === true;
    if (cell === undefined || !isChart) return;
    const previousSearch = this.#options.text();
    pickByMouse(event, cell, {
      onPick: (pick, { adds, isDone }) => {
        if (canChoose(cell.column, pick)) this.#pick(cell, { pick, adds, previousSearch }, isDone);
      },
      onCancel: () => this.#options.onSearch(previousSearch),
    });
  }

  #onKey(event: KeyboardEvent): void {
    const cell = this.#cellOf(event.target);
    if (cell === undefined || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    event.stopPropagation();
    this.list.open(cell);
  }

  /** `choice.previousSearch`: search before the click or drag. `choice.adds` keeps other choices of the column. */
  #pick(
    cell: ChartCell,
    choice: { readonly pick: ChartPick; readonly adds: boolean; readonly previousSearch: string },
    isDone = true,
  ): void {
    const { pick, adds, previousSearch } = choice;
    const { strings, tagOf, onSearch } = this.#options;
    const next = choose(previousSearch, { column: cell.column, pick, adds }, tagOf);
    if (next !== undefined) onSearch(next);
    else if (isDone) this.list.open(cell, strings.searchHasError);
  }
}

interface MouseOptions {
  /** `how.isDone` is false while the mouse is still dragged over the bins. */
  onPick(pick: ChartPick, how: { readonly adds: boolean; readonly isDone: boolean }): void;
  onCancel(): void;
}

/** Handles a click on a bar, or a drag over bins. */
function pickByMouse(start: PointerEvent, cell: ChartCell, options: MouseOptions): void {
  if (start.button !== 0) return;
  const adds = start.shiftKey;
  const { binBars } = cell;
  if (binBars.length === 0) {
    const bar = start.target instanceof Element ? start.target.closest('.bar') : null;
    const pick = cell.itemOf(bar)?.pick;
    if (pick === undefined) return;
    // The bar is picked when the button is released. On `pointerdown`, the browser would take the focus from the list,
    // which opens if the search has an error.
    const onEnd = (): void => options.onPick(pick, { adds, isDone: true });
    return followPointer(start, { onMove: () => undefined, onEnd, onCancel: () => undefined });
  }
  const first = binAt(start.clientX, binBars);
  let last = first;
  cell.highlightBins({ first, last });
  followPointer(start, {
    onMove: (move) => {
      const bin = binAt(move.clientX, cell.binBars);
      if (bin === last) return;
      last = bin;
      cell.highlightBins(ordered(first, last));
      const pick = rangeOf(cell, ordered(first, last));
      if (pick !== undefined) options.onPick(pick, { adds, isDone: false });
    },
    onEnd: () => {
      cell.highlightBins(undefined);
      const pick = rangeOf(cell, ordered(first, last));
      if (pick !== undefined) options.onPick(pick, { adds, isDone: true });
    },
    onCancel: () => {
      cell.highlightBins(undefined);
      options.onCancel();
    },
  });
}

function ordered(start: number, end: number): { readonly first: number; readonly last: number } {
  return { first: Math.min(start, end), last: Math.max(start, end) };
}

function rangeOf(
  cell: ChartCell,
  { first, last }: { readonly first: number; readonly last: number },
): ChartPick | undefined {
  const { bins = [] } = cell.statistics ?? {};
  const [from, to] = [bins[first]?.from, bins[last]?.to];
  return from === undefined || to === undefined ? undefined : { kind: 'range', from, to };
}

/** Returns the index of the bin at a position. The first and the last bin extend infinitely to the left and right. */
function binAt(x: number, bins: readonly HTMLElement[]): number {
  const left = bins[0]?.getBoundingClientRect().left ?? 0;
  const right = bins.at(-1)?.getBoundingClientRect().right ?? 1;
  const index = Math.floor(((x - left) / Math.max(1, right - left)) * bins.length);
  return clamp(index, 0, bins.length - 1);
}
