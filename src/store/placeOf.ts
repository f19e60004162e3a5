import type { CatalogueItem } from '../core/model.ts';
import { UNPLACED, type Place } from '../core/ports.ts';

/** Among whose children an item stands. */
export function placeOf(item: Pick<CatalogueItem, 'parentId' | 'folderKnown'>): Place {
  return item.folderKnown === 'no' ? UNPLACED : item.parentId;
}

/** Whether the tree shows both at the same place among the same siblings, so that only one node is redrawn. */
export function isSamePlace(a: CatalogueItem, b: CatalogueItem): boolean {
  return placeOf(a) === placeOf(b) && a.name === b.name && a.type === b.type;
}
