import type { GridStrings } from '../gridStrings.ts';
import type { Column, Sort } from './columns.ts';
import type { ViewState } from './viewState.ts';

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
