import type { Catalogue } from '../catalogue.ts';
import { TAG, type CatalogueItem } from '../../base/model.ts';
import type { TreeNode } from './treeNode.ts';

/** Returns the tags and folders of nodes. Skips other nodes, and items that were removed. */
export function itemsOf(catalogue: Catalogue, nodes: readonly TreeNode[]): CatalogueItem[] {
  return nodes
    .map((node) => (node.item === undefined ? undefined : catalogue.item(node.bot, node.item)))
    .filter((item) => item !== undefined);
}

/** Returns the items that are not below another of the items. The rest is moved or deleted together with its folder. */
export function outermost(catalogue: Catalogue, items: readonly CatalogueItem[]): CatalogueItem[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter((item) => !catalogue.ancestors(item).some(({ id }) => ids.has(id)));
}

/**
 * Returns the number of customers of the most frequent tag, according to the last scan.
 * @param ids IDs of tags and folders; a folder means all tags below it
 */
export function highestCustomerCount(
  catalogue: Catalogue,
  bot: string,
  ids: readonly string[],
): number {
  const scan = catalogue.scan(bot)?.id;
  let highestCount = 0;
  for (const id of ids) {
    const item = catalogue.item(bot, id);
    if (item === undefined) continue;
    for (const tag of item.type === TAG ? [item] : catalogue.below(bot, id)) {
      if (tag.scan === scan) highestCount = Math.max(highestCount, tag.seenOn);
    }
  }
  return highestCount;
}
