import type { CellPlace } from './keyboard.ts';
import type { RowOrder } from './rows.ts';
import type { Selection } from './selection.ts';

/** A rectangle of cells by their positions, all ends included. */
export interface Rectangle {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

interface RangeOptions {
  readonly order: RowOrder;
  readonly selection: Selection;
}

/**
 * The cells from where somebody began to where they are, as in a spreadsheet. Its rows are the selected ones: whatever
 * extends the selection extends the range, and it ends with the next step that does not.
 */
export class CellRange {
  readonly #options: RangeOptions;
  #from: CellPlace | undefined;
  #to: CellPlace | undefined;
  /** The rows at both ends, which tell whether positions still are what they were. */
  #ends: readonly (number | undefined)[] = [];

  constructor(options: RangeOptions) {
    this.#options = options;
  }

  /** `undefined`: there is none. One cell alone is none. */
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

  /** Selects the rows up to there, too. @param at where the person is */
  extendTo(to: CellPlace, at: CellPlace): void {
    const { order, selection } = this.#options;
    const row = order.rowAt(to.row);
    if (row === undefined) return;
    selection.extendTo(row, order, order.rowAt(at.row));
    const anchor = order.positionOf(selection.anchor ?? row) ?? to.row;
    this.#from = { row: anchor, column: this.#from?.column ?? at.column };
    this.#to = to;
    this.#ends = this.#rowsAtEnds();
  }

  end(): void {
    this.#from = undefined;
    this.#to = undefined;
  }

  /** Rows are shown in another order, or others are: ends it unless it is where it was. */
  check(): void {
    const now = this.#rowsAtEnds();
    if (this.#ends.some((row, index) => row !== now[index])) this.end();
  }

  #rowsAtEnds(): readonly (number | undefined)[] {
    return [this.#from, this.#to].map((place) => this.#options.order.rowAt(place?.row ?? -1));
  }
}

/** What the `when` clause of the native context menu can ask. */
export function contextOfRange(range: Rectangle | undefined): string {
  return JSON.stringify({ botTagsRange: range !== undefined });
}

/** Outlines the part of a range that is in a line, and says so to assistive technology. */
export function markRange(line: HTMLElement, row: number, range: Rectangle | undefined): void {
  const isIn = range !== undefined && row >= range.top && row <= range.bottom;
  if (!isIn && !line.classList.contains('has-range')) return;
  line.classList.toggle('has-range', isIn);
  for (const [column, cell] of [...line.children].entries()) {
    const has = isIn && column >= range.left && column <= range.right;
    cell.classList.toggle('in-range', has);
    cell.classList.toggle('range-top', has && row === range.top);
    cell.classList.toggle('range-bottom', has && row === range.bottom);
    cell.classList.toggle('range-left', has && column === range.left);
    cell.classList.toggle('range-right', has && column === range.right);
    if (has) cell.setAttribute('aria-selected', 'true');
    else cell.removeAttribute('aria-selected');
  }
}
