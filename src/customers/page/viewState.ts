import { storableView } from './storableView.ts';
import type { Sort } from '../../base/customerFields.ts';
import type { Host } from '../../base/page/connectHost.ts';
import type { GridMessage, GridState, View } from '../gridMessages.ts';
import { columnsOf, type ColumnState, isColumn, STANDARD_COLUMNS } from './columns.ts';

/** Delay in ms. Changes within this time, such as those of a drag, are stored together. */
const STORE_DELAY_MS = 200;

/** View whose sort column exists in this version. */
export type ShownView = Omit<View, 'sort'> & { readonly sort: Sort | null };

/** Columns, order, search and panes of the grid. Except for typed text, they survive a window reload. */
export class ViewState {
  readonly #panel: Host<GridMessage, GridState>;
  #view: ShownView = {
    columns: [...STANDARD_COLUMNS],
    sort: null,
    search: '',
    chosen: '',
    details: false,
    statistics: false,
  };
  /** Columns of `#view`, with known column IDs. */
  #columns = STANDARD_COLUMNS;
  /** Other parts of the state that the panel has sent; `undefined` before the first `restore`. */
  #state: Omit<GridState, 'view'> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: Host<GridMessage, GridState>) {
    this.#panel = panel;
    // The user may be about to hide the tab, in which timers no longer fire.
    addEventListener('blur', () => this.flush());
  }

  get view(): ShownView {
    return this.#view;
  }

  get columns(): readonly ColumnState[] {
    return this.#columns;
  }

  restore({ view, ...state }: GridState): void {
    const isFirstRestore = this.#state === undefined;
    this.#state = state;
    // In later calls, the page's own view is newer than `view`, because the panel receives changes with a delay.
    if (isFirstRestore && view !== null) this.#set(view);
    this.#store();
  }

  /** Stores the number of loaded pages. A window reload discards them, and the grid then offers to load them again. */
  countPages(pages: number): void {
    if (this.#state === undefined || this.#state.pages === pages) return;
    this.#state = { ...this.#state, pages };
    this.#store();
  }

  /** Changes parts of the view. The change is stored and reported with a delay. */
  change(change: Partial<Omit<ShownView, 'columns'>> & { columns?: readonly ColumnState[] }): void {
    this.#set({ ...this.#view, ...change, columns: [...(change.columns ?? this.#columns)] });
    this.#timer ??= setTimeout(() => this.flush(), STORE_DELAY_MS);
  }

  /** Reports pending changes immediately, so that the panel knows the search before the rows that match it. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // The panel stores the view for the bot, and for the time when the tab is hidden.
    this.#panel.post({ type: 'view', view: this.#view });
    this.#store();
  }

  #set(view: View): void {
    this.#columns = columnsOf(view.columns);
    // The stored column may no longer exist.
    const sort = sortOf(view.sort);
    this.#view = { ...view, sort, columns: [...this.#columns] };
  }

  #store(): void {
    if (this.#state === undefined) return;
    this.#panel.saveState({ ...this.#state, view: storableView(this.#view) });
  }
}

function sortOf(storedSort: View['sort']): Sort | null {
  return storedSort !== null && isColumn(storedSort.column)
    ? { ...storedSort, column: storedSort.column }
    : null;
}
