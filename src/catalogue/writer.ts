import { FOLDER, type Bot, type CatalogueItem, type RemoteItem, type Scan } from '../base/model.ts';
import {
  UNPLACED,
  type CatalogueStore,
  type Clock,
  type FileEntry,
  type NoteStore,
  type Place,
} from '../base/ports.ts';
import { blankItem, placeFields, type Removal } from './places.ts';
import { CatalogueReader } from './reader.ts';

/** `no-folder`: the catalogue has no such folder. `in-itself`: the folder is one of the items, or below one of them. */
export type Misplaced = 'no-folder' | 'in-itself';

/** Write operations within one transaction. Only for this folder. Other code calls functions that `change` returns. */
export class CatalogueWriter extends CatalogueReader {
  readonly #store: CatalogueStore;
  readonly #clock: Clock;
  readonly notes: NoteStore;

  constructor(store: CatalogueStore, clock: Clock) {
    super(store);
    this.#store = store;
    this.#clock = clock;
    this.notes = store;
  }

  now(): number {
    return this.#clock.now();
  }

  saveBot(bot: Bot): void {
    this.#store.saveBot(bot);
  }

  removeBot(key: string): void {
    this.#store.removeBot(key);
    // These two notes are the bot's initial sample.
    for (const kind of ['firstCustomers', 'firstTags'] as const) this.notes.removeNote(kind, key);
  }

  saveScan(scan: Scan): void {
    this.#store.saveScan(scan);
  }

  /** Records bots and items that a workspace file lists. @param file URI of the workspace file */
  addListed(file: string, entries: readonly FileEntry[]): void {
    this.#store.addListed(file, entries);
  }

  removeListed(file: string, entries: readonly FileEntry[]): void {
    this.#store.removeListed(file, entries);
  }

  hasItems(bot: string): boolean {
    return this.#store.itemsAfter(bot, '', 1).length > 0;
  }

  /** Saves an item. Does nothing if another window has removed its bot. */
  save(item: CatalogueItem): void {
    this.#store.saveItem(item);
  }

  /** Adds an item that was just created, or that is in the sandbox. */
  saveNew(item: NewItemFields): void {
    const now = this.now();
    const base = this.item(item.bot, item.id) ?? blankItem(item.bot, item.id, 'created', now);
    this.save({
      ...base,
      ...item,
      namedAt: now,
      lastSeen: now,
      state: 'ok',
      reason: null,
    });
  }

  /** Records an item as the service reports it. The folder stays as it is, because the service does not report it. */
  saveSeen(bot: string, remote: RemoteItem, sourceWhenNew: CatalogueItem['source']): CatalogueItem {
    const knownItem = this.item(bot, remote.id);
    const now = this.now();
    const item: CatalogueItem = {
      ...(knownItem ?? blankItem(bot, remote.id, sourceWhenNew, now)),
      type: remote.type,
      name: remote.name,
      namedAt: now,
      lastSeen: now,
      created: remote.created ?? knownItem?.created ?? null,
      state: 'ok',
      reason: null,
    };
    this.save(item);
    // An item that is no folder cannot contain items.
    if (knownItem?.type === FOLDER && item.type !== FOLDER) this.#unplaceChildren(bot, item.id);
    return item;
  }

  changeItem(bot: string, id: string, update: (item: CatalogueItem) => CatalogueItem): void {
    const item = this.item(bot, id);
    const updatedItem = item && update(item);
    if (updatedItem !== undefined && updatedItem !== item) this.save(updatedItem);
  }

  /** Moves an item to "unknown folder" if it would not be visible in its folder. */
  keepVisible(bot: string, id: string): void {
    this.changeItem(bot, id, (item) =>
      this.isVisibleAt(item, item.parentId) ? item : { ...item, ...placeFields(UNPLACED) },
    );
  }

  /** Moves all of the items or none, and returns why none was moved. Ignores items that are not in the catalogue. */
  moveItems(bot: string, ids: readonly string[], place: Place): Misplaced | undefined {
    const problem = typeof place === 'string' ? this.#whyMisplaced(bot, ids, place) : undefined;
    if (problem !== undefined) return problem;
    for (const id of ids) this.changeItem(bot, id, (item) => ({ ...item, ...placeFields(place) }));
    return undefined;
  }

  #whyMisplaced(bot: string, ids: readonly string[], folderId: string): Misplaced | undefined {
    const folder = this.item(bot, folderId);
    if (folder?.type !== FOLDER) return 'no-folder';
    const folderAndAncestors = [...this.ancestors(folder), folder];
    return folderAndAncestors.some((ancestor) => ids.includes(ancestor.id))
      ? 'in-itself'
      : undefined;
  }

  removeItems(items: readonly Pick<CatalogueItem, 'bot' | 'id'>[]): Removal {
    const removals = [...Map.groupBy(items, ({ bot }) => bot)].map(([bot, botItems]): Removal => {
      const ids = new Set(botItems.map(({ id }) => id));
      const removed = [...ids].flatMap((id) => this.item(bot, id) ?? []);
      const unplaced = removed.flatMap(({ id }) => this.#unplaceChildren(bot, id, ids));
      this.#store.removeItems(bot, [...ids]);
      return { removed, unplaced };
    });
    return {
      removed: removals.flatMap(({ removed }) => removed),
      unplaced: removals.flatMap(({ unplaced }) => unplaced),
    };
  }

  /** Items that were added or moved since the removal stay. Items that would be invisible get an unknown folder. */
  restore({ removed, unplaced }: Removal): void {
    const itemsToRestore = removed.filter(({ bot, id }) => this.item(bot, id) === undefined);
    for (const item of itemsToRestore) this.save(item);
    // Checked after all items are saved, because a folder may be saved after its contents.
    for (const { bot, id } of itemsToRestore) this.keepVisible(bot, id);
    for (const { bot, id, parentId, folderSource } of unplaced) {
      const item = this.item(bot, id);
      // An item with a known folder was moved since the removal.
      if (item?.folderSource !== 'no' || !this.isVisibleAt(item, parentId)) continue;
      this.save({ ...item, parentId, folderSource });
    }
  }

  /** Sets the folder of an item's children to "unknown", and returns the children as they were before. */
  #unplaceChildren(
    bot: string,
    id: string,
    exceptIds: ReadonlySet<string> = new Set(),
  ): readonly CatalogueItem[] {
    const children = this.#store.children(bot, id).filter((child) => !exceptIds.has(child.id));
    for (const child of children) this.save({ ...child, ...placeFields(UNPLACED) });
    return children;
  }
}

type NewItemFields = Pick<
  CatalogueItem,
  'bot' | 'id' | 'name' | 'type' | 'source' | 'created' | 'parentId' | 'folderSource'
>;

/** Transaction method of a catalogue. A global symbol, because each bundle has its own copy of this file. */
export const CHANGE: unique symbol = Symbol.for('botTags.change');
