import { FOLDER, type Bot, type CatalogueItem, type RemoteItem, type Scan } from '../base/model.ts';
import {
  UNPLACED,
  type CatalogueStore,
  type Clock,
  type FileEntry,
  type NoteStore,
  type Place,
} from '../base/ports.ts';
import { ancestors, placed, type Removal, restore, unseen } from './places.ts';
import { CatalogueReader } from './reader.ts';

/**
 * Reason why items cannot be moved to a place: it is not a folder in the list, or it is one of the items or below one.
 */
export type Misplaced = 'no-folder' | 'in-itself';

/**
 * Writing operations of the catalogue, within one transaction. Used only by the files of this folder: other code calls
 * functions that name the change, and never holds a writer.
 */
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
    for (const kind of ['firstCustomers', 'firstTags'] as const) this.notes.removeNote(kind, key);
  }

  saveScan(scan: Scan): void {
    this.#store.saveScan(scan);
  }

  /** @param file address of the file */
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

  /** Adds items that were just created, or that are in the sandbox, to the list. */
  saveNew(item: NewRow): void {
    const now = this.now();
    const known = this.item(item.bot, item.id) ?? unseen(item.bot, item.id, 'created', now);
    this.save({
      ...known,
      ...item,
      namedAt: now,
      lastSeen: now,
      state: 'ok',
      reason: null,
    });
  }

  /** Records an item as the service reports it. The folder stays as it is, because the service does not report it. */
  saveSeen(bot: string, remote: RemoteItem, sourceWhenNew: CatalogueItem['source']): CatalogueItem {
    const known = this.item(bot, remote.id);
    const now = this.now();
    const item: CatalogueItem = {
      ...(known ?? unseen(bot, remote.id, sourceWhenNew, now)),
      type: remote.type,
      name: remote.name,
      namedAt: now,
      lastSeen: now,
      created: remote.created ?? known?.created ?? null,
      state: 'ok',
      reason: null,
    };
    this.save(item);
    if (known?.type === FOLDER && item.type !== FOLDER) this.#unplaceChildren(bot, item.id);
    return item;
  }

  /** Changes an item. Does nothing if the item does not exist or stays the same. */
  change(bot: string, id: string, change: (item: CatalogueItem) => CatalogueItem): void {
    const item = this.item(bot, id);
    const changed = item && change(item);
    if (changed !== undefined && changed !== item) this.save(changed);
  }

  /** Removes the folder of an item that would not be visible in it. */
  keepVisible(bot: string, id: string): void {
    this.change(bot, id, (item) =>
      this.canStand(item, item.parentId) ? item : { ...item, ...placed(UNPLACED) },
    );
  }

  /** Moves all of the items or none. Items that are not in the list are ignored. */
  place(bot: string, ids: readonly string[], place: Place): Misplaced | undefined {
    const problem = typeof place === 'string' ? this.#misplaced(bot, ids, place) : undefined;
    if (problem !== undefined) return problem;
    for (const id of ids) this.change(bot, id, (item) => ({ ...item, ...placed(place) }));
    return undefined;
  }

  #misplaced(bot: string, ids: readonly string[], id: string): Misplaced | undefined {
    const folder = this.item(bot, id);
    if (folder?.type !== FOLDER) return 'no-folder';
    const path = [...ancestors(this.#store, folder), folder];
    return path.some((above) => ids.includes(above.id)) ? 'in-itself' : undefined;
  }

  removeItems(bot: string, ids: readonly string[]): Removal {
    const idSet = new Set(ids);
    const removed = [...idSet].flatMap((id) => this.item(bot, id) ?? []);
    const unplaced = removed.flatMap(({ id }) => this.#unplaceChildren(bot, id, idSet));
    this.#store.removeItems(bot, ids);
    return { removed, unplaced };
  }

  restore(removal: Removal): void {
    restore(this.#store, removal);
  }

  /** @returns the items before the change */
  #unplaceChildren(
    bot: string,
    id: string,
    exceptIds: ReadonlySet<string> = new Set(),
  ): readonly CatalogueItem[] {
    const children = this.#store.children(bot, id).filter((child) => !exceptIds.has(child.id));
    for (const child of children) this.save({ ...child, ...placed(UNPLACED) });
    return children;
  }
}

type NewRow = Pick<
  CatalogueItem,
  'bot' | 'id' | 'name' | 'type' | 'source' | 'created' | 'parentId' | 'folderKnown'
>;

/**
 * Key of the transaction method of a catalogue. Registered globally, because each bundle has its own copy of this file.
 */
export const CHANGE: unique symbol = Symbol.for('botTags.change');

/** A catalogue that can be changed by `change`. */
export interface Changeable {
  [CHANGE]<T>(step: (writer: CatalogueWriter) => T): T;
}

/**
 * Makes a function that applies several changes in one transaction, and reports them in one event.
 * @param step synchronous; its writer must not be kept after it returns
 */
export function change<A extends readonly unknown[], T>(
  step: (writer: CatalogueWriter, ...args: A) => T,
): (catalogue: Changeable, ...args: A) => T {
  return (catalogue, ...args) => catalogue[CHANGE]((writer) => step(writer, ...args));
}
