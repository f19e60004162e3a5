import * as l10n from '@vscode/l10n';
import { UNTAGGABLE } from '../../base/customer.ts';
import { supportedLocale } from '../../base/text.ts';
import { Announcer } from '../../base/page/announcer.ts';
import { connectHost, type Host } from '../../base/page/connectHost.ts';
import { Menu } from '../../base/page/menu.ts';
import type { GridMessage, GridState, PanelMessage } from '../gridMessages.ts';
import { columnTitles, untaggableText } from '../customerTexts.ts';
import { CellRange } from './cellRange.ts';
import { createFormat } from './format.ts';
import { RowOrder, RowStore } from './rows.ts';
import { Selection } from './selection.ts';
import { Model } from './state.ts';
import { ViewState } from './viewState.ts';
import type { Column, Sort } from '../../base/customerFields.ts';
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

type Panel = Host<GridMessage, GridState>;

export function connectPanel(onMessage: (message: PanelMessage) => void): Panel {
  return connectHost((message) => onMessage(message as PanelMessage));
}

/** Objects that most parts of the page share. */
export type PageContext = Readonly<ReturnType<typeof createPageContext>>;

/**
 * Creates the context of the page.
 * @param page element with the URL of the worker's script in `data-index`
 */
export function createPageContext(page: HTMLElement, panel: Panel, actions: PageActions) {
  const language = document.documentElement.lang;
  const store = new RowStore(UNTAGGABLE.map((reason) => untaggableText(l10n, reason)));
  const order = new RowOrder();
  const selection = new Selection();
  return {
    panel,
    actions,
    announcer: new Announcer(),
    menu: new Menu(),
    columnTitles: columnTitles(l10n),
    format: createFormat(language),
    locale: supportedLocale(language),
    indexUrl: page.dataset['index'] ?? '',
    store,
    order,
    selection,
    /** Range of cells that Ctrl+C copies. */
    range: new CellRange(order, selection),
    model: new Model(store),
    viewState: new ViewState(panel),
  };
}
