import type { Column, Sort } from '../../base/customerFields.ts';
import type { GridMessage } from '../gridMessages.ts';
import type { FilterTag } from '../gridRows.ts';
import type { ColumnState } from './columns.ts';

export type RangeFormat = 'text' | 'csv';

/** Type of a message to the panel that starts an action on one row. */
export type RowAction = Extract<GridMessage, { row: number }>['type'];

/** Actions that a part of the page starts, and that other parts or the part that contains it carry out. See main.ts. */
export interface PageActions {
  loadMore(): void;
  loadAll(): void;
  /** Changes the text of the search box and searches for it. `edit` gets the present text and returns the new one. */
  changeSearch(edit: (text: string) => string): void;
  /** Replaces the search. If the text cannot be parsed, all customers are shown. */
  replaceSearch(text: string): void;
  clearSearch(): void;
  /** Narrows the search to a tag. */
  searchTag(tag: FilterTag): void;
  /** Shows the rows that match `search`. `chosen`: parts of the search that menus and charts wrote. */
  filterRows(search: string, chosen: string): void;
  /** @param sort `null`: the order of the service */
  sortRows(sort: Sort | null): void;
  /** Sets the order and widths of the columns, and which are hidden or pinned. */
  showColumns(columns: readonly ColumnState[]): void;
  /** Opens the details pane and moves the focus into it. */
  openDetails(): void;
  toggleDetails(): void;
  toggleStatistics(): void;
  /** Opens the statistics of one column as a list. */
  openStatistics(column: Column): void;
  /** Copies the range of cells: separated by tabs, or as CSV. */
  copyRange(format: RangeFormat): void;
  /** Asks the panel to run an action on the current row. */
  runRowAction(type: RowAction): void;
  /** Draws the rows and updates the page after `order` has changed. */
  showOrder(): void;
  /** Updates the page after rows were selected or deselected. */
  showSelection(): void;
  /** Updates the page after another row has become the current row. */
  showRow(): void;
}
