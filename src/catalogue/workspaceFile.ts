import { inSlices } from '../base/promises.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../base/model.ts';
import { UNPLACED, type FileEntry, type Place } from '../base/ports.ts';
import { placeOf } from './places.ts';
import type { CatalogueReader } from './reader.ts';

/** Name of the file in a workspace folder. */
export const CATALOGUE_FILE = 'bot-tags.jsonc';

/** In bytes; larger ones are not read. */
export const MAX_FILE_SIZE = 32 * 1024 * 1024;

/** The content of a workspace file. It never holds a token. */
export interface FileContent {
  readonly bots: readonly FileBot[];
}

export interface FileBot {
  readonly label: string;
  /** As `checkBaseUrl` gives it. */
  readonly baseUrl: string;
  readonly botId: string;
  /** `''`: none. */
  readonly environment: string;
  /** `false` unlocks nothing: what the person locked stays so. */
  readonly isReadOnly: boolean;
  /** Right below the bot. */
  readonly items: readonly FileItem[];
  /** Those whose folder is not known. */
  readonly unplaced: readonly FileItem[];
}

export interface FileItem {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  /** Of a folder; else empty. */
  readonly items: readonly FileItem[];
}

/** Checks an ID that a file can hold: other text would not come back from it as it was. */
export function isFileId(id: string): boolean {
  return id.trim() !== '' && id.isWellFormed();
}

/** The name as a file holds it, where none may be blank: then it is the ID. */
export function nameInFile({ id, name }: Pick<FileItem, 'id' | 'name'>): string {
  return name.trim() === '' ? id : name;
}

export interface AppliedFile {
  readonly bots: number;
  readonly items: number;
  /** Keys of bots that left the catalogue with it: their tokens have to go too. */
  readonly removedBots: readonly string[];
}

/**
 * The key of a bot that comes from a file. It holds the base URL and the bot ID, so that a file which changes one of
 * them names another bot: one without a token, at an address that nobody has confirmed.
 */
export function fileBotKey({ baseUrl, botId }: Pick<Bot, 'baseUrl' | 'botId'>): string {
  return `file:${encodeURIComponent(baseUrl)}:${encodeURIComponent(botId)}`;
}

export interface FileChoice {
  readonly bot: Bot;
  /** Include tags that were only seen on customers, and whose folder nobody has set. */
  readonly seen: boolean;
}

/** Items by the keys of their bots. */
export type ItemsOfBots = ReadonlyMap<string, readonly CatalogueItem[]>;

/** Reads all items of these bots, in slices: there may be a hundred thousand. */
export async function itemsOfBots(
  catalogue: CatalogueReader,
  choices: readonly FileChoice[],
): Promise<ItemsOfBots> {
  const items = new Map<string, CatalogueItem[]>();
  function* read(): Generator<undefined> {
    for (const { bot } of choices) {
      const own: CatalogueItem[] = [];
      items.set(bot.key, own);
      for (const page of catalogue.pagesOfItems(bot.key)) {
        own.push(...page);
        yield;
      }
    }
  }
  await inSlices(read());
  return items;
}

/**
 * What the catalogue has to put into a file. What is gone at the service is left out, unless something stands in it
 * that is not; a file is not for keeping what is dead.
 */
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
  await inSlices(make());
  return { bots };
}

function fileBotOf(
  catalogue: CatalogueReader,
  { bot, seen }: FileChoice,
  all: readonly CatalogueItem[],
): FileBot {
  const { label, baseUrl, botId, environment } = bot;
  const isReadOnly = catalogue.isReadOnly(bot.key);
  const byPlace = Map.groupBy(all, placeOf);
  const at = (place: Place): readonly FileItem[] =>
    (byPlace.get(place) ?? []).toSorted(foldersFirst).flatMap((item) => {
      const items = item.type === FOLDER ? at(item.id) : [];
      if (!isFileId(item.id)) return items;
      if (item.state === 'gone' && items.length === 0) return [];
      if (isOnlySeen(item) && !seen) return [];
      return [{ id: item.id, name: item.name, type: item.type, items }];
    });
  const head = { label, baseUrl, botId, environment, isReadOnly };
  return { ...head, items: at(null), unplaced: at(UNPLACED) };
}

function foldersFirst(a: CatalogueItem, b: CatalogueItem): number {
  return Number(b.type === FOLDER) - Number(a.type === FOLDER) || byName(a, b);
}

/** How much of the chosen bots stands in a file, and how much does not, by reason. */
export interface FileCounts {
  readonly tags: number;
  readonly folders: number;
  /** The service no longer has them. */
  readonly gone: number;
  /** They were only seen on customers. */
  readonly seen: number;
  /** Their IDs cannot be in a file. */
  readonly unfit: number;
}

/** @param listed what the file had before, which stays */
export function countsOf(
  items: ItemsOfBots,
  choices: readonly FileChoice[],
  { bots }: FileContent,
  listed: readonly FileEntry[],
): FileCounts {
  const written = bots.map(({ items: placedIn, unplaced }) =>
    [...placedIn, ...unplaced].flatMap(allOf),
  );
  const byBot = Map.groupBy(listed, (entry) => entry.bot);
  const left = choices.flatMap(({ bot }, index) => {
    const own = (byBot.get(bot.key) ?? []).map(({ item }) => item);
    const ids = new Set([...own, ...(written[index] ?? []).map(({ id }) => id)]);
    return (items.get(bot.key) ?? []).filter(({ id }) => !ids.has(id));
  });
  const gone = left.filter(({ state }) => state === 'gone').length;
  const all = written.flat();
  const folders = all.filter(({ type }) => type === FOLDER).length;
  const unfit = left.filter(({ id, state }) => state !== 'gone' && !isFileId(id)).length;
  return { tags: all.length - folders, folders, gone, seen: left.length - gone - unfit, unfit };
}

function allOf(item: FileItem): readonly FileItem[] {
  return [item, ...item.items.flatMap(allOf)];
}

/** A tag that was only seen on customers, and whose folder nobody has set. */
export function isOnlySeen({ source, folderKnown }: CatalogueItem): boolean {
  return source === 'seen' && folderKnown === 'no';
}

/** In the same order on every machine, whatever its language: by name, then by ID. */
export function byName(a: Pick<FileItem, 'id' | 'name'>, b: Pick<FileItem, 'id' | 'name'>): number {
  return compare(a.name, b.name) || compare(a.id, b.id);
}

export function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
