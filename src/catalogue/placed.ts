import { TAG, type CatalogueItem, type ItemSource } from '../base/model.ts';
import { UNPLACED, type Place } from '../base/ports.ts';

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
