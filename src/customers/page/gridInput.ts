import { followPointer } from '../../base/page/dom.ts';
import { cellPositionOf } from './cells.ts';
import type { Grid } from './grid.ts';
import { type CellPosition, targetCell } from './keyboard.ts';
import type { PageContext } from './pageContext.ts';
import type { RowOrder } from './rows.ts';
import { ROW_HEIGHT } from './rowWindow.ts';
import { clamp } from '../../base/numbers.ts';

/** Keyboard and mouse input of the table: moves the current cell, selects rows and cells, and copies them. */
export class GridInput {
  readonly #context: PageContext;
  readonly #grid: Grid;

  constructor(context: PageContext, grid: Grid) {
    this.#context = context;
    this.#grid = grid;
  }

  listen(): void {
    const { table, body } = this.#grid;
    table.addEventListener('keydown', (event) => this.#onKey(event));
    body.addEventListener('mousedown', (event) => this.#onMouse(event));
    body.addEventListener('pointerdown', (event) => this.#onPointer(event));
  }

  #onMouse(event: MouseEvent): void {
    const { selection, order, range, actions } = this.#context;
    // The `row` of a cell is its displayed position. The variable `row` is the number of the row in the store.
    const clicked = cellPositionOf(event.target);
    const row = order.rowAt(clicked?.row ?? -1);
    if (row === undefined || clicked === undefined) return;
    if (event.button === 0 && event.shiftKey) {
      const focusedPosition = order.positionOf(this.#grid.row ?? row) ?? clicked.row;
      return this.#extend(clicked, { row: focusedPosition, column: this.#grid.column });
    }
    // The right button (2) opens the menu. On a selected row, the menu applies to the range, so the range stays.
    if (event.button !== 2 || !selection.has(row)) range.end();
    selectByMouse(event, row, this.#context);
    actions.showSelection();
  }

  /** Starts a drag that selects a range of cells. */
  #onPointer(event: PointerEvent): void {
    const startCell = cellPositionOf(event.target);
    if (startCell === undefined) return;
    dragCells(event, this.#grid, this.#context.order, (to) => {
      this.#grid.goTo(to);
      this.#extend(to, startCell);
    });
  }

  /** @param start cell where a new range begins */
  #extend(to: CellPosition, start: CellPosition): void {
    const { range, actions } = this.#context;
    range.extendTo(to, start);
    actions.showSelection();
  }

  #onKey(event: KeyboardEvent): void {
    const { order, range, actions } = this.#context;
    const from = this.#grid.headRows.cellPositionOf(event.target) ?? cellPositionOf(event.target);
    if (from === undefined || event.altKey) return;
    const key = { key: event.key, control: event.ctrlKey || event.metaKey };
    const to = targetCell(key, from, this.#extent());
    const row = order.rowAt(from.row);
    if (to !== undefined) this.#goTo(to, from, event.shiftKey);
    else if (event.key === 'Enter' && !key.control) this.#grid.open();
    else if (key.control && event.key.toLowerCase() === 'c') this.#copy();
    else if (row !== undefined && selectByKey(event, row, this.#context)) {
      range.end();
      actions.showSelection();
    } else return;
    event.preventDefault();
  }

  #goTo(to: CellPosition, from: CellPosition, extendsRange: boolean): void {
    const { range } = this.#context;
    this.#grid.goTo(to);
    if (extendsRange && to.row >= 0) return this.#extend(to, from);
    if (extendsRange || range.rectangle === undefined) return;
    range.end();
    this.#grid.refresh();
  }

  /** Copies the range of cells, or the IDs of the selected rows if there is no range. */
  #copy(): void {
    const { range, actions, panel, model } = this.#context;
    if (range.rectangle !== undefined) actions.copyRange('text');
    else panel.post({ type: 'copyIds', generation: model.generation });
  }

  #extent() {
    const { scroller, columnCount, headRows } = this.#grid;
    const { height, count } = headRows;
    return {
      rowCount: this.#context.order.length,
      columnCount,
      rowsPerScreen: Math.floor((scroller.clientHeight - height) / ROW_HEIGHT),
      headCount: count,
    };
  }
}

/** On a selected row, the right button (2) opens the menu for all selected rows, so the selection stays. */
function selectByMouse(event: MouseEvent, row: number, { selection }: PageContext): void {
  if (event.button === 2) {
    if (!selection.has(row)) selection.selectOnly(row);
  } else if (event.button === 0 && (event.ctrlKey || event.metaKey)) selection.toggle(row);
  else if (event.button === 0) selection.selectOnly(row);
}

/** @returns whether the key changed the selection */
function selectByKey(
  event: KeyboardEvent,
  row: number,
  { selection, order }: PageContext,
): boolean {
  const control = event.ctrlKey || event.metaKey;
  if (event.key === ' ') selection.toggle(row);
  else if (event.key === 'Escape' && selection.size > 0) selection.clear();
  else if (control && event.key.toLowerCase() === 'a') selection.selectAll(order);
  else return false;
  return true;
}

/** Calls `onCell` for each cell that the mouse reaches until the button is released. At the edges the rows scroll. */
function dragCells(
  start: PointerEvent,
  grid: Grid,
  order: RowOrder,
  onCell: (target: CellPosition) => void,
): void {
  const { button, ctrlKey, metaKey, pointerType } = start;
  if (button !== 0 || ctrlKey || metaKey || pointerType !== 'mouse') return;
  let latestEvent = start;
  let previousCell: CellPosition | undefined;
  let frame: number | undefined;
  const reportCell = (): void => {
    const currentCell = cellAt(latestEvent, grid, order);
    const isSame =
      currentCell.row === previousCell?.row && currentCell.column === previousCell.column;
    previousCell = currentCell;
    if (!isSame) onCell(currentCell);
  };
  // Runs in each frame while the mouse is outside, so that scrolling continues even if the mouse does not move.
  const onFrame = (): void => {
    reportCell();
    frame = isOutside(latestEvent, grid.scroller) ? requestAnimationFrame(onFrame) : undefined;
  };
  const stopScrolling = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
  previousCell = cellAt(start, grid, order);
  followPointer(start, {
    onMove: (move) => {
      latestEvent = move;
      frame ??= requestAnimationFrame(onFrame);
    },
    onEnd: (up) => {
      latestEvent = up;
      reportCell();
      stopScrolling();
    },
    onCancel: stopScrolling,
  });
}

function cellAt(
  { clientX, clientY }: PointerEvent,
  { scroller, header, headRows, top: heightAbove }: Grid,
  order: RowOrder,
): CellPosition {
  // The cells of the header have the same horizontal positions as those of the rows.
  const cells = [...header.element.children];
  const { left, right, top } = scroller.getBoundingClientRect();
  const y = clientY - top - headRows.height + heightAbove;
  const x = clamp(clientX, left + 1, right - 1);
  // A pinned cell covers the cells that are scrolled below it, so the pinned cells are searched first.
  const pinnedIndex = cells.findLastIndex(
    (cell) => cell.classList.contains('pinned') && isOver(cell, x),
  );
  const index = pinnedIndex >= 0 ? pinnedIndex : cells.findIndex((cell) => isOver(cell, x));
  return {
    row: clamp(Math.floor(y / ROW_HEIGHT), 0, order.length - 1),
    column: index < 0 ? cells.length - 1 : index,
  };
}

function isOver(cell: Element, x: number): boolean {
  const { left, right } = cell.getBoundingClientRect();
  return x >= left && x < right;
}

function isOutside({ clientX, clientY }: PointerEvent, scroller: HTMLElement): boolean {
  const { top, bottom, left, right } = scroller.getBoundingClientRect();
  return clientY < top || clientY > bottom || clientX < left || clientX > right;
}
