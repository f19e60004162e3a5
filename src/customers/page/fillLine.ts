import type { Column } from './columns.ts';
import { contextOf, fillRow, type CellColumn, type CellTexts } from './cells.ts';
import { markRange, type Rectangle } from './cellRange.ts';
import type { CellPlace } from './keyboard.ts';
import type { RowOrder } from './rowOrder.ts';
import type { RowStore } from './rowStore.ts';
import type { Selection } from './selection.ts';

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
  /** The cell at which the Tab key stops. */
  readonly stop: CellPlace;
  /** The row that the person is at. */
  readonly current: number | undefined;
  readonly range: Rectangle | undefined;
  /** Rows above the first one. */
  readonly heads: number;
}

/** Makes a line of the table show the row at this position. */
export function fillLine(
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
