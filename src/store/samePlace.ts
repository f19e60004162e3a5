import type { CatalogueItem } from '../core/model.ts';

/** Whether the tree shows both at the same place among the same siblings, so that only one node is redrawn. */
export function isSamePlace(a: CatalogueItem, b: CatalogueItem): boolean {
  return a.parentId === b.parentId && a.name === b.name && a.type === b.type;
}
