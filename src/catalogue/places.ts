import { type CatalogueItem, FOLDER, type ItemSource, TAG } from '../base/model.ts';
import { type CatalogueStore, type Place, UNPLACED } from '../base/ports.ts';

type Items = Pick<CatalogueStore, 'item' | 'children'>;

/** Everything known below a folder, without the folder itself. */
export function below(store: Items, bot: string, id: string): readonly CatalogueItem[] {
  const found: CatalogueItem[] = [];
  const seen = new Set([id]);
  const open = [id];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const child of store.children(bot, folder)) {
      if (seen.has(child.id)) continue;
      seen.add(child.id);
      found.push(child);
      open.push(child.id);
    }
  }
  return found;
}

/** The folders above an item, outermost first. */
export function ancestors(store: Items, item: CatalogueItem): readonly CatalogueItem[] {
  const above: CatalogueItem[] = [];
  const seen = new Set([item.id]);
  let parentId = item.parentId;
  while (parentId !== null && !seen.has(parentId)) {
    seen.add(parentId);
    const parent = store.item(item.bot, parentId);
    if (parent === undefined) break;
    above.unshift(parent);
    parentId = parent.parentId;
  }
  return above;
}

/** Whether an item would be seen there: not in a folder that is not in the list, nor in or below itself. */
export function canStand(
  store: Items,
  item: Pick<CatalogueItem, 'bot' | 'id'>,
  place: Place,
): boolean {
  if (typeof place !== 'string') return true;
  const folder = store.item(item.bot, place);
  if (folder?.type !== FOLDER || folder.id === item.id) return false;
  return ancestors(store, folder).every(({ id }) => id !== item.id);
}

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

/** The fields that say where an item stands. @param known how a place is known; `UNPLACED` is not */
export function placed(
  place: Place,
  known: 'service' | 'user' = 'user',
): Pick<CatalogueItem, 'parentId' | 'folderKnown'> {
  return place === UNPLACED
    ? { parentId: null, folderKnown: 'no' }
    : { parentId: place, folderKnown: known };
}

/** Among whose children an item stands. */
export function placeOf(item: Pick<CatalogueItem, 'parentId' | 'folderKnown'>): Place {
  return item.folderKnown === 'no' ? UNPLACED : item.parentId;
}

/** An item of which nothing is known yet but its ID. */
export function unseen(
  bot: string,
  id: string,
  source: ItemSource,
  firstSeen: number,
): CatalogueItem {
  return {
    ...{ bot, id, type: TAG, name: id, namedAt: null, ...placed(UNPLACED), source, created: null },
    ...{ firstSeen, lastSeen: null, scan: null, seenOn: 0, state: 'ok', reason: null },
  };
}

/** A scan may have met it before the answer to its creation was here. */
export function isSeenSince({ source, firstSeen }: CatalogueItem, time: number): boolean {
  return source === 'seen' && firstSeen !== null && firstSeen >= time;
}
