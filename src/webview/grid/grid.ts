import type { ShownTag } from '../../surface/gridRows.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import { shownColumns, type Column, type ColumnState } from '../base/columns.ts';
import { element } from '../base/dom.ts';
import {
  chipOf,
  createRow,
  describeCell,
  placeOf,
  type CellColumn,
  type CellTexts,
} from './cells.ts';
import { ColumnLayout } from './columnLayout.ts';
import { fillLine } from './fillLine.ts';
import { Header } from './header.ts';
import { moved, type CellPlace } from './keyboard.ts';
import type { RowOrder } from './rowOrder.ts';
import type { RowStore } from './rowStore.ts';
import { ROW_HEIGHT, RowWindow } from './rowWindow.ts';
import { selectByKey, selectByMouse } from './select.ts';
import type { Selection } from './selection.ts';

export interface GridOptions {
  readonly strings: GridStrings;
  readonly texts: CellTexts;
  readonly store: RowStore;
  readonly order: RowOrder;
  readonly selection: Selection;
  /** What stands there when no row does. */
  readonly empty: HTMLElement;
  readonly header: ConstructorParameters<typeof Header>[0];
  readonly generation: () => number;
  onFocusRow(row: number): void;
  onOpen(): void;
  /** A tag was clicked. */
  onTag(tag: ShownTag): void;
  onSelect(): void;
  onCopy(): void;
}

/** The row of column headers counts as the row above the first one. */
const HEADER = -1;

/** The table of customers: an ARIA grid with one tab stop. Its rows are positions in the order that is shown. */
export class Grid {
  readonly element: HTMLElement;
  readonly header: Header;
  readonly #options: GridOptions;
  readonly #grid: HTMLElement;
  readonly #body = element('div', { role: 'rowgroup', class: 'body' });
  readonly scroller: HTMLElement;
  readonly #window: RowWindow;
  readonly #layout: ColumnLayout;
  #columns: readonly Column[] = [];
  #cells: readonly CellColumn[] = [];
  #place: CellPlace | undefined;
  /** The row at `#place`: it stays the same when positions change. */
  #row: number | undefined;
  constructor(options: GridOptions) {
    this.#options = options;
    this.header = new Header(options.header);
    const head = element('div', { role: 'rowgroup', class: 'head' }, this.header.element);
    const attributes = { role: 'grid', class: 'grid', 'aria-label': options.strings.grid };
    this.#grid = element('div', attributes, head, this.#body);
    this.#grid.setAttribute('aria-multiselectable', 'true');
    this.scroller = element('div', { class: 'scroller', tabindex: '-1' }, this.#grid);
    this.element = element('div', { class: 'table' }, this.scroller, options.empty);
    this.#layout = new ColumnLayout({
      ...{ scroller: this.scroller, grid: this.#grid },
      ...{ header: this.header.element, body: this.#body },
    });
    this.#window = new RowWindow({
      scroller: this.scroller,
      body: this.#body,
      create: () => this.#create(),
      fill: (line, position) => this.#fill(line, position),
    });
    this.showColumns(options.header.columns());
    this.#grid.addEventListener('focusin', (event) => this.#onFocus(event));
    this.#grid.addEventListener('keydown', (event) => this.#onKey(event));
    this.#body.addEventListener('mousedown', (event) => this.#onMouse(event));
    this.#body.addEventListener('click', (event) => this.#onClick(event));
    this.#body.addEventListener('dblclick', () => this.#open());
    this.#body.addEventListener('mouseover', ({ target }) => {
      const row = options.order.rowAt(placeOf(target)?.row ?? -1);
      const record = row === undefined ? undefined : options.store.row(row)?.record;
      if (record !== undefined) describeCell(target, record, options.texts.format);
    });
  }

  /** The row that the person is at; `undefined` before they were at any. */
  get row(): number | undefined {
    return this.#row;
  }

  /** px of the rows above the screen, however many there are. */
  get top(): number {
    return this.#window.top;
  }

  set top(top: number) {
    this.#window.top = top;
  }

  get column(): number {
    return this.#stop().column;
  }

  /** Whether the keyboard is at a row. */
  get hasFocus(): boolean {
    return this.#body.contains(document.activeElement);
  }

  /** After a `reset`: no row is left, and nobody is at one. */
  clear(): void {
    const focused = this.#grid.contains(document.activeElement);
    this.#place = undefined;
    this.#row = undefined;
    this.top = 0;
    this.update(false, false);
    if (focused) this.focus();
  }

  /** Where the person was, or the table itself when there is no such row. */
  focus(): void {
    const cell = this.#cell(this.#stop());
    (cell ?? this.scroller).focus({ preventScroll: true });
  }

  /** @param isEmpty whether that is to be said when no row is shown */
  update(isEmpty: boolean, isBusy: boolean): void {
    const { length } = this.#options.order;
    this.#grid.setAttribute('aria-rowcount', String(length + 1));
    this.#grid.setAttribute('aria-busy', String(isBusy));
    this.element.classList.toggle('busy', isBusy);
    this.#options.empty.hidden = length > 0 || !isEmpty;
    this.#window.show(length, Math.max(0, this.#place?.row ?? 0));
  }

  /** Other rows are shown, or in another order: the person stays at their row, if it is still there. */
  reorder(): void {
    const hadFocus = this.#body.contains(document.activeElement);
    const { order } = this.#options;
    if (this.#row !== undefined && this.#place !== undefined && this.#place.row !== HEADER) {
      const position = order.positionOf(this.#row);
      const row = position ?? Math.min(this.#place.row, order.length - 1);
      this.#place = row < 0 ? undefined : { row, column: this.#place.column };
      this.#row = order.rowAt(row);
      if (position === undefined && this.#row !== undefined) this.#options.onFocusRow(this.#row);
    }
    this.#window.show(order.length, Math.max(0, this.#place?.row ?? 0));
    this.refresh();
    if (hadFocus) this.focus();
  }

  toTop(): void {
    this.top = 0;
  }

  /** Rows look different: they were selected, or changed. */
  refresh(): void {
    this.#window.refillAll();
  }

  showColumns(all: readonly ColumnState[]): void {
    const shown = shownColumns(all);
    const ids = shown.map(({ id }) => id);
    const hadFocus = this.#grid.contains(document.activeElement);
    const column = this.#columns[this.#place?.column ?? 0];
    const isOther = ids.join() !== this.#columns.join();
    this.#columns = ids;
    // The last one takes what is left of the line.
    const rest = shown
      .slice(0, -1)
      .reduce((left, { width }) => left - width, this.scroller.clientWidth);
    this.#cells = shown.map(({ id, width }, index) => {
      return { id, width: index === ids.length - 1 ? Math.max(width, rest) : width };
    });
    this.header.show(shown);
    this.#layout.show(shown);
    if (this.#place !== undefined && column !== undefined) {
      this.#place = { row: this.#place.row, column: Math.max(0, ids.indexOf(column)) };
    }
    this.#grid.setAttribute('aria-colcount', String(ids.length));
    if (isOther) this.#window.rebuild();
    else this.refresh();
    this.#markHeaderStop();
    if (hadFocus) this.focus();
  }

  /** While the mouse drags an edge only the widths change. */
  resize(all: readonly ColumnState[]): void {
    this.#layout.show(shownColumns(all));
  }

  /** @param focus whether the keyboard goes there too */
  goTo(place: CellPlace, focus: boolean, block: ScrollLogicalPosition = 'nearest'): void {
    this.#window.approach(place.row);
    this.#setPlace(place);
    const cell = this.#cell(place);
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block, inline: 'nearest' });
  }

  #create(): HTMLElement {
    const line = createRow(this.#columns);
    this.#layout.pin(line);
    return line;
  }

  #setPlace(place: CellPlace): void {
    const before = this.#stop();
    const row = this.#options.order.rowAt(place.row);
    const rowBefore = this.#row;
    this.#place = place;
    if (place.row !== HEADER) this.#row = row;
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

  #cell({ row, column }: CellPlace): HTMLElement | undefined {
    if (row === HEADER) return this.header.cell(column);
    return this.#window.line(row)?.children[column] as HTMLElement | undefined;
  }

  #markHeaderStop(): void {
    const { row, column } = this.#stop();
    if (row === HEADER) this.header.cell(column)?.setAttribute('tabindex', '0');
  }

  #fill(line: HTMLElement, position: number): void {
    const shown = { columns: this.#columns, cells: this.#cells };
    const at = { stop: this.#stop(), current: this.#row };
    fillLine(line, position, this.#options, { ...shown, ...at });
  }

  #onFocus({ target }: FocusEvent): void {
    const column = this.header.indexOf(target);
    const place = column >= 0 ? { row: HEADER, column } : placeOf(target);
    if (place !== undefined) this.#setPlace(place);
  }

  #onMouse(event: MouseEvent): void {
    const row = this.#options.order.rowAt(placeOf(event.target)?.row ?? -1);
    if (row === undefined) return;
    selectByMouse(event, row, { ...this.#options, from: this.#row });
    this.#options.onSelect();
  }

  #onClick(event: MouseEvent): void {
    const chip = chipOf(event);
    const { order, store, texts } = this.#options;
    const row = order.rowAt(placeOf(event.target)?.row ?? -1);
    if (chip === undefined || row === undefined) return;
    const tag = texts.format.tags(store.row(row)?.record)[chip.index];
    if (chip.isRest) this.#open();
    else if (tag !== undefined && tag.id !== '') {
      this.#options.onTag({ id: tag.id, name: tag.text });
    }
  }

  #onKey(event: KeyboardEvent): void {
    const isHeader = this.header.indexOf(event.target) >= 0;
    const from = isHeader ? this.#place : placeOf(event.target);
    if (from === undefined || event.altKey) return;
    const key = { key: event.key, control: event.ctrlKey || event.metaKey };
    const to = moved(key, from, this.#extent());
    const row = this.#options.order.rowAt(from.row);
    const targetRow = to && this.#options.order.rowAt(to.row);
    if (to !== undefined) {
      this.goTo(to, true);
      if (event.shiftKey && targetRow !== undefined) {
        this.#options.selection.extendTo(targetRow, this.#options.order, row);
        this.#options.onSelect();
      }
    } else if (event.key === 'Enter' && !key.control) this.#open();
    else if (key.control && event.key.toLowerCase() === 'c') this.#options.onCopy();
    else if (row !== undefined && selectByKey(event, row, this.#options)) this.#options.onSelect();
    else return;
    event.preventDefault();
  }

  #extent() {
    const screen = Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 1;
    return { rows: this.#options.order.length, columns: this.#columns.length, screen };
  }

  #open(): void {
    if (this.#row !== undefined && this.#place?.row !== HEADER) this.#options.onOpen();
  }
}
