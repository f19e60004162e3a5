import { clamp } from '../../base/numbers.ts';

export interface CellPosition {
  /** Position of the row in the displayed order, from 0. Head rows have negative positions: -1 is just above row 0. */
  readonly row: number;
  /** Index among the visible columns. */
  readonly column: number;
}

interface Extent {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly rowsPerScreen: number;
  /** Number of head rows: column headers, and charts if they are shown. */
  readonly headCount: number;
}

/**
 * Returns the cell to which a key moves, or `undefined` if the key does not move.
 * @param key name of the key (`KeyboardEvent.key`), and whether Ctrl or ⌘ is held (`control`)
 */
export function targetCell(
  key: { readonly key: string; readonly control: boolean },
  from: CellPosition,
  extent: Extent,
): CellPosition | undefined {
  const target = key.control ? jump(key.key, extent) : step(key.key, from, extent);
  if (target === undefined) return undefined;
  // From the rows, only the up arrow moves into the head. Page Up stops at the first row.
  const canReachHead = from.row < 0 || key.key === 'ArrowUp';
  return {
    row: clamp(target.row, canReachHead ? -extent.headCount : 0, extent.rowCount - 1),
    column: clamp(target.column, 0, extent.columnCount - 1),
  };
}

function step(
  key: string,
  { row, column }: CellPosition,
  extent: Extent,
): CellPosition | undefined {
  // Page Up and Page Down keep one row of the previous screen visible.
  const pageStep = Math.max(1, extent.rowsPerScreen - 1);
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: extent.columnCount - 1 };
    case 'PageUp':
      return { row: row - pageStep, column };
    case 'PageDown':
      return { row: row + pageStep, column };
    default:
      return undefined;
  }
}

function jump(key: string, extent: Extent): CellPosition | undefined {
  if (key === 'Home') return { row: 0, column: 0 };
  if (key === 'End') return { row: extent.rowCount - 1, column: extent.columnCount - 1 };
  return undefined;
}

/** Adds `row`, the focused row, which keeps its element, to the visible rows, in ascending order, if it is below `count`. */
export function withRow(visibleRows: number[], row: number, count: number): number[] {
  if (row >= count || visibleRows.includes(row)) return visibleRows;
  return [...visibleRows, row].toSorted((a, b) => a - b);
}
