import { element } from '../../base/page/dom.ts';
import type { ShownTag } from '../gridRows.ts';
import type { GridStrings } from '../gridStrings.ts';
import { CellRange, contextOfRange, markRange, type Rectangle } from './cellRange.ts';
import {
  type CellColumn,
  type CellTexts,
  contextOf,
  fillRow,
  listenToCells,
  placeOf,
} from './cells.ts';
import { cellsOf, ColumnLayout } from './columnLayout.ts';
import { type Column, type ColumnState, shownColumns } from './columns.ts';
import { GridInput } from './gridInput.ts';
import type { GridNotes } from './gridNotes.ts';
import { Header, type HeadLine, HeadRows } from './header.ts';
import type { CellPlace } from './keyboard.ts';
import type { RowOrder, RowStore } from './rows.ts';
import { RowWindow } from './rowWindow.ts';
import type { Selection } from './selection.ts';

export interface GridOptions {
  readonly strings: GridStrings;
  readonly texts: CellTexts;
  readonly store: RowStore;
  readonly order: RowOrder;
  readonly selection: Selection;
  readonly notes: Pick<GridNotes, 'empty' | 'below'>;
  readonly header: ConstructorParameters<typeof Header>[0];
  /** Row of charts below the column headers. It can be hidden. */
  readonly charts: HeadLine;
  readonly generation: () => number;
  onFocusRow(row: number): void;
  onOpen(): void;
  /** Called when a tag was clicked. */
  onTag(tag: ShownTag): void;
  onSelect(): void;
  /** @param range Range of cells; `undefined`: the selected rows are copied. */
  onCopy(range: Rectangle | undefined): void;
}

/** Table of customers: an ARIA grid with one tab stop. Its rows are positions in the displayed order. */
export class Grid {
  readonly element: HTMLElement;
  readonly header: Header;
  readonly #options: GridOptions;
  readonly #grid: HTMLElement;
  readonly #body = element('div', { role: 'rowgroup', class: 'body' });
  readonly scroller: HTMLElement;
  readonly #window: RowWindow;
  readonly #layout: ColumnLayout;
  readonly #heads: HeadRows;
  /** Range of cells that Ctrl+C copies. */
  readonly range: CellRange;
  #columns: readonly Column[] = [];
  #cells: readonly CellColumn[] = [];
  #place: CellPlace | undefined;
  /** Row at `#place`. It stays the same when positions change. */
  #row: number | undefined;

  constructor(options: GridOptions) {
    this.#options = options;
    this.header = new Header(options.header);
    this.#heads = new HeadRows(this.header, options.charts);
    this.range = new CellRange(options);
    const attributes = { role: 'grid', class: 'grid', 'aria-label': options.strings.grid };
    this.#grid = element('div', attributes, this.#heads.element, this.#body);
    this.#grid.setAttribute('aria-multiselectable', 'true');
    const { empty, below } = options.notes;
    this.scroller = element('div', { class: 'scroller', tabindex: '-1' }, this.#grid, below);
    this.element = element('div', { class: 'table' }, this.scroller, empty);
    this.#layout = new ColumnLayout({
      scroller: this.scroller,
      grid: this.#grid,
      heads: this.#heads.lines,
      body: this.#body,
    });
    this.#window = new RowWindow({
      scroller: this.scroller,
      body: this.#body,
      create: () => this.#layout.createLine(),
      fill: (line, position) => this.#fill(line, position),
    });
    this.showColumns(options.header.columns());
    this.#grid.addEventListener('focusin', (event) => this.#onFocus(event));
    const open = (): void => this.#open();
    const columns = (): number => this.#columns.length;
    const input = new GridInput({ grid: this, heads: this.#heads, options, columns, open });
    input.listen(this.#grid, this.#body);
    listenToCells(this.#body, options, open);
  }

  /** Current row; `undefined` before the user has moved to any row. */
  get row(): number | undefined {
    return this.#row;
  }

  /** Height of the rows above the viewport in px, for any number of rows. */
  get top(): number {
    return this.#window.top;
  }

  set top(top: number) {
    this.#window.top = top;
  }

  get column(): number {
    return this.#stop().column;
  }

  /** Whether the keyboard focus is in a row. */
  get hasFocus(): boolean {
    return this.#body.contains(document.activeElement);
  }

  /** Removes all rows and the current cell after a `reset`. */
  clear(): void {
    const focused = this.#grid.contains(document.activeElement);
    this.#place = undefined;
    this.#row = undefined;
    this.range.end();
    this.top = 0;
    this.update(false, false);
    if (focused) this.focus();
  }

  /** Focuses the current cell, or the table itself if there is no such row. */
  focus(): void {
    const cell = this.#cell(this.#stop());
    (cell ?? this.scroller).focus({ preventScroll: true });
  }

  /** @param isEmpty Whether to show the note for an empty table if no row is shown. */
  update(isEmpty: boolean, isBusy: boolean): void {
    const { length } = this.#options.order;
    this.#grid.setAttribute('aria-rowcount', String(length + this.#heads.count));
    this.#grid.setAttribute('aria-busy', String(isBusy));
    this.element.classList.toggle('busy', isBusy);
    this.#options.notes.empty.hidden = length > 0 || !isEmpty;
    this.#window.show(length, Math.max(0, this.#place?.row ?? 0));
  }

  /** Shows other rows or another order. The current row stays current if it is still shown. */
  reorder(): void {
    const hadFocus = this.#body.contains(document.activeElement);
    const { order } = this.#options;
    if (this.#row !== undefined && this.#place !== undefined && this.#place.row >= 0) {
      const position = order.positionOf(this.#row);
      const row = position ?? Math.min(this.#place.row, order.length - 1);
      this.#place = row < 0 ? undefined : { row, column: this.#place.column };
      this.#row = order.rowAt(row);
      if (position === undefined && this.#row !== undefined) this.#options.onFocusRow(this.#row);
    }
    this.range.check();
    this.#window.show(order.length, Math.max(0, this.#place?.row ?? 0));
    this.refresh();
    if (hadFocus) this.focus();
  }

  toTop(): void {
    this.top = 0;
  }

  /** Updates the layout after the charts were shown or hidden. */
  showHeads(): void {
    const { height } = this.#heads;
    this.element.style.setProperty('--head', `${height}px`);
    if (this.#place !== undefined && this.#place.row < 0) this.#place = undefined;
    this.refresh();
  }

  /** Draws the rows again after they were selected or changed. */
  refresh(): void {
    this.#body.dataset['vscodeContext'] = contextOfRange(this.range.rectangle);
    this.#window.refillAll();
  }

  showColumns(all: readonly ColumnState[]): void {
    const shown = shownColumns(all);
    const ids = shown.map(({ id }) => id);
    const hadFocus = this.#grid.contains(document.activeElement);
    const column = this.#columns[this.#place?.column ?? 0];
    const hasOtherColumns = ids.join() !== this.#columns.join();
    this.#columns = ids;
    this.#cells = cellsOf(shown, this.scroller.clientWidth);
    this.#heads.show(shown);
    this.#layout.show(shown);
    if (this.#place !== undefined && column !== undefined) {
      this.#place = { row: this.#place.row, column: Math.max(0, ids.indexOf(column)) };
    }
    this.#grid.setAttribute('aria-colcount', String(ids.length));
    if (hasOtherColumns) this.range.end();
    if (hasOtherColumns) this.#window.rebuild();
    else this.refresh();
    this.#markHeaderStop();
    if (hadFocus) this.focus();
  }

  /** Updates only the widths, while the mouse drags the edge of a column. */
  resize(all: readonly ColumnState[]): void {
    this.#layout.show(shownColumns(all));
  }

  /** @param focus Whether to move the keyboard focus, too. */
  goTo(place: CellPlace, focus: boolean): void {
    this.#window.approach(place.row);
    this.#setPlace(place);
    const cell = this.#cell(place);
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Scrolls to `top` px and fills each row there once. @param place Current cell. The focus is not moved. */
  restore(place: CellPlace | undefined, top: number): void {
    const { order } = this.#options;
    this.#place = place;
    this.#row = place && order.rowAt(place.row);
    this.#window.show(order.length, Math.max(0, place?.row ?? 0), top);
    if (this.#row !== undefined) this.#options.onFocusRow(this.#row);
  }

  #setPlace(place: CellPlace): void {
    const before = this.#stop();
    const row = this.#options.order.rowAt(place.row);
    const rowBefore = this.#row;
    this.#place = place;
    if (place.row >= 0) this.#row = row;
    this.#window.show(this.#options.order.length, Math.max(0, place.row));
    this.#cell(before)?.setAttribute('tabindex', '-1');
    this.#cell(place)?.setAttribute('tabindex', '0');
    if (this.#row === rowBefore || row === undefined) return;
    const positionBefore =
      rowBefore === undefined ? -1 : (this.#options.order.positionOf(rowBefore) ?? -1);
    this.#window.line(positionBefore)?.classList.remove('current');
    this.#window.line(place.row)?.classList.add('current');
    this.#options.onFocusRow(row);
  }

  #stop(): CellPlace {
    return this.#place ?? { row: 0, column: 0 };
  }

  #cell(place: CellPlace): HTMLElement | undefined {
    if (place.row < 0) return this.#heads.cell(place);
    return this.#window.line(place.row)?.children[place.column] as HTMLElement | undefined;
  }

  #markHeaderStop(): void {
    const stop = this.#stop();
    if (stop.row < 0) this.#heads.cell(stop)?.setAttribute('tabindex', '0');
  }

  #fill(line: HTMLElement, position: number): void {
    const shown = { columns: this.#columns, cells: this.#cells };
    const at = { stop: this.#stop(), current: this.#row, range: this.range.rectangle };
    fillLine(line, position, this.#options, { ...shown, ...at, heads: this.#heads.count });
  }

  #onFocus({ target }: FocusEvent): void {
    const place = this.#heads.placeOf(target) ?? placeOf(target);
    if (place !== undefined) this.#setPlace(place);
  }

  #open(): void {
    if (this.#row !== undefined && (this.#place?.row ?? 0) >= 0) this.#options.onOpen();
  }
}

interface FillOptions {
  readonly texts: CellTexts;
  readonly store: RowStore;
  readonly order: RowOrder;
  readonly selection: Selection;
  readonly generation: () => number;
}

interface Shown {
  readonly columns: readonly Column[];
  readonly cells: readonly CellColumn[];
  /** Cell that is the tab stop. */
  readonly stop: CellPlace;
  /** Current row. */
  readonly current: number | undefined;
  readonly range: Rectangle | undefined;
  /** Number of head rows above the first row. */
  readonly heads: number;
}

/** Fills a line of the table with the row at a position. */
function fillLine(
  line: HTMLElement,
  position: number,
  { store, order, selection, texts, generation }: FillOptions,
  { columns, cells, stop, current, range, heads }: Shown,
): void {
  const number = order.rowAt(position);
  const row = number === undefined ? undefined : store.row(number);
  if (row === undefined || number === undefined) return;
  const isSelected = selection.has(number);
  const isOneOfMany = isSelected && selection.size > 1;
  line.dataset['row'] = String(number);
  line.dataset['position'] = String(position);
  const place = { row: number, generation: generation(), isOneOfMany };
  line.dataset['vscodeContext'] = contextOf(row, place);
  line.setAttribute('aria-rowindex', String(position + 1 + heads));
  line.setAttribute('aria-selected', String(isSelected));
  line.classList.toggle('current', current === number);
  columns.forEach((_, column) => {
    const cell = line.children[column] as HTMLElement | undefined;
    const tabIndex = stop.row === position && stop.column === column ? 0 : -1;
    if (cell !== undefined && cell.tabIndex !== tabIndex) cell.tabIndex = tabIndex;
  });
  fillRow(line, row, cells, texts);
  markRange(line, position, range);
}
