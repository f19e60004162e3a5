import { type CatalogueItem, type ItemSource, TAG } from '../base/model.ts';
import { type Place, UNPLACED } from '../base/ports.ts';

/** Items that a removal has changed, as they were before. */
export interface Removal {
  readonly removed: readonly CatalogueItem[];
  /** Items that were in a removed folder, and now have no known folder. */
  readonly unplaced: readonly CatalogueItem[];
}

export function placeFields(
  place: Place,
  source: 'service' | 'user' = 'user',
): Pick<CatalogueItem, 'parentId' | 'folderSource'> {
  return place === UNPLACED
    ? { parentId: null, folderSource: 'no' }
    : { parentId: place, folderSource: source };
}

export function placeOf(item: Pick<CatalogueItem, 'parentId' | 'folderSource'>): Place {
  return item.folderSource === 'no' ? UNPLACED : item.parentId;
}

/** Returns an item of which only the ID is known. `firstSeen` is in ms. */
export function blankItem(
  bot: string,
  id: string,
  source: ItemSource,
  firstSeen: number,
): CatalogueItem {
  return {
    bot,
    id,
    type: TAG,
    name: id,
    namedAt: null,
    ...placeFields(UNPLACED),
    source,
    created: null,
    firstSeen,
    lastSeen: null,
    scan: null,
    seenOn: 0,
    state: 'ok',
    reason: null,
  };
}

/** Checks whether a scan found a new item between its "create" request, sent at `time` (ms), and the response. */
export function isSeenSince({ source, firstSeen }: CatalogueItem, time: number): boolean {
  return source === 'seen' && firstSeen !== null && firstSeen >= time;
}
