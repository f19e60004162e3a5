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
