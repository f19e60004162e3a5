import type { CatalogueItem } from '../../base/model.ts';
import type { Level } from '../../base/ports.ts';

/** Whether the tree shows both at the same place among the same siblings, so that only one node is redrawn. */
export function isSamePlace(a: CatalogueItem, b: CatalogueItem): boolean {
  return a.parentId === b.parentId && a.name === b.name && a.type === b.type;
}

/** A level as a text that stays as it is: it stands in databases. No folder's ID makes the key of the top level. */
export function levelKey(level: Level): string {
  return level === null ? '' : `/${level}`;
}
