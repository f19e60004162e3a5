import {
  type Bot,
  type CatalogueItem,
  FOLDER,
  type Scan,
  type ValueKey,
} from '../../base/model.ts';
import {
  type CatalogueChange,
  type CatalogueStore,
  Emitter,
  type FileEntry,
  type Level,
  type LevelOrder,
  type NoteKind,
} from '../../base/ports.ts';
import { compareByName } from '../itemOrder.ts';
import {
  type StoredScan,
  type StoredScanHead,
  MAX_STORED_SCANS,
  type ScanHistory,
} from '../scanCounts.ts';
import { compactChanges, isSamePosition, valuesBy } from './changes.ts';

/** Items by ID. */
type Items = Map<string, CatalogueItem>;

/** Catalogue of this window only, used when the database cannot be opened. */
export class MemoryCatalogue implements CatalogueStore {
  readonly #bots = new Map<string, Bot>();
  /** Items by bot. */
  readonly #items = new Map<string, Items>();
  readonly #levels = new Map<string, Map<Level, Items>>();
  readonly #scans = new Map<string, Scan>();
  readonly #notes = new Map<NoteKind, Map<string, number>>();
  /** Entries by file, then by bot and item. */
  readonly #listed = new Map<string, Map<string, FileEntry>>();
  readonly #changed = new Emitter<readonly CatalogueChange[]>();
  readonly onDidChange = this.#changed.event;
  #pending: CatalogueChange[] = [];
  #depth = 0;

  bots(): readonly Bot[] {
    return [...this.#bots.values()];
  }

  bot(key: string): Bot | undefined {
    return this.#bots.get(key);
  }

  saveBot(bot: Bot): void {
    const isNew = !this.#bots.has(bot.key);
    this.#bots.set(bot.key, bot);
    this.#addChange({ bot: isNew ? undefined : bot.key });
  }

  removeBot(key: string): void {
    this.#bots.delete(key);
    for (const map of [this.#items, this.#levels, this.#scans]) map.delete(key);
    for (const entries of this.#listed.values()) {
      for (const [entryKey, { bot }] of entries) if (bot === key) entries.delete(entryKey);
    }
    this.#addChange({ bot: undefined });
  }

  items(bot: string): readonly CatalogueItem[] {
    return [...(this.#items.get(bot)?.values() ?? [])];
  }

  itemsAfter(bot: string, id: string, limit: number): readonly CatalogueItem[] {
    const itemsAfter = this.items(bot).filter((item) => item.id > id);
    return itemsAfter.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  namedItems(bot: string, limit: number): readonly CatalogueItem[] {
    return this.itemsAfter(bot, '', limit);
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    return this.#items.get(bot)?.get(id);
  }

  children(bot: string, level: Level): readonly CatalogueItem[] {
    return [...(this.#levels.get(bot)?.get(level)?.values() ?? [])];
  }

  count(bot: string, level: Level): number {
    return this.#levels.get(bot)?.get(level)?.size ?? 0;
  }

  topFolderCount(bot: string): number {
    return this.children(bot, null).filter(({ type }) => type === FOLDER).length;
  }

  /** Sorts on each call: a catalogue that is lost with its window rarely has thousands of items. */
  orderByName(bot: string, level: Level): LevelOrder {
    const items = this.children(bot, level).toSorted(compareByName);
    const folderCount = items.filter(({ type }) => type === FOLDER).length;
    return { ids: items.map(({ id }) => id), folderCount };
  }

  sortValues(
    bot: string,
    level: Level,
    by: ValueKey,
    scanId: string | undefined,
  ): ReadonlyMap<string, number> {
    return valuesBy(this.children(bot, level), by, scanId);
  }

  saveItem(item: CatalogueItem): void {
    const { bot, id } = item;
    if (!this.#bots.has(bot)) return;
    this.atomically(() => {
      const previousItem = this.item(bot, id);
      const change = { bot, item: id };
      if (previousItem !== undefined) this.#drop(previousItem);
      getOrCreate(this.#items, bot, () => new Map()).set(id, item);
      const levels = getOrCreate(this.#levels, bot, () => new Map<Level, Items>());
      getOrCreate(levels, item.parentId, () => new Map()).set(id, item);
      if (previousItem !== undefined && isSamePosition(previousItem, item)) {
        return this.#addChange(change);
      }
      this.#addChange({ ...change, childrenOf: item.parentId });
      if (previousItem !== undefined) {
        this.#addChange({ ...change, childrenOf: previousItem.parentId });
      }
    });
  }

  removeItems(bot: string, ids: readonly string[]): void {
    this.atomically(() => {
      for (const id of ids) {
        const item = this.item(bot, id);
        if (item === undefined) continue;
        this.#drop(item);
        this.#addChange({ bot, item: id, childrenOf: item.parentId });
      }
    });
  }

  scan(bot: string): Scan | undefined {
    return this.#scans.get(bot);
  }

  saveScan(scan: Scan): void {
    if (!this.#bots.has(scan.bot)) return;
    this.#scans.set(scan.bot, scan);
    this.#addChange({ bot: scan.bot });
  }

  listedIn(file: string): readonly FileEntry[] {
    return [...(this.#listed.get(file)?.values() ?? [])];
  }

  addListed(file: string, entries: readonly FileEntry[]): void {
    this.atomically(() => {
      const listedEntries = getOrCreate(this.#listed, file, () => new Map<string, FileEntry>());
      for (const entry of entries.filter(({ bot }) => this.#bots.has(bot))) {
        const wasLocking = listedEntries.get(entryKeyOf(entry))?.makesReadOnly === true;
        if (wasLocking !== (entry.makesReadOnly === true)) this.#addChange({ bot: entry.bot });
        listedEntries.set(entryKeyOf(entry), entry);
      }
    });
  }

  removeListed(file: string, entries: readonly FileEntry[]): void {
    this.atomically(() => {
      const listedEntries = this.#listed.get(file);
      for (const entry of entries) {
        if (listedEntries?.get(entryKeyOf(entry))?.makesReadOnly === true)
          this.#addChange({ bot: entry.bot });
        listedEntries?.delete(entryKeyOf(entry));
      }
    });
  }

  isListedElsewhere(entry: FileEntry, file: string): boolean {
    const otherFiles = [...this.#listed].filter(([otherFile]) => otherFile !== file);
    return otherFiles.some(([, otherEntries]) => otherEntries.has(entryKeyOf(entry)));
  }

  filesMakingReadOnly(bot: string): readonly string[] {
    const key = entryKeyOf({ bot, item: null });
    const lockingFiles = [...this.#listed].filter(
      ([, entries]) => entries.get(key)?.makesReadOnly === true,
    );
    return lockingFiles.map(([file]) => file).toSorted();
  }

  notesOf(kind: NoteKind): ReadonlyMap<string, number> {
    return new Map(this.#notes.get(kind));
  }

  setNote(kind: NoteKind, key: string, value: number): void {
    getOrCreate(this.#notes, kind, () => new Map()).set(key, value);
  }

  removeNote(kind: NoteKind, key: string): void {
    this.#notes.get(kind)?.delete(key);
  }

  eraseAll(): void {
    const maps = [this.#bots, this.#items, this.#levels, this.#scans, this.#notes, this.#listed];
    for (const map of maps) map.clear();
    this.#addChange({ bot: undefined });
  }

  compact(): void {
    // Nothing is on disk.
  }

  /** Runs a step. Unlike the database, does not undo the changes of a step that fails. */
  atomically<T>(step: () => T): T {
    this.#depth++;
    try {
      return step();
    } finally {
      this.#depth--;
      this.#fireChanges();
    }
  }

  close(): void {
    for (const map of [this.#bots, this.#items, this.#levels, this.#scans]) map.clear();
  }

  #drop(item: CatalogueItem): void {
    this.#items.get(item.bot)?.delete(item.id);
    this.#levels.get(item.bot)?.get(item.parentId)?.delete(item.id);
  }

  #addChange(change: CatalogueChange): void {
    this.#pending.push(change);
    this.#fireChanges();
  }

  #fireChanges(): void {
    if (this.#depth > 0 || this.#pending.length === 0) return;
    const changes = compactChanges(this.#pending);
    this.#pending = [];
    this.#changed.fire(changes);
  }
}

function entryKeyOf({ bot, item }: FileEntry): string {
  return JSON.stringify([bot, item]);
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

/** Scan history of this window only, used when the database cannot be opened. */
export class MemoryHistory implements ScanHistory {
  /** Scans by bot, newest first. */
  readonly #scans = new Map<string, readonly StoredScan[]>();
  readonly #catalogue: Pick<CatalogueStore, 'bots'>;

  /** @param catalogue provides the bots. Scans of other bots are dropped. */
  constructor(catalogue: Pick<CatalogueStore, 'bots'>) {
    this.#catalogue = catalogue;
  }

  heads(bot: string): readonly StoredScanHead[] {
    return this.#scansOf(bot).map(({ scan, baseUrl, choice, aggregate }) => ({
      scan,
      baseUrl,
      choice,
      time: aggregate.time,
      customers: aggregate.customers,
      tags: aggregate.tags.length,
    }));
  }

  scan(bot: string, scanId: string): StoredScan | undefined {
    return this.#scansOf(bot).find(({ scan }) => scan === scanId);
  }

  save(savedScan: StoredScan): void {
    const { bot } = savedScan;
    if (!this.#hasBot(bot)) return void this.#scans.delete(bot);
    const otherScans = this.#scansOf(bot).filter(({ scan }) => scan !== savedScan.scan);
    const newestFirst = [savedScan, ...otherScans].toSorted(
      (a, b) => b.aggregate.time - a.aggregate.time,
    );
    this.#scans.set(bot, newestFirst.slice(0, MAX_STORED_SCANS));
  }

  countsOfTag(bot: string, tagId: string): ReturnType<ScanHistory['countsOfTag']> {
    return this.#scansOf(bot)
      .toReversed()
      .map(({ scan, aggregate: { time, tags, customers: totalCustomers } }) => {
        const customers = tags.find(({ id }) => id === tagId)?.customers ?? 0;
        return { scan, time, customers, totalCustomers };
      });
  }

  #scansOf(bot: string): readonly StoredScan[] {
    if (!this.#hasBot(bot)) this.#scans.delete(bot);
    return this.#scans.get(bot) ?? [];
  }

  #hasBot(bot: string): boolean {
    return this.#catalogue.bots().some(({ key }) => key === bot);
  }
}
