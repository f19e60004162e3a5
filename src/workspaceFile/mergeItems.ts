import { byName, type FileBot, type FileItem } from '../catalogue/workspaceFile.ts';
import { FOLDER } from '../base/model.ts';
import { UNPLACED, type Place } from '../base/ports.ts';
import { MAX_DEPTH } from './readText.ts';

/** Merged items by folder, in the order in which they are written. */
export interface MergedItems {
  at(place: Place): readonly FileItem[];
}

type Places = Map<Place, FileItem[]>;

/**
 * Merges the items of the catalogue with items that only the file has, which another user added and the catalogue has
 * not loaded yet. An item that stays in its folder keeps its position. New items are inserted by name.
 * @param dropped IDs to leave out although the file has them
 */
export function mergeItems(
  wanted: FileBot,
  inFile: FileBot | undefined,
  dropped: ReadonlySet<string>,
): MergedItems {
  const target = placesOf(wanted);
  const present = inFile === undefined ? new Map<string, Listed>() : listedIn(inFile);
  const known = listedIn(wanted);
  const kept = [...present.values()].filter(
    ({ item }) => !known.has(item.id) && !dropped.has(item.id),
  );
  const items = [...known.values(), ...kept].map(({ item }) => item);
  const folders = new Set(items.filter(({ type }) => type === FOLDER).map(({ id }) => id));
  for (const { item, place } of kept) {
    // The item's folder may have been dropped, or have become a tag.
    const targetPlace = typeof place !== 'string' || folders.has(place) ? place : UNPLACED;
    push(target, targetPlace, item);
  }
  raiseDeepest(target);
  const places = new Map(
    [...target].map(([place, items]) => {
      const isHere = ({ id }: FileItem): boolean => present.get(id)?.place === place;
      return [place, ordered(items, isHere, (id) => present.get(id)?.index ?? 0)] as const;
    }),
  );
  return { at: (place) => places.get(place) ?? [] };
}

/** Moves folders that would be nested too deeply to the items without a known folder. */
function raiseDeepest(places: Places): void {
  const raised: FileItem[] = [];
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
      raised.push(...folders);
      depth = 1;
    }
    level = folders.map(({ id }) => id);
  }
  for (const folder of raised) push(places, UNPLACED, folder);
}

/** Returns a bot with its own items and the additional items of another bot with the same base URL and bot ID. */
export function united(bot: FileBot, other: FileBot): FileBot {
  const merged = mergeItems(bot, other, new Set());
  const at = (place: Place): readonly FileItem[] =>
    merged.at(place).map((item) => ({ ...item, items: item.type === FOLDER ? at(item.id) : [] }));
  return {
    ...bot,
    environment: bot.environment === '' ? other.environment : bot.environment,
    isReadOnly: bot.isReadOnly || other.isReadOnly,
    items: at(null),
    unplaced: at(UNPLACED),
  };
}

interface Listed {
  readonly item: FileItem;
  readonly place: Place;
  readonly index: number;
}

function listedIn(bot: FileBot): Map<string, Listed> {
  const listed = new Map<string, Listed>();
  const visit = (items: readonly FileItem[], place: Place): void => {
    for (const item of items) {
      listed.set(item.id, { item, place, index: listed.size });
      visit(item.items, item.id);
    }
  };
  visit(bot.items, null);
  visit(bot.unplaced, UNPLACED);
  return listed;
}

function placesOf(bot: FileBot): Places {
  const places: Places = new Map();
  for (const { item, place } of listedIn(bot).values()) push(places, place, item);
  return places;
}

function push(places: Places, place: Place, item: FileItem): void {
  const items = places.get(place) ?? [];
  items.push(item);
  places.set(place, items);
}

/** Returns the existing items in the order of the file. Each new item precedes the first item with a later name. */
function ordered(
  items: readonly FileItem[],
  isHere: (item: FileItem) => boolean,
  indexOf: (id: string) => number,
): readonly FileItem[] {
  const old = items.filter(isHere).toSorted((a, b) => indexOf(a.id) - indexOf(b.id));
  const added = items.filter((item) => !isHere(item)).toSorted(byName);
  return insertSorted(old, added, byName);
}

/** @param added sorted by `compare` */
export function insertSorted<T>(
  old: readonly T[],
  added: readonly T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  const result: T[] = [];
  let next = 0;
  for (const item of old) {
    for (
      let first = added[next];
      first !== undefined && compare(first, item) < 0;
      first = added[next]
    ) {
      result.push(first);
      next++;
    }
    result.push(item);
  }
  return [...result, ...added.slice(next)];
}
