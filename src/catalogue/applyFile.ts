import { letOthersWork } from '../base/promises.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../base/model.ts';
import { UNPLACED, type FileEntry, type Place } from '../base/ports.ts';
import type { Catalogue } from './catalogue.ts';
import { placed, unseen } from './places.ts';
import { BotsOfFile } from './reader.ts';
import {
  fileBotKey,
  type AppliedFile,
  type FileBot,
  type FileContent,
  type FileItem,
} from './workspaceFile.ts';
import { CHANGE, type CatalogueWriter } from './writer.ts';

/** Bots, or items, in one transaction: some ten milliseconds, for which this window and the others wait. */
export const AT_ONCE = 500;

interface PlacedItem {
  readonly bot: string;
  readonly item: FileItem;
  readonly place: Place;
}

/**
 * Takes over what a file lists, and takes back what it listed before and no longer does. What the catalogue knows
 * from elsewhere too is neither changed nor removed: bots that the person added, names that the service told, places
 * of what was created here.
 *
 * Other work goes on between one transaction and the next. Each transaction notes with the bots and items which file
 * lists them, and what the file no longer lists is removed last. After an interruption the catalogue therefore knows
 * what came from this file, in whichever version, and applying any version later completes it.
 * @param file the file's address
 * @param signal stops before the next transaction; the result is then about the part that was applied
 */
export async function applyFile(
  catalogue: Catalogue,
  file: string,
  content: FileContent,
  signal?: AbortSignal,
): Promise<AppliedFile> {
  let sinceRest = 0;
  const inBatches: InBatches = async (all, step) => {
    const results: ReturnType<typeof step>[] = [];
    for (let at = 0; at < all.length; at += AT_ONCE) {
      if (signal?.aborted === true) break;
      const some = all.slice(at, at + AT_ONCE);
      const result = await catalogue.whenFree(() =>
        // While this waited for another window, a newer version may have taken over.
        signal?.aborted === true ? [] : catalogue[CHANGE]((writer) => step(writer, some)),
      );
      results.push(result);
      sinceRest += some.length;
      // A small file is applied without a pause, so that no other work of this window sees a part of it.
      if (sinceRest < AT_ONCE) continue;
      sinceRest = 0;
      await letOthersWork();
    }
    return results.flat();
  };
  const known = new BotsOfFile(catalogue);
  // Locks first: no write may reach a bot of the file while the rest of the file is on its way.
  const bots = content.bots.toSorted((a, b) => Number(b.isReadOnly) - Number(a.isReadOnly));
  const keys = await inBatches(bots, (writer, some) =>
    some.map((bot) => recordBot(writer, file, bot, known.of(bot))),
  );
  const listed = new Map<string, Set<string>>();
  const items = bots.flatMap((bot, index) => placedItems(keys[index] ?? '', bot));
  for (const key of keys) listed.set(key, new Set());
  for (const { bot, item } of items) listed.get(bot)?.add(item.id);
  await inBatches(items, (writer, some) => recordItems(writer, file, some));
  const isUnlisted = ({ bot, item }: FileEntry): boolean =>
    item === null ? !listed.has(bot) : listed.get(bot)?.has(item) !== true;
  const unlisted = signal?.aborted === true ? [] : catalogue.listedIn(file).filter(isUnlisted);
  const removedBots = await dropUnlisted(inBatches, file, unlisted);
  return { bots: bots.length, items: items.length, removedBots };
}

/** Does a step with each part of a list, each in a transaction of its own. @returns what the steps returned */
type InBatches = <T, R>(
  all: readonly T[],
  step: (writer: CatalogueWriter, some: readonly T[]) => readonly R[],
) => Promise<readonly R[]>;

/** Folders before what is in them. */
function placedItems(bot: string, { items, unplaced }: FileBot): readonly PlacedItem[] {
  const found: PlacedItem[] = [];
  const add = (some: readonly FileItem[], place: Place): void => {
    for (const item of some) {
      found.push({ bot, item, place });
      add(item.items, item.id);
    }
  };
  add(items, null);
  add(unplaced, UNPLACED);
  return found;
}

/** What a file locked stays locked without it, by the person's own lock: a file unlocks nothing. */
function keepLocked(writer: CatalogueWriter, file: string, key: string): void {
  if (!writer.lockedBy(key).includes(file)) return;
  const known = writer.bot(key);
  if (known !== undefined) writer.saveBot({ ...known, isReadOnly: true });
}

/** @param found the bot at this address, when the file began to be applied @returns the bot's key */
function recordBot(
  writer: CatalogueWriter,
  file: string,
  fileBot: FileBot,
  found: Bot | undefined,
): string {
  const key = found?.key ?? fileBotKey(fileBot);
  saveBot(writer, key, fileBot);
  if (!fileBot.isReadOnly) keepLocked(writer, file, key);
  const entry = { bot: key, item: null };
  writer.addListed(file, [fileBot.isReadOnly ? { ...entry, isLock: true } : entry]);
  return key;
}

function saveBot(writer: CatalogueWriter, key: string, fileBot: FileBot): void {
  const known = writer.bot(key);
  const { label, baseUrl, botId } = fileBot;
  // One that it does not name stays: without its environment a bot would be asked about less.
  const environment = fileBot.environment === '' ? (known?.environment ?? '') : fileBot.environment;
  if (known !== undefined && known.origin !== 'file') {
    if (known.environment === '' && environment !== '') writer.saveBot({ ...known, environment });
    return;
  }
  if (known?.label === label && known.environment === environment) return;
  writer.saveBot({
    ...{ key, baseUrl, botId, label, environment },
    ...{ kind: 'service', origin: 'file', isConfirmed: known?.isConfirmed ?? false },
    isReadOnly: known?.isReadOnly ?? false,
    created: known?.created ?? writer.now(),
  });
}

function recordItems(
  writer: CatalogueWriter,
  file: string,
  items: readonly PlacedItem[],
): readonly never[] {
  for (const { bot, item, place } of items) recordItem(writer, bot, item, place);
  writer.addListed(
    file,
    items.map(({ bot, item }) => ({ bot, item: item.id })),
  );
  return [];
}

function recordItem(writer: CatalogueWriter, bot: string, item: FileItem, place: Place): void {
  const known = writer.item(bot, item.id);
  const base = known ?? unseen(bot, item.id, 'file', writer.now());
  const saved: CatalogueItem = {
    ...base,
    // What the service said of it is the truth; a file only claims.
    name: base.namedAt === null ? item.name : base.name,
    type: base.lastSeen === null && base.namedAt === null ? item.type : base.type,
    ...placeOfListed(writer, base, place),
  };
  if (known === undefined || !isSame(known, saved)) writer.save(saved);
}

function isSame(a: CatalogueItem, b: CatalogueItem): boolean {
  return (
    a.name === b.name &&
    a.type === b.type &&
    a.parentId === b.parentId &&
    a.folderKnown === b.folderKnown
  );
}

/** The file knows better than the list, but not better than the service, in whose folder it was created. */
function placeOfListed(
  writer: CatalogueWriter,
  item: CatalogueItem,
  place: Place,
): Pick<CatalogueItem, 'parentId' | 'folderKnown'> {
  const { parentId, folderKnown } = item;
  if (folderKnown === 'service') return { parentId, folderKnown };
  if (place === UNPLACED)
    return item.source === 'file' ? placed(UNPLACED) : { parentId, folderKnown };
  if (writer.canStand(item, place)) return placed(place);
  return writer.canStand(item, parentId) ? { parentId, folderKnown } : placed(UNPLACED);
}

/** @returns the bots that left the list */
async function dropUnlisted(
  inBatches: InBatches,
  file: string,
  unlisted: readonly FileEntry[],
): Promise<readonly string[]> {
  const drop = (writer: CatalogueWriter, entries: readonly FileEntry[]): void => {
    const only = entries.filter((entry) => !writer.isListedElsewhere(entry, file));
    for (const [bot, own] of Map.groupBy(only, (entry) => entry.bot)) dropItems(writer, bot, own);
    writer.removeListed(file, entries);
  };
  const items = unlisted.filter(({ item }) => item !== null);
  // Folders last: what is in a removed folder would be moved out of it first.
  const folders = await inBatches(items, (writer, some) => {
    const isFolder = ({ bot, item }: FileEntry): boolean =>
      writer.item(bot, item ?? '')?.type === FOLDER;
    const [left, now] = [some.filter(isFolder), some.filter((entry) => !isFolder(entry))];
    drop(writer, now);
    return left;
  });
  await inBatches(folders, (writer, some) => {
    drop(writer, some);
    return [];
  });
  const bots = unlisted.filter(({ item }) => item === null);
  return inBatches(bots, (writer, some) => {
    const removed: string[] = [];
    for (const entry of some) {
      keepLocked(writer, file, entry.bot);
      const isOnly = !writer.isListedElsewhere(entry, file);
      writer.removeListed(file, [entry]);
      if (isOnly && dropBot(writer, entry.bot)) removed.push(entry.bot);
    }
    return removed;
  });
}

function dropItems(writer: CatalogueWriter, bot: string, entries: readonly FileEntry[]): void {
  const items = entries
    .map(({ item }) => (item === null ? undefined : writer.item(bot, item)))
    .filter((item) => item?.source === 'file');
  const known = items.filter((item) => item !== undefined);
  // One that a scan has met on customers is known from there too.
  for (const item of known.filter(({ scan }) => scan !== null)) {
    writer.save({ ...item, source: 'seen' });
  }
  const only = known.filter(({ scan }) => scan === null);
  writer.removeItems(
    bot,
    only.map(({ id }) => id),
  );
}

/** One in which something stands that came from elsewhere stays, as the person's own. */
function dropBot(writer: CatalogueWriter, key: string): boolean {
  const bot = writer.bot(key);
  if (bot?.origin !== 'file') return false;
  if (writer.hasItems(key)) {
    writer.saveBot({ ...bot, origin: 'added' });
    return false;
  }
  writer.removeBot(key);
  return true;
}
