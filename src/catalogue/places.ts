import { type CatalogueItem, FOLDER, type ItemSource, TAG } from '../base/model.ts';
import { type CatalogueStore, type Place, UNPLACED } from '../base/ports.ts';

type ItemReader = Pick<CatalogueStore, 'item' | 'children'>;

export function below(store: ItemReader, bot: string, folderId: string): readonly CatalogueItem[] {
  const descendants: CatalogueItem[] = [];
  // Damaged data may contain a folder that is below itself, so each item is visited only once.
  const visited = new Set([folderId]);
  const pendingIds = [folderId];
  for (let id = pendingIds.pop(); id !== undefined; id = pendingIds.pop()) {
    for (const child of store.children(bot, id)) {
      if (visited.has(child.id)) continue;
      visited.add(child.id);
      descendants.push(child);
      pendingIds.push(child.id);
    }
  }
  return descendants;
}

/** Returns the folders above an item, outermost first. */
export function ancestors(store: ItemReader, item: CatalogueItem): readonly CatalogueItem[] {
  const above: CatalogueItem[] = [];
  const visited = new Set([item.id]);
  let parentId = item.parentId;
  while (parentId !== null && !visited.has(parentId)) {
    visited.add(parentId);
    const parent = store.item(item.bot, parentId);
    if (parent === undefined) break;
    above.unshift(parent);
    parentId = parent.parentId;
  }
  return above;
}

/** An item is visible in a folder only if the folder is in the catalogue, and is neither the item nor inside it. */
export function isVisibleAt(
  store: ItemReader,
  item: Pick<CatalogueItem, 'bot' | 'id'>,
  place: Place,
): boolean {
  if (typeof place !== 'string') return true;
  const folder = store.item(item.bot, place);
  if (folder?.type !== FOLDER || folder.id === item.id) return false;
  return ancestors(store, folder).every(({ id }) => id !== item.id);
}

/** Items that a removal has changed, as they were before. */
export interface Removal {
  readonly removed: readonly CatalogueItem[];
  /** Items that were in a removed folder, and now have no known folder. */
  readonly unplaced: readonly CatalogueItem[];
}

/** Items that were added or moved since the removal stay. Items that would be invisible get an unknown folder. */
export function restore(
  store: Pick<CatalogueStore, 'item' | 'children' | 'saveItem'>,
  { removed, unplaced }: Removal,
): void {
  const itemsToRestore = removed.filter(({ bot, id }) => store.item(bot, id) === undefined);
  for (const item of itemsToRestore) store.saveItem(item);
  // Checked after all items are saved, because a folder may be saved after its contents.
  for (const item of itemsToRestore) {
    if (!isVisibleAt(store, item, item.parentId))
      store.saveItem({ ...item, ...placeFields(UNPLACED) });
  }
  for (const { bot, id, parentId, folderSource } of unplaced) {
    const item = store.item(bot, id);
    // An item with a known folder was moved since the removal.
    if (item?.folderSource !== 'no' || !isVisibleAt(store, item, parentId)) continue;
    store.saveItem({ ...item, parentId, folderSource });
  }
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
