import * as vscode from 'vscode';
import { IS_FILTERED } from '../../base/manifest.ts';
import { ITEM_SOURCES, SORT_KEYS } from '../../base/model.ts';
import { comma, numberText, quoted } from '../../base/ui/localeTexts.ts';
import { setContext } from '../../base/ui/window.ts';
import type { Catalogue } from '../catalogue.ts';
import { FilteredItems, isFiltering, type ItemFilter } from '../filteredItems.ts';
import { BY_NAME, type ItemSort } from '../itemOrder.ts';
import { LiveItems } from '../liveItems.ts';
import { sourceText } from './itemEntries.ts';
import { fieldsOf } from '../../base/jsonValues.ts';

const SORT_KEY = 'tree.sort';
const FILTER_KEY = 'tree.filter';

/** Sort order and filter of this window's tree, stored with the workspace. */
export class TreeShape implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #sort: ItemSort;
  #filter: ItemFilter;

  constructor(state: vscode.Memento) {
    this.#state = state;
    this.#sort = sortFrom(state.get(SORT_KEY));
    this.#filter = filterFrom(state.get(FILTER_KEY));
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
    await this.#state.update(SORT_KEY, sort);
  }

  /** Applies a filter without storing it: text that is still being typed is not stored. */
  previewFilter(filter: ItemFilter): void {
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#setContext();
    this.#changed.fire();
  }

  async setFilter(filter: ItemFilter): Promise<void> {
    this.previewFilter(filter);
    await this.#state.update(FILTER_KEY, this.isFiltered ? filter : undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #setContext(): void {
    setContext(IS_FILTERED, this.isFiltered);
  }
}

/** Parses a stored sort order. Another version of the extension may have written it, so any value is possible. */
function sortFrom(value: unknown): ItemSort {
  const { by, isDescending } = fieldsOf(value);
  const sortKey = SORT_KEYS.find((key) => key === by);
  return sortKey === undefined ? BY_NAME : { by: sortKey, isDescending: isDescending === true };
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

/** Items that match the tree's filter, cached while the filter stays the same. */
export class TreeFilter {
  readonly #shape: TreeShape;
  #items: LiveItems<FilteredItems> | undefined;
  #isDisposed = false;

  constructor(shape: TreeShape) {
    this.#shape = shape;
  }

  /** Returns the items, updated without blocking other work; `undefined` if there is no filter. */
  async open(catalogue: Catalogue): Promise<FilteredItems | undefined> {
    while (this.#shape.isFiltered) {
      const { filter } = this.#shape;
      const items = (this.#items ??= new LiveItems(catalogue, () => new FilteredItems(filter)));
      const filtered = await items.open();
      // If the filter changed in the meantime, even if it was restored, not all items were read.
      if (this.#items === items || this.#isDisposed) return filtered;
    }
    return undefined;
  }

  /** Must be called when the filter changes: the next `open` then filters again. */
  clearCache(): void {
    this.#items?.dispose();
    this.#items = undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.clearCache();
  }
}

/** Returns the text above the tree. VS Code hides the view's description if the view is alone in its container. */
export function shapeText(
  { sort, filter }: { readonly sort: ItemSort; readonly filter: ItemFilter },
  counts: Counts | undefined,
): string {
  const isDefaultOrder = sort.by === 'name' && !sort.isDescending;
  const texts = [
    ...(counts === undefined ? [] : [filterText(filter, counts)]),
    ...(isDefaultOrder ? [] : [vscode.l10n.t('Sorted: {0}', sortText(sort))]),
  ];
  return texts.join(' · ');
}

type Counts = Pick<FilteredItems, 'matchCount' | 'totalCount'>;

export function sortText({ by, isDescending }: ItemSort): string {
  const { l10n } = vscode;
  const texts = {
    name: isDescending ? l10n.t('Name, Z to A') : l10n.t('Name, A to Z'),
    created: isDescending ? l10n.t('Created, newest first') : l10n.t('Created, oldest first'),
    lastSeen: isDescending
      ? l10n.t('Last seen, most recent first')
      : l10n.t('Last seen, least recent first'),
    customers: isDescending
      ? l10n.t('Number of scanned customers, highest first')
      : l10n.t('Number of scanned customers, lowest first'),
  };
  return texts[by];
}

function filterText(
  { text = '', sources = [], gone }: ItemFilter,
  { matchCount, totalCount }: Counts,
): string {
  const conditions = [
    ...(text.trim() === '' ? [] : [quoted(text.trim())]),
    ...(sources.length === 0 ? [] : [sources.map(sourceText).join(' / ')]),
    ...(gone === undefined
      ? []
      : [gone ? vscode.l10n.t('gone') : vscode.l10n.t('not deleted in the service')]),
  ];
  const counts = vscode.l10n.t('{0} of {1}', numberText(matchCount), numberText(totalCount));
  return vscode.l10n.t('Filtered: {0}; {1}', conditions.join(comma()), counts);
}

const TOGGLED_KEY = 'tree.toggled';

/** Maximum number of stored nodes. The least recently toggled nodes are dropped first. */
const MAX_TOGGLED = 1000;

/** Nodes that the user opened or closed, stored with the workspace. VS Code forgets them when the window closes. */
export class OpenNodes {
  readonly #state: vscode.Memento;
  /** IDs of the nodes that differ from their initial state. */
  readonly #toggled: Set<string>;

  constructor(state: vscode.Memento) {
    this.#state = state;
    const storedIds: unknown = state.get(TOGGLED_KEY);
    const ids: readonly unknown[] = Array.isArray(storedIds) ? storedIds : [];
    this.#toggled = new Set(ids.filter((id) => typeof id === 'string'));
  }

  stateOf(id: string, isOpenAtFirst: boolean): vscode.TreeItemCollapsibleState {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    // A toggled node has the opposite of its initial state.
    const isOpen = this.#toggled.has(id) !== isOpenAtFirst;
    return isOpen ? Expanded : Collapsed;
  }

  /** Removes the states of all nodes in this window. The stored value stays until the next change. */
  clear(): void {
    this.#toggled.clear();
  }

  async set(
    id: string,
    { isOpen, isOpenAtFirst }: { readonly isOpen: boolean; readonly isOpenAtFirst: boolean },
  ): Promise<void> {
    const isToggled = isOpen !== isOpenAtFirst;
    if (this.#toggled.has(id) === isToggled) return;
    if (isToggled) this.#toggled.add(id);
    else this.#toggled.delete(id);
    for (const oldest of this.#toggled) {
      if (this.#toggled.size <= MAX_TOGGLED) break;
      this.#toggled.delete(oldest);
    }
    await this.#state.update(TOGGLED_KEY, [...this.#toggled]);
  }
}
