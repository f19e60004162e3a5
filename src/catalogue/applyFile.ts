import { yieldToEventLoop } from '../base/promises.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../base/model.ts';
import { UNPLACED, type FileEntry, type Place } from '../base/ports.ts';
import type { Catalogue } from './catalogue.ts';
import { placeFields, blankItem } from './places.ts';
import { BotsByAddress } from './reader.ts';
import {
  fileBotKey,
  type AppliedFile,
  type FileBot,
  type FileContent,
  type FileItem,
} from './workspaceFile.ts';
import { CHANGE, type CatalogueWriter } from './writer.ts';

/** Maximum number of bots or items in one transaction. All windows wait about 10 ms for a transaction of this size. */
export const BATCH_SIZE = 500;

interface PlacedItem {
  readonly bot: string;
  readonly item: FileItem;
  readonly place: Place;
}

/** Runs a step on batches of a list, each in one transaction. Returns all results in order; a step may have none. */
type RunInBatches = <T, R>(
  entries: readonly T[],
  step: (writer: CatalogueWriter, batch: readonly T[]) => readonly R[] | undefined,
) => Promise<readonly R[]>;

/**
 * Applies the content of a workspace file, and removes entries that the file listed before and no longer lists. Entries
 * that the catalogue also has from another source are neither changed nor removed: bots that the user added, names
 * reported by the service, and folders of items that were created here.
 * Other work continues between two transactions. Each transaction records which file lists its bots and items, and
 * entries that the file no longer lists are removed last. After an interruption, applying a later version of the file
 * therefore completes the work.
 * @param file URI of the file
 * @param signal stops before the next transaction. The numbers in the result are those of the whole file even then
 */
export async function applyFile(
  catalogue: Catalogue,
  file: string,
  content: FileContent,
  signal?: AbortSignal,
): Promise<AppliedFile> {
  let appliedSincePause = 0;
  const runInBatches: RunInBatches = async (entries, step) => {
    const results: NonNullable<ReturnType<typeof step>>[] = [];
    for (let start = 0; start < entries.length; start += BATCH_SIZE) {
      if (signal?.aborted === true) break;
      const batch = entries.slice(start, start + BATCH_SIZE);
      const result = await catalogue.whenFree(() =>
        // While the step waited for another window, a newer version of the file may have replaced this version.
        signal?.aborted === true ? undefined : catalogue[CHANGE]((writer) => step(writer, batch)),
      );
      results.push(result ?? []);
      appliedSincePause += batch.length;
      // A small file is applied without a pause, so that other work of this window never sees a part of it.
      if (appliedSincePause < BATCH_SIZE) continue;
      appliedSincePause = 0;
      await yieldToEventLoop();
    }
    return results.flat();
  };
  const knownBots = new BotsByAddress(catalogue);
  // Read-only bots first: no write may reach them while the rest of the file is being applied.
  const bots = content.bots.toSorted((a, b) => Number(b.isReadOnly) - Number(a.isReadOnly));
  const keys = await runInBatches(bots, (writer, batch) =>
    batch.map((bot) => saveListedBot(writer, file, bot, knownBots.botAt(bot))),
  );
  const listedIds = new Map<string, Set<string>>();
  // `keys` is shorter than `bots` only after an abort. Then no item is applied.
  const items = bots.flatMap((bot, index) => placedItems(keys[index] ?? '', bot));
  for (const key of keys) listedIds.set(key, new Set());
  for (const { bot, item } of items) listedIds.get(bot)?.add(item.id);
  await runInBatches(items, (writer, batch) => {
    for (const { bot, item, place } of batch) saveListedItem(writer, bot, item, place);
    const entries = batch.map(({ bot, item }) => ({ bot, item: item.id }));
    writer.addListed(file, entries);
  });
  const isRemoved = ({ bot, item }: FileEntry): boolean =>
    item === null ? !listedIds.has(bot) : listedIds.get(bot)?.has(item) !== true;
  const removedEntries = signal?.aborted === true ? [] : catalogue.listedIn(file).filter(isRemoved);
  const removedBots = await dropRemovedEntries(runInBatches, file, removedEntries);
  return { bots: bots.length, items: items.length, removedBots };
}

/** Returns the items of a bot, each folder before its contents. */
function placedItems(bot: string, { items, unplaced }: FileBot): readonly PlacedItem[] {
  const result: PlacedItem[] = [];
  const add = (children: readonly FileItem[], place: Place): void => {
    for (const item of children) {
      result.push({ bot, item, place });
      add(item.items, item.id);
    }
  };
  add(items, null);
  add(unplaced, UNPLACED);
  return result;
}

/** Sets the user's lock if the file stops locking a bot, because a change of a file must never unlock a bot. */
function keepLocked(writer: CatalogueWriter, file: string, key: string): void {
  if (!writer.filesMakingReadOnly(key).includes(file)) return;
  const bot = writer.bot(key);
  if (bot !== undefined) writer.saveBot({ ...bot, isReadOnly: true });
}

/** Saves a bot of the file, and returns its key. `knownBot` was in the catalogue before the file was applied. */
function saveListedBot(
  writer: CatalogueWriter,
  file: string,
  fileBot: FileBot,
  knownBot: Bot | undefined,
): string {
  const key = knownBot?.key ?? fileBotKey(fileBot);
  mergeBot(writer, key, fileBot);
  if (!fileBot.isReadOnly) keepLocked(writer, file, key);
  // `item: null` means the bot itself.
  const entry = { bot: key, item: null };
  writer.addListed(file, [fileBot.isReadOnly ? { ...entry, makesReadOnly: true } : entry]);
  return key;
}

function mergeBot(writer: CatalogueWriter, key: string, fileBot: FileBot): void {
  const knownBot = writer.bot(key);
  const { label, baseUrl, botId } = fileBot;
  // An environment that the file omits is kept: without one, fewer writes would need a confirmation.
  const environment =
    fileBot.environment === '' ? (knownBot?.environment ?? '') : fileBot.environment;
  // A bot that does not come from a file keeps its label. Only a missing environment is filled in.
  if (knownBot !== undefined && knownBot.origin !== 'file') {
    if (knownBot.environment === '' && environment !== '')
      writer.saveBot({ ...knownBot, environment });
    return;
  }
  if (knownBot?.label === label && knownBot.environment === environment) return;
  writer.saveBot({
    key,
    baseUrl,
    botId,
    label,
    environment,
    kind: 'service',
    origin: 'file',
    isConfirmed: knownBot?.isConfirmed ?? false,
    isReadOnly: knownBot?.isReadOnly ?? false,
    created: knownBot?.created ?? writer.now(),
  });
}

function saveListedItem(writer: CatalogueWriter, bot: string, item: FileItem, place: Place): void {
  const knownItem = writer.item(bot, item.id);
  const base = knownItem ?? blankItem(bot, item.id, 'file', writer.now());
  const mergedItem: CatalogueItem = {
    ...base,
    // Names and types from the service take precedence over those in a file.
    name: base.namedAt === null ? item.name : base.name,
    type: base.lastSeen === null && base.namedAt === null ? item.type : base.type,
    ...placeOfListed(writer, base, place),
  };
  if (knownItem === undefined || !isSame(knownItem, mergedItem)) writer.save(mergedItem);
}

function isSame(a: CatalogueItem, b: CatalogueItem): boolean {
  return (
    a.name === b.name &&
    a.type === b.type &&
    a.parentId === b.parentId &&
    a.folderSource === b.folderSource
  );
}

/** Returns the place of a listed item. The file overrides the catalogue, but not the service. */
function placeOfListed(
  writer: CatalogueWriter,
  item: CatalogueItem,
  place: Place,
): Pick<CatalogueItem, 'parentId' | 'folderSource'> {
  const { parentId, folderSource } = item;
  if (folderSource === 'service') return { parentId, folderSource };
  if (place === UNPLACED)
    return item.source === 'file' ? placeFields(UNPLACED) : { parentId, folderSource };
  if (writer.isVisibleAt(item, place)) return placeFields(place);
  return writer.isVisibleAt(item, parentId) ? { parentId, folderSource } : placeFields(UNPLACED);
}

/** Removes entries that the file no longer lists, and returns the keys of the removed bots. */
async function dropRemovedEntries(
  runInBatches: RunInBatches,
  file: string,
  removedEntries: readonly FileEntry[],
): Promise<readonly string[]> {
  const drop = (writer: CatalogueWriter, entries: readonly FileEntry[]): void => {
    const unsharedEntries = entries.filter((entry) => !writer.isListedElsewhere(entry, file));
    for (const [bot, botEntries] of Map.groupBy(unsharedEntries, (entry) => entry.bot))
      dropItems(writer, bot, botEntries);
    writer.removeListed(file, entries);
  };
  const items = removedEntries.filter(({ item }) => item !== null);
  // Folders last: removing a folder first would move its contents out of it.
  const folders = await runInBatches(items, (writer, batch) => {
    const isFolder = ({ bot, item }: FileEntry): boolean =>
      writer.item(bot, item ?? '')?.type === FOLDER;
    drop(
      writer,
      batch.filter((entry) => !isFolder(entry)),
    );
    return batch.filter(isFolder);
  });
  await runInBatches(folders, (writer, batch) => {
    drop(writer, batch);
  });
  const bots = removedEntries.filter(({ item }) => item === null);
  return runInBatches(bots, (writer, batch) => {
    const removed: string[] = [];
    for (const entry of batch) {
      keepLocked(writer, file, entry.bot);
      const isListedOnlyHere = !writer.isListedElsewhere(entry, file);
      writer.removeListed(file, [entry]);
      if (isListedOnlyHere && dropBot(writer, entry.bot)) removed.push(entry.bot);
    }
    return removed;
  });
}

function dropItems(writer: CatalogueWriter, bot: string, entries: readonly FileEntry[]): void {
  const knownItems = entries.flatMap(({ item }) => writer.item(bot, item ?? '') ?? []);
  const itemsOfFile = knownItems.filter(({ source }) => source === 'file');
  // Items that a scan has found on customers stay, with the scan as their source.
  for (const item of itemsOfFile.filter(({ scan }) => scan !== null)) {
    writer.save({ ...item, source: 'seen' });
  }
  writer.removeItems(itemsOfFile.filter(({ scan }) => scan === null));
}

/** Removes a bot that came from a file. If it has items from other sources, it stays, as if the user had added it. */
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
