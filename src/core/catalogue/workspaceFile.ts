import { FOLDER, type Bot, type CatalogueItem } from '../model.ts';
import { UNPLACED, type FileEntry, type Place } from '../ports.ts';
import { placed, unseen } from './placed.ts';
import type { CatalogueReader } from './reader.ts';
import { change, type CatalogueWriter } from './writer.ts';

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

/** The catalogue's bot that a file means: one that the person added at the same address, or the file's own. */
export function botOfFile(
  catalogue: CatalogueReader,
  { baseUrl, botId }: Pick<FileBot, 'baseUrl' | 'botId'>,
): Bot | undefined {
  const same = catalogue
    .bots()
    .filter((bot) => bot.kind === 'service' && bot.baseUrl === baseUrl && bot.botId === botId);
  return same.find((bot) => bot.origin !== 'file') ?? same[0];
}

/**
 * Takes over what a file lists, and takes back what it listed before and no longer does. What the catalogue knows
 * from elsewhere too is neither changed nor removed: bots that the person added, names that the service told, places
 * of what was created here.
 * @param file the file's address
 */
// Called pure, since the entry bundle has a name from this file and need not have the rest.
export const applyFile = /* @__PURE__ */ change(
  (writer: CatalogueWriter, file: string, content: FileContent): AppliedFile => {
    const before = writer.listedIn(file);
    const entries: FileEntry[] = [];
    for (const fileBot of content.bots) {
      const { key } = recordBot(writer, fileBot);
      entries.push({ bot: key, item: null, ...(fileBot.isReadOnly ? { isLock: true } : {}) });
      const record = (items: readonly FileItem[], place: Place): void => {
        for (const item of items) {
          recordItem(writer, key, item, place);
          entries.push({ bot: key, item: item.id });
          record(item.items, item.id);
        }
      };
      record(fileBot.items, null);
      record(fileBot.unplaced, UNPLACED);
    }
    keepLocked(writer, before, entries);
    writer.setListed(file, entries);
    const removedBots = dropUnlisted(writer, file, before, entries);
    const items = entries.filter(({ item }) => item !== null).length;
    return { bots: content.bots.length, items, removedBots };
  },
);

/** What a file locked stays locked without it, by the person's own lock: a file unlocks nothing. */
function keepLocked(
  writer: CatalogueWriter,
  before: readonly FileEntry[],
  entries: readonly FileEntry[],
): void {
  const locked = new Set(entries.filter(({ isLock }) => isLock).map(({ bot }) => bot));
  const left = before.filter(({ bot, isLock }) => isLock === true && !locked.has(bot));
  for (const { bot } of left) {
    const known = writer.bot(bot);
    if (known !== undefined) writer.saveBot({ ...known, isReadOnly: true });
  }
}

function recordBot(writer: CatalogueWriter, fileBot: FileBot): Bot {
  const { label, baseUrl, botId } = fileBot;
  const known = botOfFile(writer, fileBot);
  // One that it does not name stays: without its environment a bot would be asked about less.
  const environment = fileBot.environment === '' ? (known?.environment ?? '') : fileBot.environment;
  if (known !== undefined && known.origin !== 'file') {
    if (known.environment === '' && environment !== '') writer.saveBot({ ...known, environment });
    return known;
  }
  const bot: Bot = {
    ...{ key: known?.key ?? fileBotKey(fileBot), baseUrl, botId, label, environment },
    ...{ kind: 'service', origin: 'file', isConfirmed: known?.isConfirmed ?? false },
    isReadOnly: known?.isReadOnly ?? false,
    created: known?.created ?? writer.now(),
  };
  const isSame = known?.label === label && known.environment === environment;
  if (!isSame) writer.saveBot(bot);
  return bot;
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
function dropUnlisted(
  writer: CatalogueWriter,
  file: string,
  before: readonly FileEntry[],
  entries: readonly FileEntry[],
): readonly string[] {
  const keyOf = ({ bot, item }: FileEntry): string => JSON.stringify([bot, item]);
  const listed = new Set(entries.map(keyOf));
  const dropped = before.filter(
    (entry) => !listed.has(keyOf(entry)) && !writer.isListedElsewhere(entry, file),
  );
  for (const [bot, own] of Map.groupBy(dropped, (entry) => entry.bot)) {
    dropItems(writer, bot, own);
  }
  const bots = dropped.filter(({ item }) => item === null).map(({ bot }) => bot);
  return bots.filter((key) => dropBot(writer, key));
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
  if (writer.items(key).length > 0) {
    writer.saveBot({ ...bot, origin: 'added' });
    return false;
  }
  writer.removeBot(key);
  return true;
}

export interface FileChoice {
  readonly bot: Bot;
  /** Include tags that were only seen on customers, and whose folder nobody has set. */
  readonly seen: boolean;
}

/**
 * What the catalogue has to put into a file. What is gone at the service is left out, unless something stands in it
 * that is not; a file is not for keeping what is dead.
 */
export function contentOf(catalogue: CatalogueReader, choices: readonly FileChoice[]): FileContent {
  return { bots: choices.map((choice) => fileBotOf(catalogue, choice)) };
}

function fileBotOf(catalogue: CatalogueReader, { bot, seen }: FileChoice): FileBot {
  const { label, baseUrl, botId, environment } = bot;
  const isReadOnly = catalogue.isReadOnly(bot.key);
  const at = (place: Place): readonly FileItem[] =>
    catalogue.children(bot.key, place).flatMap((item) => {
      const items = item.type === FOLDER ? at(item.id) : [];
      if (item.state === 'gone' && items.length === 0) return [];
      if (isOnlySeen(item) && !seen) return [];
      return [{ id: item.id, name: item.name, type: item.type, items }];
    });
  const head = { label, baseUrl, botId, environment, isReadOnly };
  return { ...head, items: at(null), unplaced: at(UNPLACED) };
}

/** How much of the chosen bots stands in a file, and how much does not, by reason. */
export interface FileCounts {
  readonly tags: number;
  readonly folders: number;
  /** The service no longer has them. */
  readonly gone: number;
  /** They were only seen on customers. */
  readonly seen: number;
}

/** @param listed what the file had before, which stays */
export function countsOf(
  catalogue: CatalogueReader,
  choices: readonly FileChoice[],
  { bots }: FileContent,
  listed: readonly FileEntry[],
): FileCounts {
  const written = bots.map(({ items, unplaced }) => [...items, ...unplaced].flatMap(allOf));
  const left = choices.flatMap(({ bot }, index) => {
    const own = listed.filter((entry) => entry.bot === bot.key).map(({ item }) => item);
    const ids = new Set([...own, ...(written[index] ?? []).map(({ id }) => id)]);
    return catalogue.items(bot.key).filter(({ id }) => !ids.has(id));
  });
  const gone = left.filter(({ state }) => state === 'gone').length;
  const all = written.flat();
  const folders = all.filter(({ type }) => type === FOLDER).length;
  return { tags: all.length - folders, folders, gone, seen: left.length - gone };
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
