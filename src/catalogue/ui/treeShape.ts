import * as vscode from 'vscode';
import { BY_NAME, type ItemSort } from '../itemOrder.ts';
import { ITEM_SOURCES, SORT_KEYS } from '../../base/model.ts';
import { isFiltering, type ItemFilter } from '../filteredItems.ts';
import { IS_FILTERED } from '../../base/manifest.ts';
import { setContext } from '../../base/ui/contextKey.ts';

const SORT = 'tree.sort';
const FILTER = 'tree.filter';

/** How this window's tree is sorted and filtered; kept with the workspace. */
export class TreeShape implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #sort: ItemSort;
  #filter: ItemFilter;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#sort = sortFrom(state.get(SORT));
    this.#filter = filterFrom(state.get(FILTER));
    if (this.isFiltered) this.#setContext();
  }

  get sort(): ItemSort {
    return this.#sort;
  }

  get filter(): ItemFilter {
    return this.#filter;
  }

  get isFiltered(): boolean {
    return isFiltering(this.#filter);
  }

  async setSort(sort: ItemSort): Promise<void> {
    this.#sort = sort;
    this.#changed.fire();
    await this.#state.update(SORT, sort);
  }

  /** Filters as `setFilter` does, without keeping it: text that is only typed is not stored. */
  previewFilter(filter: ItemFilter): void {
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#setContext();
    this.#changed.fire();
  }

  async setFilter(filter: ItemFilter): Promise<void> {
    this.previewFilter(filter);
    await this.#state.update(FILTER, this.isFiltered ? filter : undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #setContext(): void {
    setContext(IS_FILTERED, this.isFiltered);
  }
}

/** Another version of the extension may have written it. */
function sortFrom(value: unknown): ItemSort {
  const { by, isDescending } = fieldsOf(value);
  const known = SORT_KEYS.find((key) => key === by);
  return known === undefined ? BY_NAME : { by: known, isDescending: isDescending === true };
}

function filterFrom(value: unknown): ItemFilter {
  const { text, sources, gone } = fieldsOf(value);
  return {
    ...(typeof text === 'string' ? { text } : {}),
    ...(Array.isArray(sources)
      ? { sources: ITEM_SOURCES.filter((source) => sources.includes(source)) }
      : {}),
    ...(typeof gone === 'boolean' ? { gone } : {}),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
