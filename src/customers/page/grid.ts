import * as l10n from '@vscode/l10n';
import type { Column } from '../../base/customerFields.ts';
import { element } from '../../base/page/dom.ts';
import { contextOfRange, markRange } from './cellRange.ts';
import {
  type CellColumn,
  rowContextText,
  fillRow,
  listenToCells,
  cellPositionOf,
} from './cells.ts';
import { cellColumnsOf, ColumnLayout } from './columnLayout.ts';
import { shownColumns } from './columns.ts';
import type { Charts } from './charts.ts';
import type { GridNotes } from './gridNotes.ts';
import { Header, HeadRows } from './header.ts';
import type { CellPosition } from './keyboard.ts';
import type { PageContext } from './pageContext.ts';
import { RowWindow } from './rowWindow.ts';

/** `canShowEmptyNote`: the note for an empty table is shown if no row is displayed. `isBusy`: rows are being loaded. */
type GridUpdate = Readonly<Record<'canShowEmptyNote' | 'isBusy', boolean>>;

/**
 * Table of customers: an ARIA grid with one tab stop. The table counts rows in two ways. A row number counts the loaded
 * rows and never changes. A position counts the displayed rows, and is the `row` of a `CellPosition`.
 */
export class Grid {
  readonly element: HTMLElement;
  readonly header: Header;
  readonly #context: PageContext;
  readonly #notes: GridNotes;
  /** Element with the role `grid`: the head rows and the body. */
  readonly table: HTMLElement;
  readonly body = element('div', { role: 'rowgroup', class: 'body' });
  readonly scroller: HTMLElement;
  readonly #window: RowWindow;
  readonly #layout: ColumnLayout;
  readonly headRows: HeadRows;
  #columns: readonly Column[] = [];
  #cellColumns: readonly CellColumn[] = [];
  #currentCell: CellPosition | undefined;
  /** Row number at `#currentCell`. Unlike the position, the row number does not change when rows are sorted. */
  #row: number | undefined;

  constructor(context: PageContext, notes: GridNotes, charts: Charts) {
    this.#context = context;
    this.#notes = notes;
    const { viewState } = context;
    this.header = new Header(context, () => this.#layout.show(shownColumns(viewState.columns)));
    this.headRows = new HeadRows(this.header, charts);
    const attributes = { role: 'grid', class: 'grid', 'aria-label': l10n.t('Customers') };
    this.table = element('div', attributes, this.headRows.element, this.body);
    this.table.setAttribute('aria-multiselectable', 'true');
    this.scroller = element('div', { class: 'scroller', tabindex: '-1' }, this.table, notes.below);
    this.element = element('div', { class: 'table' }, this.scroller, notes.empty);
    this.#layout = new ColumnLayout({
      scroller: this.scroller,
      grid: this.table,
      heads: this.headRows.lines,
      body: this.body,
    });
    const fill = (line: HTMLElement, position: number): void => this.#fill(line, position);
    this.#window = new RowWindow(this.scroller, this.body, this.#layout, fill);
    this.showColumns();
    this.table.addEventListener('focusin', (event) => this.#onFocus(event));
    listenToCells(this.body, context, () => this.open());
  }

  /** Row number of the current row; `undefined` before the user has moved to any row. */
  get row(): number | undefined {
    return this.#row;
  }

  /** Height in px of all rows above the viewport. `RowScale` does not limit it. */
  get top(): number {
    return this.#window.top;
  }

  set top(top: number) {
    this.#window.top = top;
  }

  get column(): number {
    return this.#tabStop().column;
  }

  get columnCount(): number {
    return this.#columns.length;
  }

  /** Whether the keyboard focus is in a row. */
  get hasFocus(): boolean {
    return this.body.contains(document.activeElement);
  }

  /** Removes all rows and the current cell after a `reset`. */
  clear(): void {
    const hadFocus = this.table.contains(document.activeElement);
    this.#currentCell = undefined;
    this.#row = undefined;
    this.#context.range.end();
    this.top = 0;
    this.update({ canShowEmptyNote: false, isBusy: false });
    if (hadFocus) this.focus();
  }

  /** Focuses the current cell, or the table itself if there is no such row. */
  focus(): void {
    const cell = this.#cell(this.#tabStop());
    (cell ?? this.scroller).focus({ preventScroll: true });
  }

  /** Updates the table after rows were added or the loading state changed. */
  update({ canShowEmptyNote, isBusy }: GridUpdate): void {
    const { length } = this.#context.order;
    this.table.setAttribute('aria-rowcount', String(length + this.headRows.count));
    this.table.setAttribute('aria-busy', String(isBusy));
    this.element.classList.toggle('busy', isBusy);
    this.#notes.empty.hidden = length > 0 || !canShowEmptyNote;
    this.#window.show(length, Math.max(0, this.#currentCell?.row ?? 0));
  }

  /** Shows other rows or another order. If the current row is gone, the row at its position becomes current. */
  reorder(): void {
    const hadFocus = this.body.contains(document.activeElement);
    const { order, range } = this.#context;
    if (this.#row !== undefined && this.#currentCell !== undefined && this.#currentCell.row >= 0) {
      const position = order.positionOf(this.#row);
      const newPosition = position ?? Math.min(this.#currentCell.row, order.length - 1);
      this.#currentCell =
        newPosition < 0 ? undefined : { row: newPosition, column: this.#currentCell.column };
      this.#row = order.rowAt(newPosition);
      if (position === undefined && this.#row !== undefined) this.#reportRow(this.#row);
    }
    range.endIfMoved();
    this.#window.show(order.length, Math.max(0, this.#currentCell?.row ?? 0));
    this.refresh();
    if (hadFocus) this.focus();
  }

  /** Updates the layout after the charts were shown or hidden. */
  showHeads(): void {
    const { height } = this.headRows;
    this.element.style.setProperty('--head', `${height}px`);
    // The current cell may be in the charts, which are now hidden.
    if (this.#currentCell !== undefined && this.#currentCell.row < 0) this.#currentCell = undefined;
    this.refresh();
  }

  /** Draws the rows again after they were selected or changed. */
  refresh(): void {
    this.body.dataset['vscodeContext'] = contextOfRange(this.#context.range.rectangle);
    this.#window.refillAll();
  }

  /** Draws one row again, if it is on the screen. A run may change 100,000 rows, each reported by its own message. */
  refreshRow(row: number): void {
    const position = this.#context.order.positionOf(row);
    if (position !== undefined) this.#window.refill(position);
  }

  /** Shows the columns of the view. */
  showColumns(): void {
    const { viewState, range } = this.#context;
    const shown = shownColumns(viewState.columns);
    const ids = shown.map(({ id }) => id);
    const hadFocus = this.table.contains(document.activeElement);
    const currentColumn = this.#columns[this.#currentCell?.column ?? 0];
    const hasOtherColumns = ids.join() !== this.#columns.join();
    this.#columns = ids;
    this.#cellColumns = cellColumnsOf(shown, this.scroller.clientWidth);
    this.headRows.show(shown);
    this.#layout.show(shown);
    if (this.#currentCell !== undefined && currentColumn !== undefined) {
      this.#currentCell = {
        row: this.#currentCell.row,
        column: Math.max(0, ids.indexOf(currentColumn)),
      };
    }
    this.table.setAttribute('aria-colcount', String(ids.length));
    if (hasOtherColumns) range.end();
    if (hasOtherColumns) this.#window.rebuild();
    else this.refresh();
    this.#markHeadTabStop();
    if (hadFocus) this.focus();
  }

  /** Opens the details of the current row, unless the current cell is in the head. */
  open(): void {
    if (this.#row === undefined || (this.#currentCell?.row ?? 0) < 0) return;
    this.#context.actions.openDetails();
  }

  /** Makes a cell the current cell, moves the keyboard focus to it, and scrolls to it. */
  goTo(target: CellPosition): void {
    this.#window.approach(target.row);
    this.#setCurrentCell(target);
    const cell = this.#cell(target);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Makes `currentCell` current and scrolls to `top` px, drawing each row only once. Does not move the focus. */
  restore(currentCell: CellPosition | undefined, top: number): void {
    const { order } = this.#context;
    this.#currentCell = currentCell;
    this.#row = currentCell && order.rowAt(currentCell.row);
    this.#window.show(order.length, Math.max(0, currentCell?.row ?? 0), top);
    if (this.#row !== undefined) this.#reportRow(this.#row);
  }

  #setCurrentCell(target: CellPosition): void {
    const previousStop = this.#tabStop();
    const row = this.#context.order.rowAt(target.row);
    const rowBefore = this.#row;
    this.#currentCell = target;
    if (target.row >= 0) this.#row = row;
    this.#window.show(this.#context.order.length, Math.max(0, target.row));
    this.#cell(previousStop)?.setAttribute('tabindex', '-1');
    this.#cell(target)?.setAttribute('tabindex', '0');
    if (this.#row === rowBefore || row === undefined) return;
    const positionBefore =
      rowBefore === undefined ? -1 : (this.#context.order.positionOf(rowBefore) ?? -1);
    this.#window.line(positionBefore)?.classList.remove('current');
    this.#window.line(target.row)?.classList.add('current');
    this.#reportRow(row);
  }

  /** Reports that another row has become the current row. */
  #reportRow(row: number): void {
    const { panel, model, actions } = this.#context;
    panel.post({ type: 'focusRow', generation: model.generation, row });
    actions.showRow();
  }

  /** Returns the cell that Tab reaches: the current cell, or the first cell. */
  #tabStop(): CellPosition {
    return this.#currentCell ?? { row: 0, column: 0 };
  }

  #cell(target: CellPosition): HTMLElement | undefined {
    if (target.row < 0) return this.headRows.cell(target);
    return this.#window.line(target.row)?.children[target.column] as HTMLElement | undefined;
  }

  #markHeadTabStop(): void {
    const stop = this.#tabStop();
    if (stop.row < 0) this.headRows.cell(stop)?.setAttribute('tabindex', '0');
  }

  #fill(line: HTMLElement, position: number): void {
    const { store, order, selection, model, range } = this.#context;
    const rowNumber = order.rowAt(position);
    const row = rowNumber === undefined ? undefined : store.row(rowNumber);
    if (row === undefined || rowNumber === undefined) return;
    const isSelected = selection.has(rowNumber);
    const isOneOfMany = isSelected && selection.size > 1;
    line.dataset['row'] = String(rowNumber);
    line.dataset['position'] = String(position);
    const { generation } = model;
    line.dataset['vscodeContext'] = rowContextText(row, { rowNumber, generation, isOneOfMany });
    line.setAttribute('aria-rowindex', String(position + 1 + this.headRows.count));
    line.setAttribute('aria-selected', String(isSelected));
    line.classList.toggle('current', this.#row === rowNumber);
    const tabStop = this.#tabStop();
    this.#cellColumns.forEach((_, column) => {
      const cell = line.children[column] as HTMLElement | undefined;
      const tabIndex = tabStop.row === position && tabStop.column === column ? 0 : -1;
      if (cell !== undefined && cell.tabIndex !== tabIndex) cell.tabIndex = tabIndex;
    });
    fillRow(line, row, this.#cellColumns, this.#context);
    markRange(line, position, range.rectangle);
  }

  #onFocus({ target }: FocusEvent): void {
    const focusedCell = this.headRows.cellPositionOf(target) ?? cellPositionOf(target);
    if (focusedCell !== undefined) this.#setCurrentCell(focusedCell);
  }
}
