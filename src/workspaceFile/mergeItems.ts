import { byName, type FileBot, type FileItem } from '../catalogue/workspaceFile.ts';
import { FOLDER } from '../base/model.ts';
import { UNPLACED, type Place } from '../base/ports.ts';
import { MAX_DEPTH } from './readText.ts';

type ItemsByPlace = Map<Place, FileItem[]>;

/**
 * Merges the items of the catalogue with items that only the file has, which another user added and the catalogue has
 * not loaded yet. An item that stays in its folder keeps its position. New items are inserted by name.
 * @param droppedIds IDs to leave out although the file has them
 * @returns the items directly in each place, in the order in which they are written
 */
export function mergeItems(
  catalogueBot: FileBot,
  fileBot: FileBot | undefined,
  droppedIds: ReadonlySet<string>,
): ReadonlyMap<Place, readonly FileItem[]> {
  const fileItems = fileBot === undefined ? new Map<string, ListedItem>() : itemsById(fileBot);
  const catalogueItems = itemsById(catalogueBot);
  const mergedItems: ItemsByPlace = new Map();
  for (const { item, place } of catalogueItems.values()) addItem(mergedItems, place, item);
  const onlyInFile = [...fileItems.values()].filter(
    ({ item }) => !catalogueItems.has(item.id) && !droppedIds.has(item.id),
  );
  const allItems = [...catalogueItems.values(), ...onlyInFile].map(({ item }) => item);
  const folders = new Set(allItems.filter(({ type }) => type === FOLDER).map(({ id }) => id));
  for (const { item, place } of onlyInFile) {
    // The item's folder may have been dropped, or have become a tag.
    const targetPlace = typeof place !== 'string' || folders.has(place) ? place : UNPLACED;
    addItem(mergedItems, targetPlace, item);
  }
  moveDeepFolders(mergedItems);
  for (const [place, items] of mergedItems) {
    const isAlreadyHere = ({ id }: FileItem): boolean => fileItems.get(id)?.place === place;
    const indexOf = (id: string): number => fileItems.get(id)?.index ?? 0;
    mergedItems.set(place, orderItems(items, isAlreadyHere, indexOf));
  }
  return mergedItems;
}

/** Moves folders that would be nested deeper than `MAX_DEPTH` to the items without a known folder. */
function moveDeepFolders(places: ItemsByPlace): void {
  const movedFolders: FileItem[] = [];
  let level: readonly Place[] = [null, UNPLACED];
  for (let depth = 1; level.length > 0; depth++) {
    const isFolder = ({ type }: FileItem): boolean => type === FOLDER;
    const folders = level.flatMap((place) => (places.get(place) ?? []).filter(isFolder));
    if (depth > MAX_DEPTH) {
      for (const place of level) {
        places.set(
          place,
          (places.get(place) ?? []).filter((item) => !isFolder(item)),
        );
      }
      for (const folder of folders) movedFolders.push(folder);
      // After the loop, these folders are added at depth 1. The loop continues with their content, at depth 2.
      depth = 1;
    }
    level = folders.map(({ id }) => id);
  }
  for (const folder of movedFolders) addItem(places, UNPLACED, folder);
}

/** Returns a bot with its items and the additional items of another bot with the same base URL and bot ID. */
export function mergeBots(bot: FileBot, other: FileBot): FileBot {
  const merged = mergeItems(bot, other, new Set());
  const itemsIn = (place: Place): readonly FileItem[] =>
    (merged.get(place) ?? []).map((item) => ({
      ...item,
      items: item.type === FOLDER ? itemsIn(item.id) : [],
    }));
  return {
    ...bot,
    environment: bot.environment === '' ? other.environment : bot.environment,
    isReadOnly: bot.isReadOnly || other.isReadOnly,
    items: itemsIn(null),
    unplaced: itemsIn(UNPLACED),
  };
}

/** Item with its folder and its position in the order of the file. */
interface ListedItem {
  readonly item: FileItem;
  readonly place: Place;
  readonly index: number;
}

function itemsById(bot: FileBot): Map<string, ListedItem> {
  const listedItems = new Map<string, ListedItem>();
  const visit = (items: readonly FileItem[], place: Place): void => {
    for (const item of items) {
      listedItems.set(item.id, { item, place, index: listedItems.size });
      visit(item.items, item.id);
    }
  };
  visit(bot.items, null);
  visit(bot.unplaced, UNPLACED);
  return listedItems;
}

function addItem(places: ItemsByPlace, place: Place, item: FileItem): void {
  const items = places.get(place) ?? [];
  items.push(item);
  places.set(place, items);
}

/** Keeps existing items in the order of the file. A new item comes before the first existing item with a later name. */
function orderItems(
  items: readonly FileItem[],
  isAlreadyHere: (item: FileItem) => boolean,
  indexOf: (id: string) => number,
): FileItem[] {
  const existing = items.filter(isAlreadyHere).toSorted((a, b) => indexOf(a.id) - indexOf(b.id));
  const added = items.filter((item) => !isAlreadyHere(item)).toSorted(byName);
  return insertSorted(existing, added, byName);
}

/**
 * Inserts each element of `added`, which must be sorted, before the first existing element that is later. Existing
 * elements keep their order, even if they are not sorted.
 */
export function insertSorted<T>(
  existing: readonly T[],
  added: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  const result: T[] = [];
  let nextIndex = 0;
  for (const item of existing) {
    for (
      let candidate = added[nextIndex];
      candidate !== undefined && compare(candidate, item) < 0;
      candidate = added[nextIndex]
    ) {
      result.push(candidate);
      nextIndex++;
    }
    result.push(item);
  }
  return [...result, ...added.slice(nextIndex)];
}
