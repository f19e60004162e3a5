import type { Catalogue } from '../../core/catalogue.ts';
import type { CatalogueItem } from '../../core/model.ts';
import type { TreeNode } from './treeNode.ts';

/** The items that nodes stand for; bots and what was removed meanwhile are left out. */
export function itemsOf(catalogue: Catalogue, nodes: readonly TreeNode[]): CatalogueItem[] {
  return nodes
    .map((node) => (node.item === undefined ? undefined : catalogue.item(node.bot, node.item)))
    .filter((item) => item !== undefined);
}
