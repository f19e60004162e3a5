import { runInSlices } from '../base/promises.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../base/model.ts';
import { UNPLACED, type FileEntry, type Place } from '../base/ports.ts';
import { placeOf } from './places.ts';
import type { CatalogueReader } from './reader.ts';

export const CATALOGUE_FILE = 'bot-tags.jsonc';

/** Maximum size of a file, in bytes. Larger files are not read. */
export const MAX_FILE_SIZE = 32 * 1024 * 1024;

/** Content of a workspace file. Never contains a token. */
export interface FileContent {
  readonly bots: readonly FileBot[];
}

export interface FileBot {
  readonly label: string;
  /** Base URL as `checkBaseUrl` returns it. */
  readonly baseUrl: string;
  readonly botId: string;
  /** Environment; `''` for none. */
  readonly environment: string;
  /** Whether the file locks the bot. `false` does not unlock a bot that the user locked. */
  readonly isReadOnly: boolean;
  /** Items directly below the bot. */
  readonly items: readonly FileItem[];
  /** Items whose folder is unknown. */
  readonly unplaced: readonly FileItem[];
}

export interface FileItem {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  /** Items in a folder; otherwise empty. */
  readonly items: readonly FileItem[];
}

/** Checks whether a file can store an ID, so that reading the file returns the same ID. */
export function isFileId(id: string): boolean {
  return id.trim() !== '' && id.isWellFormed();
}

/** Returns the name as stored in a file. Names in a file must not be blank, so the ID replaces a blank name. */
export function nameInFile({ id, name }: Pick<FileItem, 'id' | 'name'>): string {
  return name.trim() === '' ? id : name;
}

/** Result of applying a file to the catalogue, with the numbers of bots and items in the file. */
export interface AppliedFile {
  readonly bots: number;
  readonly items: number;
  /** Keys of bots that were removed from the catalogue. Their tokens must be deleted, too. */
  readonly removedBots: readonly string[];
}

/**
 * Returns a key that contains both fields. A file that changes one of them therefore defines another bot, without a
 * token and with an unconfirmed address.
 */
export function fileBotKey({ baseUrl, botId }: Pick<Bot, 'baseUrl' | 'botId'>): string {
  return `file:${encodeURIComponent(baseUrl)}:${encodeURIComponent(botId)}`;
}

/** Bot to write to a file. */
export interface FileChoice {
  readonly bot: Bot;
  /** Whether to include tags that were only seen on customers and whose folder is not set. */
  readonly includesSeen: boolean;
}

/** Items by the key of their bot. */
export type ItemsOfBots = ReadonlyMap<string, readonly CatalogueItem[]>;

/** Reads all items of the chosen bots in slices, because there may be 100,000 items. */
export async function itemsOfBots(
  catalogue: CatalogueReader,
  choices: readonly FileChoice[],
): Promise<ItemsOfBots> {
  const items = new Map<string, CatalogueItem[]>();
  function* read(): Generator<undefined> {
    for (const { bot } of choices) {
      const botItems: CatalogueItem[] = [];
      items.set(bot.key, botItems);
      for (const page of catalogue.pagesOfItems(bot.key)) {
        botItems.push(...page);
        yield;
      }
    }
  }
  await runInSlices(read());
  return items;
}

/** Leaves out items that are gone in the service, except folders that contain other items of the file. */
export async function contentOf(
  catalogue: CatalogueReader,
  choices: readonly FileChoice[],
  items: ItemsOfBots,
): Promise<FileContent> {
  const bots: FileBot[] = [];
  function* make(): Generator<undefined> {
    for (const choice of choices) {
      bots.push(fileBotOf(catalogue, choice, items.get(choice.bot.key) ?? []));
      yield;
    }
  }
  await runInSlices(make());
  return { bots };
}

function fileBotOf(
  catalogue: CatalogueReader,
  { bot, includesSeen }: FileChoice,
  botItems: readonly CatalogueItem[],
): FileBot {
  const { label, baseUrl, botId, environment } = bot;
  const isReadOnly = catalogue.isReadOnly(bot.key);
  const itemsByPlace = Map.groupBy(botItems, placeOf);
  const itemsAt = (place: Place): readonly FileItem[] =>
    (itemsByPlace.get(place) ?? []).toSorted(foldersFirst).flatMap((item) => {
      const items = item.type === FOLDER ? itemsAt(item.id) : [];
      // The contents of a folder that the file cannot store move up to the place of the folder.
      if (!isFileId(item.id)) return items;
      if (item.state === 'gone' && items.length === 0) return [];
      if (isOnlySeen(item) && !includesSeen) return [];
      return [{ id: item.id, name: item.name, type: item.type, items }];
    });
  const head = { label, baseUrl, botId, environment, isReadOnly };
  return { ...head, items: itemsAt(null), unplaced: itemsAt(UNPLACED) };
}

function foldersFirst(a: CatalogueItem, b: CatalogueItem): number {
  return Number(b.type === FOLDER) - Number(a.type === FOLDER) || byName(a, b);
}

/** Numbers of items of the chosen bots: in the file (`tags`, `folders`), and not in the file, by reason. */
export interface FileCounts {
  readonly tags: number;
  readonly folders: number;
  readonly gone: number;
  /** Items that were only seen on customers. */
  readonly seen: number;
  /** Items whose IDs a file cannot store. */
  readonly unfit: number;
}

/**
 * @param content content to write, with a bot for each of `choices`, in the same order
 * @param listedEntries previous entries of the file, which stay in it
 */
export function countsOf(
  items: ItemsOfBots,
  choices: readonly FileChoice[],
  content: FileContent,
  listedEntries: readonly FileEntry[],
): FileCounts {
  const { bots } = content;
  const writtenByBot = bots.map((fileBot) =>
    [...fileBot.items, ...fileBot.unplaced].flatMap(withDescendants),
  );
  const entriesByBot = Map.groupBy(listedEntries, (entry) => entry.bot);
  const unwrittenItems = choices.flatMap(({ bot }, index) => {
    const listedIds = (entriesByBot.get(bot.key) ?? []).map(({ item }) => item);
    const idsInFile = new Set([...listedIds, ...(writtenByBot[index] ?? []).map(({ id }) => id)]);
    return (items.get(bot.key) ?? []).filter(({ id }) => !idsInFile.has(id));
  });
  const goneCount = unwrittenItems.filter(({ state }) => state === 'gone').length;
  const writtenItems = writtenByBot.flat();
  const folderCount = writtenItems.filter(({ type }) => type === FOLDER).length;
  const unfitCount = unwrittenItems.filter(
    ({ id, state }) => state !== 'gone' && !isFileId(id),
  ).length;
  return {
    tags: writtenItems.length - folderCount,
    folders: folderCount,
    gone: goneCount,
    seen: unwrittenItems.length - goneCount - unfitCount,
    unfit: unfitCount,
  };
}

function withDescendants(item: FileItem): readonly FileItem[] {
  return [item, ...item.items.flatMap(withDescendants)];
}

/** Checks whether a tag was only seen on customers and its folder is not set. */
export function isOnlySeen({ source, folderSource }: CatalogueItem): boolean {
  return source === 'seen' && folderSource === 'no';
}

/** Compares by name, then by ID, in the same order on every machine and in every language. */
export function byName(a: Pick<FileItem, 'id' | 'name'>, b: Pick<FileItem, 'id' | 'name'>): number {
  return compare(a.name, b.name) || compare(a.id, b.id);
}

/** Compares by UTF-16 code units, independently of the language. */
export function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
