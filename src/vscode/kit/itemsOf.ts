import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { CatalogueItem } from '../../core/model.ts';
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

/** How many customers have one of these tags or one in these folders: the most of one, at the last scan. */
export function customersWith(catalogue: Catalogue, bot: string, ids: readonly string[]): number {
  const scan = catalogue.scan(bot)?.id;
  let most = 0;
  for (const id of ids) {
    for (const item of [catalogue.item(bot, id), ...catalogue.below(bot, id)]) {
      if (item !== undefined && item.scan === scan) most = Math.max(most, item.seenOn);
    }
  }
  return most;
}
