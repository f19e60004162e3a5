import type { Event } from './emitter.ts';
import type {
  Bot,
  CatalogueItem,
  CustomerPage,
  CustomerQuery,
  NewItem,
  RecordPage,
  RemoteItem,
  Scan,
  UserRef,
  UserTagList,
  ValueKey,
} from './model.ts';

/** Where customers come from, page by page: the service, or a file. */
export type PageSource = Pick<BotService, 'listCustomers' | 'walkCustomers'>;

/**
 * The service as one bot's token sees it (contract, section 4). Every method throws `ServiceError`,
 * or the signal's own reason when the caller aborted. What failed is sent again by itself: reads after most failures,
 * writes only when no connection was made.
 */
export interface BotService {
  /** @returns the new item's ID (4.1) */
  createItem(item: NewItem & { readonly botId: string }, signal: AbortSignal): Promise<string>;
  getItem(id: string, signal: AbortSignal): Promise<RemoteItem>;
  /** @returns the ID of everything that was deleted, as the service lists it (4.3) */
  deleteItem(id: string, signal: AbortSignal): Promise<readonly string[]>;
  attachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void>;
  detachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void>;
  listUserTags(user: UserRef, signal: AbortSignal): Promise<readonly UserTagList[]>;
  listCustomers(query: CustomerQuery, signal: AbortSignal): Promise<CustomerPage>;
  /**
   * Page after page from the query's own on, empty ones too; ends after the last one, or after so many `pages`.
   * For walks that need the next page anyway: it is asked for before a page is parsed.
   */
  walkCustomers(
    query: CustomerQuery,
    signal: AbortSignal,
    pages?: number,
  ): AsyncGenerator<CustomerPage, void, undefined>;
  /** The same walk for who wants the records as they were sent: they are found, and not parsed. */
  walkRecords(
    query: CustomerQuery,
    signal: AbortSignal,
  ): AsyncGenerator<RecordPage, void, undefined>;
}

/** Tokens by bot key. Kept in VS Code's SecretStorage and nowhere else. */
export interface TokenStore {
  get(botKey: string): Promise<string | undefined>;
  set(botKey: string, token: string): Promise<void>;
  delete(botKey: string): Promise<void>;
}

/** A change of the catalogue, in this window or in another one. */
export interface CatalogueChange {
  /** `undefined`: the list of bots itself. */
  readonly bot: string | undefined;
  /** The item that changed; `undefined`: the bot's own fields, its scan, or many of its items. */
  readonly item?: string | undefined;
  /** The place whose children changed; absent: only the item's own fields did. */
  readonly childrenOf?: Level | undefined;
}

/** Children of a folder, by its ID, or of the bot: `null`. Items whose folder is not known are children of the bot. */
export type Level = string | null;

/** Group of all items right below a bot that are no folders. The tree shows it where the bot has folders. */
export const NO_FOLDER: unique symbol = Symbol.for('botTags.noFolder');

/** What is known of an item's folder: its ID; `null`: it is in none; `UNPLACED`: nothing is known. */
export type Place = string | null | typeof UNPLACED;
/** Each bundle has its own copy of this file, and all of them mean the same: not `Symbol()`, which makes another one. */
export const UNPLACED: unique symbol = Symbol.for('botTags.unplaced');

/** A bot, or one of its items, that a workspace file lists. */
export interface FileEntry {
  readonly bot: string;
  /** `null`: the bot itself. */
  readonly item: string | null;
  /** Of a bot: the file makes it read-only. */
  readonly isLock?: true;
}

/**
 * What windows keep together besides bots and items: paths of exports that were interrupted, how many customers were
 * exported last by bot, the bots that had a token, on how many customers how many tags stood when a bot was added, and
 * what was taken over from an earlier version.
 */
export type NoteKind =
  | 'unfinishedExport'
  | 'exportedCustomers'
  | 'storedToken'
  | 'firstCustomers'
  | 'firstTags'
  | 'takenOver';

/** Each note is written on its own, so that no window overwrites another's. */
export interface NoteStore {
  /** Values by key. */
  notesOf(kind: NoteKind): ReadonlyMap<string, number>;
  setNote(kind: NoteKind, key: string, value: number): void;
  removeNote(kind: NoteKind, key: string): void;
}

export interface LevelOrder {
  readonly ids: readonly string[];
  /** How many of them are folders: they come first. */
  readonly folders: number;
}

/** Bots and items, kept between windows. Methods are synchronous: each is a lookup by key, or one small write. */
export interface CatalogueStore extends NoteStore {
  bots(): readonly Bot[];
  bot(key: string): Bot | undefined;
  saveBot(bot: Bot): void;
  /** Removes the bot with all its items. */
  removeBot(key: string): void;
  items(bot: string): readonly CatalogueItem[];
  /** The next items by ID after one of them, `''` for the first. */
  itemsAfter(bot: string, id: string, limit: number): readonly CatalogueItem[];
  item(bot: string, id: string): CatalogueItem | undefined;
  children(bot: string, level: Level): readonly CatalogueItem[];
  /** How many `children` there are. */
  count(bot: string, level: Level): number;
  /** Number of folders among the `children` of the bot. */
  topFolders(bot: string): number;
  /** The IDs of `children` as `BY_NAME` orders them: names of levels with thousands are not compared each time. */
  orderByName(bot: string, level: Level): LevelOrder;
  /** The values that `children` are sorted by, by ID; without those of which it is not known. */
  sortValues(
    bot: string,
    level: Level,
    by: ValueKey,
    scan: string | undefined,
  ): ReadonlyMap<string, number>;
  saveItem(item: CatalogueItem): void;
  removeItems(bot: string, ids: readonly string[]): void;
  /** The last scan of the bot. */
  scan(bot: string): Scan | undefined;
  saveScan(scan: Scan): void;
  /** The entries of a workspace file as it was last read. @param file its address */
  listedIn(file: string): readonly FileEntry[];
  /** Adds entries to those of the file, or replaces them. Entries of bots that are not there are left out. */
  addListed(file: string, entries: readonly FileEntry[]): void;
  removeListed(file: string, entries: readonly FileEntry[]): void;
  isListedElsewhere(entry: FileEntry, file: string): boolean;
  /** Addresses of the workspace files that make the bot read-only, as they were last read. */
  lockedBy(bot: string): readonly string[];
  /** Forgets everything, notes and the sandbox included. */
  eraseAll(): void;
  /** Leaves nothing on disk of what was removed. */
  compact(): void;
  /** Runs reads and writes as one step that no other window can come between, and tells of them in one event. */
  atomically<T>(step: () => T): T;
  /** Fires after a change was written: by this window at once, by another one within half a second. */
  readonly onDidChange: Event<readonly CatalogueChange[]>;
  close(): void;
}

/** The sandbox service's memory. Customers are not in it: they follow from their index. */
export interface SandboxState {
  /** Adds the items the sandbox starts with, once in this state's life: what was deleted stays deleted. */
  seedOnce(items: readonly SandboxItem[]): void;
  items(): readonly SandboxItem[];
  item(id: string): SandboxItem | undefined;
  addItem(item: SandboxItem): void;
  removeItems(ids: readonly string[]): void;
  /** Changes made to a user's tags since the start: tag ID → how it stands now, `null` when taken off. */
  taggings(user: string): ReadonlyMap<string, SandboxTagging | null>;
  setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void;
  atomically<T>(step: () => T): T;
}

export interface SandboxItem {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly parentId: string | null;
  /** ms */
  readonly created: number;
}

export interface SandboxTagging {
  /** ms */
  readonly timestamp: number;
  readonly count: number;
}

/** Never given a token or a customer's data. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface Clock {
  /** ms since 1970 */
  now(): number;
}
