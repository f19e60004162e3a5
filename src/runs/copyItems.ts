import { fieldsIn, fieldsOf, isShortText } from '../base/jsonValues.ts';
import { type Bot, type CatalogueItem, FOLDER, TAG } from '../base/model.ts';
import { UNPLACED } from '../base/ports.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { placeOf } from '../catalogue/places.ts';

export const MAX_COPY_ITEMS = 5000;

export interface CopyItem {
  /** ID of the item in the source bot. */
  readonly id: string;
  readonly name: string;
  /** `TAG` or `FOLDER`. */
  readonly type: number;
  /** Index of the item's folder, always lower than the item's own index. `null`: directly below the bot. */
  readonly parent: number | null;
  /** ID of the same item in the target bot. `null`: the target bot does not have it, per catalogue. */
  readonly targetId: string | null;
}

/**
 * Returns the tags and folders that can be copied, each after its folder. Excludes items that are deleted in the
 * service. Stops soon after `MAX_COPY_ITEMS`, so a longer result means that there are too many items.
 * @param ids tags, and folders with all their content; if absent, all items of the bot
 */
export function copyCandidates(
  catalogue: Catalogue,
  { from, to }: { readonly from: Bot; readonly to: Bot },
  ids?: readonly string[],
): readonly CopyItem[] {
  const findInTarget = createFinder(catalogue, to);
  const items: CopyItem[] = [];
  const indexes = new Map<string, number>();
  for (const { item, folders } of findItemsWithFolders(catalogue, from, ids)) {
    for (const entry of [...folders, item]) {
      if (indexes.has(entry.id)) continue;
      const parentIndex = entry.parentId === null ? undefined : indexes.get(entry.parentId);
      const parent = parentIndex ?? null;
      const folder = parent === null ? undefined : items[parent];
      const { id, name, type } = entry;
      indexes.set(id, items.length);
      items.push({ id, name, type, parent, targetId: findInTarget(entry, folder) });
    }
  }
  return items;
}

/**
 * Returns the chosen items, the folders that they need, and the items that the target bot already has.
 * @param chosen indexes of the items to create; a chosen item is created even if the target bot already has it
 */
export function selectItems(
  items: readonly CopyItem[],
  chosen: ReadonlySet<number>,
): readonly CopyItem[] {
  const needed = new Set<number>();
  for (const [index, { targetId }] of items.entries()) {
    if (targetId === null && !chosen.has(index)) continue;
    for (let above: number | null = index; above !== null; above = items[above]?.parent ?? null) {
      needed.add(above);
    }
  }
  const newIndexes = new Map(
    [...needed].sort((a, b) => a - b).map((index, newIndex) => [index, newIndex]),
  );
  return [...newIndexes.keys()].flatMap((index) => {
    const item = items[index];
    if (item === undefined) return [];
    const parent = item.parent === null ? null : (newIndexes.get(item.parent) ?? null);
    return [{ ...item, parent, targetId: chosen.has(index) ? null : item.targetId }];
  });
}

/** Returns the names of the folders above an item, outermost first. */
export function foldersAbove(items: readonly CopyItem[], index: number): readonly string[] {
  const names: string[] = [];
  for (
    let above = items[index]?.parent ?? null;
    above !== null;
    above = items[above]?.parent ?? null
  ) {
    names.unshift(items[above]?.name ?? '');
  }
  return names;
}

function findItemsWithFolders(catalogue: Catalogue, from: Bot, ids: readonly string[] | undefined) {
  const roots = ids?.flatMap((id) => catalogue.item(from.key, id) ?? []);
  const selected = roots?.flatMap((item) => [item, ...catalogue.below(from.key, item.id)]);
  // An item that is selected together with a folder above it must count once, or others would be left out.
  const candidates =
    selected === undefined
      ? catalogue.items(from.key)
      : [...new Map(selected.map((item) => [item.id, item])).values()];
  // Outer folders come before their content, and folders before tags on the same level.
  return candidates
    .filter(({ state, type }) => state !== 'gone' && (type === TAG || type === FOLDER))
    .slice(0, MAX_COPY_ITEMS + 1)
    .map((item) => {
      const folders = catalogue.ancestors(item).filter(({ state }) => state !== 'gone');
      return { item, folders };
    })
    .toSorted((a, b) => a.folders.length - b.folders.length || b.item.type - a.item.type);
}

/** Returns a function that finds an item in the target bot by name, and by folder if both folders are known. */
function createFinder(catalogue: Catalogue, to: Bot) {
  // Each map has IDs of items by `nameKey`: items with a known folder, all items, and items with an unknown folder.
  const idsInFolders = new Map<string, string>();
  const idsByName = new Map<string, string>();
  const unplacedIds = new Map<string, string>();
  for (const item of catalogue.items(to.key)) {
    if (item.state === 'gone') continue;
    const place = placeOf(item);
    const name = nameKey(item);
    idsByName.set(name, item.id);
    if (place === UNPLACED) unplacedIds.set(name, item.id);
    else idsInFolders.set(nameKey(item, place), item.id);
  }
  return (item: CatalogueItem, folder: CopyItem | undefined): string | null => {
    const name = nameKey(item);
    if (placeOf(item) === UNPLACED) return idsByName.get(name) ?? null;
    // A folder that still has to be created is empty.
    const isFolderNew = folder !== undefined && folder.targetId === null;
    const idInFolder = isFolderNew
      ? undefined
      : idsInFolders.get(nameKey(item, folder?.targetId ?? null));
    // A tag also matches a tag of the target bot whose folder is unknown. A folder does not.
    return idInFolder ?? (item.type === FOLDER ? null : (unplacedIds.get(name) ?? null));
  };
}

/** @param place folder of the item in the target bot; absent if the folder does not matter */
function nameKey({ type, name }: CatalogueItem, place?: string | null): string {
  return JSON.stringify([type, name, place]);
}

type CopyBot = Pick<Bot, 'label' | 'botId' | 'baseUrl'>;

/** State of a copy in the Journal, without the outcome of each item. Contains no customers. */
export interface CopyState {
  readonly from: CopyBot;
  readonly to: CopyBot;
  readonly items: readonly CopyItem[];
  /** Whether the user has started to undo the copy. Resuming then continues the undo. */
  readonly isUndo: boolean;
}

/** Serializes the state. `targetId` is stored as `there`, its original name, so that earlier versions can read it. */
export function writeCopy({ items, ...state }: CopyState): string {
  const storedItems = items.map(({ targetId: there, ...item }) => ({ ...item, there }));
  return JSON.stringify({ ...state, items: storedItems });
}

/** Parses the result of `writeCopy`. Accepts any text, and returns `undefined` if it is not valid. */
export function readCopy(text: string): CopyState | undefined {
  const { from, to, items, isUndo } = fieldsIn(text);
  const [fromBot, toBot] = [readBot(from), readBot(to)];
  const parsedItems = Array.isArray(items) ? items.map(readItem) : [];
  const validItems = parsedItems.filter((item) => item !== undefined);
  if (fromBot === undefined || toBot === undefined || validItems.length === 0) return undefined;
  if (
    validItems.length !== parsedItems.length ||
    validItems.some(({ parent }, index) => parent !== null && parent >= index)
  )
    return undefined;
  return { from: fromBot, to: toBot, items: validItems, isUndo: isUndo === true };
}

function readBot(value: unknown): CopyBot | undefined {
  const { label, botId, baseUrl } = fieldsOf(value);
  if (!isShortText(label) || !isShortText(botId) || typeof baseUrl !== 'string') return undefined;
  return { label, botId, baseUrl };
}

function readItem(value: unknown): CopyItem | undefined {
  const { id, name, type, parent, there: targetId } = fieldsOf(value);
  // The service may have items with any name, even an empty one.
  if (!isShortText(id) || typeof name !== 'string' || (type !== TAG && type !== FOLDER))
    return undefined;
  if (parent !== null && !(typeof parent === 'number' && Number.isInteger(parent) && parent >= 0))
    return undefined;
  if (targetId !== null && !isShortText(targetId)) return undefined;
  return { id, name, type, parent, targetId };
}
