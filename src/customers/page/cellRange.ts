import type { CellPosition } from './keyboard.ts';
import type { RowOrder } from './rows.ts';
import type { Selection } from './selection.ts';

/** Inclusive bounds: `top` and `bottom` in the displayed order, `left` and `right` among the visible columns. */
interface Rectangle {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Range of cells between an anchor and the current cell, as in a spreadsheet. Its rows are the selected rows: each step
 * that extends the selection extends the range. Any other step ends the range.
 */
export class CellRange {
  readonly #order: RowOrder;
  readonly #selection: Selection;
  /** Corner of the range at the anchor. */
  #from: CellPosition | undefined;
  /** Opposite corner: the current cell. */
  #to: CellPosition | undefined;
  /** Row numbers at `#from` and `#to`. If `rowAt` later returns other row numbers there, the rows have moved. */
  #endRows: readonly (number | undefined)[] = [];

  constructor(order: RowOrder, selection: Selection) {
    this.#order = order;
    this.#selection = selection;
  }

  /** Selected rectangle; `undefined` if there is no range. A single cell is not a range. */
  get rectangle(): Rectangle | undefined {
    const [from, to] = [this.#from, this.#to];
    if (from === undefined || to === undefined) return undefined;
    if (from.row === to.row && from.column === to.column) return undefined;
    return {
      top: Math.min(from.row, to.row),
      bottom: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    };
  }

  /** @param current current cell, where a new range begins */
  extendTo(to: CellPosition, current: CellPosition): void {
    const rowNumber = this.#order.rowAt(to.row);
    if (rowNumber === undefined) return;
    this.#selection.extendTo(rowNumber, this.#order, this.#order.rowAt(current.row));
    const anchorPosition = this.#order.positionOf(this.#selection.anchor ?? rowNumber) ?? to.row;
    this.#from = { row: anchorPosition, column: this.#from?.column ?? current.column };
    this.#to = to;
    this.#endRows = this.#rowsAtEnds();
  }

  end(): void {
    this.#from = undefined;
    this.#to = undefined;
  }

  /** Ends the range if other rows are at its ends, after rows were reordered or replaced. */
  endIfMoved(): void {
    const currentRows = this.#rowsAtEnds();
    if (this.#endRows.some((row, index) => row !== currentRows[index])) this.end();
  }

  #rowsAtEnds(): readonly (number | undefined)[] {
    return [this.#from, this.#to].map((cell) => this.#order.rowAt(cell?.row ?? -1));
  }
}

/** Returns the values that `when` clauses of the native context menu can use. */
export function contextOfRange(range: Rectangle | undefined): string {
  return JSON.stringify({ botTagsRange: range !== undefined });
}

/** Outlines the part of a range that is in a line (the element of a row), and marks it for assistive technology. */
export function markRange(line: HTMLElement, position: number, range: Rectangle | undefined): void {
  const isLineInRange = range !== undefined && position >= range.top && position <= range.bottom;
  if (!isLineInRange && !line.classList.contains('has-range')) return;
  line.classList.toggle('has-range', isLineInRange);
  for (const [column, cell] of [...line.children].entries()) {
    const isInRange = isLineInRange && column >= range.left && column <= range.right;
    cell.classList.toggle('in-range', isInRange);
    cell.classList.toggle('range-top', isInRange && position === range.top);
    cell.classList.toggle('range-bottom', isInRange && position === range.bottom);
    cell.classList.toggle('range-left', isInRange && column === range.left);
    cell.classList.toggle('range-right', isInRange && column === range.right);
    if (isInRange) cell.setAttribute('aria-selected', 'true');
    else cell.removeAttribute('aria-selected');
  }
}
