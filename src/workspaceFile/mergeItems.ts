import { byName, type FileBot, type FileItem } from '../catalogue/workspaceFile.ts';
import { FOLDER } from '../base/model.ts';
import { UNPLACED, type Place } from '../base/ports.ts';
import { MAX_DEPTH } from './readText.ts';

/** Where the items of a bot have to stand, in the order in which they are written. */
export interface MergedItems {
  at(place: Place): readonly FileItem[];
}

type Places = Map<Place, FileItem[]>;

/**
 * The items of the catalogue, and those that only the file has: somebody else added them, and the catalogue has not
 * loaded them yet. What keeps its place keeps its position too; what is new stands by its name.
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
  const all = [...known.values(), ...kept].map(({ item }) => item);
  const folders = new Set(all.filter(({ type }) => type === FOLDER).map(({ id }) => id));
  for (const { item, place } of kept) {
    // Its folder may have been dropped, or have become a tag.
    const there = typeof place !== 'string' || folders.has(place) ? place : UNPLACED;
    push(target, there, item);
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

/** Moves folders that would be nested too deeply to where nothing is known of a folder. */
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

/** A bot with all that another one of the same address has besides. */
export function united(one: FileBot, other: FileBot): FileBot {
  const merged = mergeItems(one, other, new Set());
  const at = (place: Place): readonly FileItem[] =>
    merged.at(place).map((item) => ({ ...item, items: item.type === FOLDER ? at(item.id) : [] }));
  return {
    ...one,
    environment: one.environment === '' ? other.environment : one.environment,
    isReadOnly: one.isReadOnly || other.isReadOnly,
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

/** Those that stand here already, as somebody ordered them; the new ones each before the first with a later name. */
function ordered(
  items: readonly FileItem[],
  isHere: (item: FileItem) => boolean,
  indexOf: (id: string) => number,
): readonly FileItem[] {
  const old = items.filter(isHere).toSorted((a, b) => indexOf(a.id) - indexOf(b.id));
  const added = items.filter((item) => !isHere(item)).toSorted(byName);
  return insertSorted(old, added, byName);
}

/** @param added sorted */
export function insertSorted<T>(
  old: readonly T[],
  added: readonly T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  const result: T[] = [];
  let next = 0;
  for (const item of old) {
    for (let one = added[next]; one !== undefined && compare(one, item) < 0; one = added[next]) {
      result.push(one);
      next++;
    }
    result.push(item);
  }
  return [...result, ...added.slice(next)];
}
