import { keptView } from '../../base/keptView.ts';
import type { GridState, View } from '../gridMessages.ts';
import type { GridStrings } from '../gridStrings.ts';
import {
  type Column,
  columnsOf,
  type ColumnState,
  isColumn,
  type Sort,
  STANDARD_COLUMNS,
} from './columns.ts';

/** Changes that come one after another, such as those of a drag, are kept once in so many ms. */
const PAUSE = 200;

interface KeepOptions {
  /** Writes it to disk, for a reload of the window. */
  keep(state: GridState): void;
  /** Reports the whole view to the panel, which keeps it for the bot, and while the tab is hidden. */
  post(view: View): void;
}

/** A view whose columns there are. */
export type ShownView = Omit<View, 'sort'> & { readonly sort: Sort | null };

/** How the rows are shown; all but what was typed is the same after a reload of the window. */
export class ViewState {
  readonly #options: KeepOptions;
  #view: ShownView = {
    columns: [...STANDARD_COLUMNS],
    sort: null,
    search: '',
    chosen: '',
    details: false,
    statistics: false,
  };
  #columns = STANDARD_COLUMNS;
  #state: Omit<GridState, 'view'> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: KeepOptions) {
    this.#options = options;
    // The user may be about to hide the tab, in which no timer fires any more.
    addEventListener('blur', () => this.flush());
  }

  get view(): ShownView {
    return this.#view;
  }

  get columns(): readonly ColumnState[] {
    return this.#columns;
  }

  /** What the panel had kept. */
  restore({ view, ...state }: GridState): void {
    const isFirst = this.#state === undefined;
    this.#state = state;
    // Later on the grid itself knows best: the panel hears of changes after a pause.
    if (isFirst && view !== null) this.#set(view);
    this.#keep();
  }

  /** How many pages a reload would lose. */
  countPages(pages: number): void {
    if (this.#state === undefined || this.#state.pages === pages) return;
    this.#state = { ...this.#state, pages };
    this.#keep();
  }

  change(change: Partial<Omit<ShownView, 'columns'>> & { columns?: readonly ColumnState[] }): void {
    this.#set({ ...this.#view, ...change, columns: [...(change.columns ?? this.#columns)] });
    this.#waiting ??= setTimeout(() => this.flush(), PAUSE);
  }

  /** Tells what changed a moment ago: whoever asks for the rows is to know what they were narrowed by. */
  flush(): void {
    if (this.#waiting === undefined) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#options.post(this.#view);
    this.#keep();
  }

  #set(view: View): void {
    this.#columns = columnsOf(view.columns);
    // It may be one that there is no more.
    const sort = sortOf(view.sort);
    this.#view = { ...view, sort, columns: [...this.#columns] };
  }

  #keep(): void {
    if (this.#state === undefined) return;
    this.#options.keep({ ...this.#state, view: keptView(this.#view) });
  }
}

function sortOf(kept: View['sort']): Sort | null {
  return kept !== null && isColumn(kept.column) ? { ...kept, column: kept.column } : null;
}

interface SortingOptions {
  readonly strings: GridStrings;
  readonly state: ViewState;
  /** Said to who cannot see it. */
  readonly onSorted: (text: string) => void;
}

/** What the rows are sorted by, as the headers and their menus change it. */
export class Sorting {
  readonly #options: SortingOptions;

  constructor(options: SortingOptions) {
    this.#options = options;
  }

  /** Ascending, descending, and then as the service sent them. */
  readonly by = (column: Column): void => {
    const before = this.#options.state.view.sort;
    const isSame = before?.column === column;
    this.as(isSame && before.descending ? null : { column, descending: isSame });
  };

  readonly as = (next: Sort | null): void => {
    const { strings, state, onSorted } = this.#options;
    state.change({ sort: next });
    const template = next?.descending ? strings.sortedDown : strings.sortedUp;
    onSorted(next ? template.replace('{0}', strings.columns[next.column]) : strings.unsort);
  };
}
