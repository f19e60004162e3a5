import type { Catalogue } from '../catalogue.ts';
import { FilteredItems } from '../filteredItems.ts';
import { LiveItems } from '../liveItems.ts';
import type { TreeShape } from './treeShape.ts';

/** The items that the tree's filter lets through, kept as long as the filter is the same. */
export class TreeFilter {
  readonly #shape: TreeShape;
  #items: LiveItems<FilteredItems> | undefined;

  constructor(shape: TreeShape) {
    this.#shape = shape;
  }

  /** Brought up to date before each use, without keeping other work waiting; `undefined`: there is no filter. */
  async open(catalogue: Catalogue): Promise<FilteredItems | undefined> {
    while (this.#shape.isFiltered) {
      const { filter } = this.#shape;
      this.#items ??= new LiveItems(catalogue, () => new FilteredItems(filter));
      const items = await this.#items.open();
      // Another filter was typed meanwhile: the items are incomplete.
      if (this.#shape.filter === filter) return items;
    }
    return undefined;
  }

  /** Also when the filter is another one: the next use begins anew. */
  dispose(): void {
    this.#items?.dispose();
    this.#items = undefined;
  }
}
