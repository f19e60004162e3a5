import type { CatalogueItem } from '../model.ts';
import { UNPLACED, type CatalogueStore } from '../ports.ts';
import { canStand } from './folders.ts';
import { placed } from './placed.ts';

/** The items that a removal has changed, each as it was before. */
export interface Removal {
  readonly removed: readonly CatalogueItem[];
  /** Stood in a removed folder, and stay without a place. */
  readonly unplaced: readonly CatalogueItem[];
}

/**
 * Puts back what was removed, where it stood. What came onto the list again or was given a place meanwhile stays as it
 * is; what could not be seen in its folder goes to those without a place.
 */
export function restore(
  store: Pick<CatalogueStore, 'item' | 'children' | 'saveItem'>,
  { removed, unplaced }: Removal,
): void {
  const back = removed.filter(({ bot, id }) => store.item(bot, id) === undefined);
  for (const item of back) store.saveItem(item);
  // Only now: the folder of one may come back after it.
  for (const item of back) {
    if (!canStand(store, item, item.parentId)) store.saveItem({ ...item, ...placed(UNPLACED) });
  }
  for (const { bot, id, parentId, folderKnown } of unplaced) {
    const item = store.item(bot, id);
    if (item?.folderKnown !== 'no' || !canStand(store, item, parentId)) continue;
    store.saveItem({ ...item, parentId, folderKnown });
  }
}
