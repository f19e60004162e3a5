import type { Column } from '../../base/customerFields.ts';
import { element, followPointer } from '../../base/page/dom.ts';
import type { ColumnStatistics } from '../../search/index/indexMessages.ts';
import { ChartCell } from './chartCell.ts';
import { ChartList } from './chartList.ts';
import { canChoose, type ChartPick, choose } from './choice.ts';
import type { ColumnState } from './columns.ts';
import type { PageContext } from './pageContext.ts';
import type { RowView } from './rowView.ts';
import { searchHasErrorText } from './searchBox.ts';
import type { SearchBar } from './searchBar.ts';
import { clamp } from '../../base/numbers.ts';

/** Row of charts below the column headers. Only charts in the viewport are computed. */
export class Charts {
  readonly element: HTMLElement;
  readonly list: ChartList;
  readonly #context: PageContext;
  readonly #rows: RowView;
  readonly #search: SearchBar;
  readonly #cells = new Map<Column, ChartCell>();
  /** Columns whose chart is in the viewport. */
  readonly #columnsInViewport = new Set<Column>();
  /** Key of the request whose answer a chart shows: the version of the rows and the search. */
  readonly #received = new Map<Column, string>();
  /** Key and columns of the latest request. */
  #requested: { readonly key: string; readonly columns: readonly Column[] } | undefined;
  readonly #visibilityObserver: IntersectionObserver;

  constructor(context: PageContext, rows: RowView, search: SearchBar) {
    this.#context = context;
    this.#rows = rows;
    this.#search = search;
    this.element = element('div', { role: 'row', class: 'row charts' });
    this.element.hidden = true;
    this.list = new ChartList(context, (cell, pick, adds) =>
      this.#pick(cell, { pick, adds, previousSearch: search.text }),
    );
    this.#visibilityObserver = new IntersectionObserver((entries) => this.#onSeen(entries));
    this.element.addEventListener('pointerdown', (event) => this.#onPointer(event));
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  /** Shows or hides the charts. Call `refresh` afterwards. */
  setShown(isShown: boolean): void {
    const { viewState } = this.#context;
    this.element.hidden = !isShown;
    this.list.close();
    this.#requested = undefined;
    this.#received.clear();
    if (isShown !== viewState.view.statistics) viewState.change({ statistics: isShown });
  }

  /** @param shown columns from left to right, each of which gets a chart */
  show(shown: readonly ColumnState[]): void {
    this.#visibilityObserver.disconnect();
    const ids = new Set(shown.map(({ id }) => id));
    for (const id of this.#columnsInViewport) if (!ids.has(id)) this.#columnsInViewport.delete(id);
    const cells = shown.map(({ id }) => this.#cell(id));
    const elements = cells.map((cell) => cell.element);
    if (elements.some((cellElement, index) => cellElement !== this.element.children[index])) {
      this.element.replaceChildren(...elements);
    } else {
      // The first elements are the shown ones. Those after them belong to columns that are now hidden.
      while (this.element.children[elements.length]) this.element.lastElementChild?.remove();
    }
    for (const cellElement of elements) this.#visibilityObserver.observe(cellElement);
  }

  /** Requests missing statistics of visible columns, after the rows, the search or the visible columns have changed. */
  refresh(): void {
    const { index } = this.#rows;
    // Row queries have priority over statistics.
    if (!this.isShown || index.isBusy) return;
    const { search } = this.#rows;
    const key = `${index.version} ${search}`;
    const columns = [...this.#columnsInViewport].filter(
      (column) => this.#received.get(column) !== key,
    );
    const requested = this.#requested ?? { key, columns: [] };
    // A request for other rows or another search is always replaced, by an empty one if no answer is missing. Otherwise,
    // its answers would be shown later.
    if (requested.key === key && columns.every((column) => requested.columns.includes(column))) {
      return;
    }
    // A new request replaces the pending one, so it includes all columns that have no answer yet.
    this.#requested = { key, columns };
    index.requestStatistics({ columns, search }, (statistics) => this.#showStatistics(statistics));
  }

  #showStatistics(statistics: ColumnStatistics): void {
    const cell = this.#cells.get(statistics.column);
    if (cell === undefined) return;
    this.#received.set(statistics.column, this.#requested?.key ?? '');
    cell.show(statistics);
    this.list.update(cell);
  }

  /** Opens the list of a column. The charts must be shown. */
  open(column: Column): void {
    const cell = this.#cells.get(column);
    if (cell === undefined) return;
    cell.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.list.open(cell);
  }

  #cell(column: Column): ChartCell {
    const existingCell = this.#cells.get(column);
    if (existingCell !== undefined) return existingCell;
    const newCell = new ChartCell(this.#context, column, this.#search);
    this.#cells.set(column, newCell);
    return newCell;
  }

  #onSeen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const cell = this.#cellOf(target);
      if (cell === undefined) continue;
      if (isIntersecting) this.#columnsInViewport.add(cell.column);
      else this.#columnsInViewport.delete(cell.column);
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
    const previousSearch = this.#search.text;
    pickByMouse(event, cell, {
      onPick: (pick, { adds, isDone }) => {
        if (canChoose(cell.column, pick)) this.#pick(cell, { pick, adds, previousSearch }, isDone);
      },
      onCancel: () => this.#search.change(() => previousSearch),
    });
  }

  #onKey(event: KeyboardEvent): void {
    const cell = this.#cellOf(event.target);
    if (cell === undefined || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    event.stopPropagation();
    this.list.open(cell);
  }

  /** `previousSearch`: search before the click or drag. `adds` keeps other choices of the column. */
  #pick(
    cell: ChartCell,
    {
      pick,
      adds,
      previousSearch,
    }: { readonly pick: ChartPick; readonly adds: boolean; readonly previousSearch: string },
    isDone = true,
  ): void {
    const { names } = this.#search;
    const choice = { column: cell.column, pick, adds };
    const next = choose(previousSearch, choice, (id) => names.tagChoice(id));
    if (next !== undefined) this.#search.change(() => next);
    else if (isDone) this.list.open(cell, searchHasErrorText());
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
