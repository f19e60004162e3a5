import type { Catalogue } from '../catalogue.ts';
import { TAG, type CatalogueItem } from '../../base/model.ts';
import type { TreeNode } from './treeNode.ts';

/** The items that nodes stand for; bots and what was removed meanwhile are left out. */
export function itemsOf(catalogue: Catalogue, nodes: readonly TreeNode[]): CatalogueItem[] {
  return nodes
    .map((node) => (node.item === undefined ? undefined : catalogue.item(node.bot, node.item)))
    .filter((item) => item !== undefined);
}

/** Without what stands in another one of them: it goes where that goes. */
export function outermost(catalogue: Catalogue, items: readonly CatalogueItem[]): CatalogueItem[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter((item) => !catalogue.ancestors(item).some(({ id }) => ids.has(id)));
}

/** The number of customers at the last scan who have the most frequent of these tags and those in these folders. */
export function customersWith(catalogue: Catalogue, bot: string, ids: readonly string[]): number {
  const scan = catalogue.scan(bot)?.id;
  let most = 0;
  for (const id of ids) {
    const item = catalogue.item(bot, id);
    if (item === undefined) continue;
    for (const one of item.type === TAG ? [item] : catalogue.below(bot, id)) {
      if (one.scan === scan) most = Math.max(most, one.seenOn);
    }
  }
  return most;
}
