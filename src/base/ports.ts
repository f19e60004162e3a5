import type { Bot, CatalogueItem, Scan, ValueKey } from './model.ts';
import { sleep } from './promises.ts';

/** A change of the catalogue, in this window or in another one. */
export interface CatalogueChange {
  /** Key of the bot. `undefined`: the list of bots changed. */
  readonly bot: string | undefined;
  /** ID of the changed item. `undefined`: the bot's own fields, its scan, or many of its items changed. */
  readonly item?: string | undefined;
  /** Level whose children changed. Absent: only the item's own fields changed. */
  readonly childrenOf?: Level | undefined;
}

/**
 * Level of the tree, named by its parent: the ID of a folder, or `null` for the bot. Items whose folder is unknown are
 * children of the bot.
 */
export type Level = string | null;

/**
 * Row "No Folder" of the tree: all items directly below a bot that are not folders. Shown if the bot has folders.
 * `Symbol.for`, not `Symbol()`: `tree.cjs` has its own copy of this file, and all copies must use the same symbol.
 */
export const NO_FOLDER: unique symbol = Symbol.for('botTags.noFolder');

/** Folder of an item: its ID; `null`: the item is in no folder; `UNPLACED`: unknown. */
export type Place = string | null | typeof UNPLACED;
export const UNPLACED: unique symbol = Symbol.for('botTags.unplaced');

/** A bot, or one of its items, that a workspace file lists. */
export interface FileEntry {
  readonly bot: string;
  /** Item ID. `null`: the bot itself. */
  readonly item: string | null;
  readonly makesReadOnly?: true;
}

/**
 * Data that windows share besides bots and items. `first…`: numbers found when a bot was added; `exportedCustomers`:
 * number in a bot's last export; `storedToken`: the bot had a token; `takenOver`: imported from an earlier version. The
 * key of a note is the key of its bot, except for `unfinishedExport` (path of the file) and `takenOver`.
 */
export type NoteKind =
  | 'unfinishedExport'
  | 'exportedCustomers'
  | 'storedToken'
  | 'firstCustomers'
  | 'firstTags'
  | 'takenOver';

/** Each note is written on its own, so that windows do not overwrite each other's notes. */
export interface NoteStore {
  notesOf(kind: NoteKind): ReadonlyMap<string, number>;
  setNote(kind: NoteKind, key: string, value: number): void;
  removeNote(kind: NoteKind, key: string): void;
}

export interface LevelOrder {
  readonly ids: readonly string[];
  /** Number of folders, which come first in `ids`. */
  readonly folderCount: number;
}

export type NamedItem = Pick<CatalogueItem, 'id' | 'name' | 'type' | 'parentId'>;

/** Bots and items, shared between windows. Methods are synchronous: a lookup by key, or one small write. */
export interface CatalogueStore extends NoteStore {
  bots(): readonly Bot[];
  bot(key: string): Bot | undefined;
  saveBot(bot: Bot): void;
  /** Removes the bot with all its items. */
  removeBot(key: string): void;
  items(bot: string): readonly CatalogueItem[];
  /** Returns up to `limit` items in the order of their IDs, after the item `id`. `''`: from the first item. */
  itemsAfter(bot: string, id: string, limit: number): readonly CatalogueItem[];
  /** Returns up to `limit` items like `itemsAfter`, but only names and folders, in a fifth of the time. */
  namedItems(bot: string, limit: number): readonly NamedItem[];
  item(bot: string, id: string): CatalogueItem | undefined;
  children(bot: string, level: Level): readonly CatalogueItem[];
  count(bot: string, level: Level): number;
  topFolderCount(bot: string): number;
  /** Returns the IDs of `children`, folders first, sorted by name. The order is stored, to avoid repeated sorting. */
  orderByName(bot: string, level: Level): LevelOrder;
  /**
   * Returns the sort values of `children` by ID, without items whose value is unknown.
   * @param scanId `Scan.id` of the scan whose customer counts are valid
   */
  sortValues(
    bot: string,
    level: Level,
    by: ValueKey,
    scanId: string | undefined,
  ): ReadonlyMap<string, number>;
  saveItem(item: CatalogueItem): void;
  removeItems(bot: string, ids: readonly string[]): void;
  /** Returns the last scan of the bot. */
  scan(bot: string): Scan | undefined;
  saveScan(scan: Scan): void;
  /** Returns the entries of a workspace file as last read. @param file URI of the workspace file */
  listedIn(file: string): readonly FileEntry[];
  /** Adds entries to those of the file, or replaces them. Entries of bots that do not exist are ignored. */
  addListed(file: string, entries: readonly FileEntry[]): void;
  removeListed(file: string, entries: readonly FileEntry[]): void;
  isListedElsewhere(entry: FileEntry, file: string): boolean;
  /** Returns the URIs of the workspace files that make the bot read-only, as last read. */
  filesMakingReadOnly(bot: string): readonly string[];
  /** Deletes all data, including notes and the sandbox. */
  eraseAll(): void;
  /** Removes all traces of deleted data from the disk. */
  compact(): void;
  /** Runs reads and writes as one transaction across all windows, and emits a single event for them. */
  atomically<T>(step: () => T): T;
  /** Fires after a change was written: immediately for this window, within half a second for another window. */
  readonly onDidChange: Event<readonly CatalogueChange[]>;
  close(): void;
}

/** State of the sandbox service. It does not contain customers, which are computed from their index. */
export interface SandboxState {
  /** Adds the initial items of the sandbox, only once per state, so that deleted items stay deleted. */
  seedOnce(items: readonly SandboxItem[]): void;
  items(): readonly SandboxItem[];
  item(id: string): SandboxItem | undefined;
  addItem(item: SandboxItem): void;
  removeItems(ids: readonly string[]): void;
  /** Returns the changes to a user's tags since the start, by tag ID. `null`: the tag was detached. */
  taggings(user: string): ReadonlyMap<string, SandboxTagging | null>;
  setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void;
  atomically<T>(step: () => T): T;
}

export interface SandboxItem {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly parentId: string | null;
  /** Time in ms since 1970. */
  readonly created: number;
}

export interface SandboxTagging {
  /** Time in ms since 1970. */
  readonly timestamp: number;
  readonly count: number;
}

/** Log. Tokens and customer data must never be passed to it. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface Clock {
  /** Returns the current time, in ms since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Monotonic clock. When the machine's clock is set, no wait ends an hour too early or too late. */
export interface SteadyClock extends Clock {
  /** Rejects with the reason of the signal if it is aborted before `ms` milliseconds have passed. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const steadyClock: SteadyClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep,
};

export interface Disposable {
  dispose(): void;
}

export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Works without vscode. `fire` calls all listeners even if some throw, and then throws the first error. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
