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

/** Why items cannot stand at a place: it is no folder of the list, or it is one of them or below it. */
export type Misplaced = 'no-folder' | 'in-itself';

/**
 * What a change of the catalogue is made of, within one transaction. For the files of this folder alone: whoever else
 * changes the catalogue names what happens to it, and never holds one of these.
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

  /** @param file its address */
  addListed(file: string, entries: readonly FileEntry[]): void {
    this.#store.addListed(file, entries);
  }

  removeListed(file: string, entries: readonly FileEntry[]): void {
    this.#store.removeListed(file, entries);
  }

  hasItems(bot: string): boolean {
    return this.#store.itemsAfter(bot, '', 1).length > 0;
  }

  /** Of a bot that another window has removed meanwhile, nothing is saved. */
  save(item: CatalogueItem): void {
    this.#store.saveItem(item);
  }

  /** Adds items that were just created, or are in the sandbox, to the list. */
  saveNew(item: NewRow): void {
    const now = this.now();
    const known = this.item(item.bot, item.id) ?? unseen(item.bot, item.id, 'created', now);
    this.save({ ...known, ...item, ...{ namedAt: now, lastSeen: now, state: 'ok', reason: null } });
  }

  /** Takes over what the service said of an item. Its folder stays as known: the service does not tell it. */
  saveSeen(bot: string, remote: RemoteItem, sourceWhenNew: CatalogueItem['source']): CatalogueItem {
    const known = this.item(bot, remote.id);
    const now = this.now();
    const item: CatalogueItem = {
      ...(known ?? unseen(bot, remote.id, sourceWhenNew, now)),
      ...{ type: remote.type, name: remote.name, namedAt: now, lastSeen: now },
      ...{ created: remote.created ?? known?.created ?? null, state: 'ok', reason: null },
    };
    this.save(item);
    if (known?.type === FOLDER && item.type !== FOLDER) this.#unplaceChildren(bot, item.id);
    return item;
  }

  /** Does nothing to an item that is not there, or that stays as it is. */
  change(bot: string, id: string, change: (item: CatalogueItem) => CatalogueItem): void {
    const item = this.item(bot, id);
    const changed = item && change(item);
    if (changed !== undefined && changed !== item) this.save(changed);
  }

  /** Shows an item among those without a place when it could not be seen in its folder. */
  keepVisible(bot: string, id: string): void {
    this.change(bot, id, (item) =>
      this.canStand(item, item.parentId) ? item : { ...item, ...placed(UNPLACED) },
    );
  }

  /** All of them or none. Those that are not in the list are left out. */
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
    const all = new Set(ids);
    const removed = [...all].flatMap((id) => this.item(bot, id) ?? []);
    const unplaced = removed.flatMap(({ id }) => this.#unplaceChildren(bot, id, all));
    this.#store.removeItems(bot, ids);
    return { removed, unplaced };
  }

  restore(removal: Removal): void {
    restore(this.#store, removal);
  }

  /** @returns them as they were */
  #unplaceChildren(
    bot: string,
    id: string,
    but: ReadonlySet<string> = new Set(),
  ): readonly CatalogueItem[] {
    const children = this.#store.children(bot, id).filter((child) => !but.has(child.id));
    for (const child of children) this.save({ ...child, ...placed(UNPLACED) });
    return children;
  }
}

type NewRow = Pick<
  CatalogueItem,
  'bot' | 'id' | 'name' | 'type' | 'source' | 'created' | 'parentId' | 'folderKnown'
>;

/** Where a catalogue keeps its transactions. Each bundle has its own copy of this file, and all mean the same. */
export const CHANGE: unique symbol = Symbol.for('botTags.change');

/** A catalogue that can be changed by `change`. */
export interface Changeable {
  [CHANGE]<T>(step: (writer: CatalogueWriter) => T): T;
}

/**
 * A change of several things: one step that no other window can come between, and that is told in one event.
 * @param step not kept beyond its return, and nothing in it waits
 */
export function change<A extends readonly unknown[], T>(
  step: (writer: CatalogueWriter, ...args: A) => T,
): (catalogue: Changeable, ...args: A) => T {
  return (catalogue, ...args) => catalogue[CHANGE]((writer) => step(writer, ...args));
}
