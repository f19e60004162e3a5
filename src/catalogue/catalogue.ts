import type { CatalogueItem, ItemSource, NewItem, RemoteItem } from '../base/model.ts';
import {
  UNPLACED,
  type CatalogueStore,
  type Clock,
  type NoteStore,
  type Place,
} from '../base/ports.ts';
import { isSeenSince, placeFields, type Removal } from './places.ts';
import { CatalogueReader } from './reader.ts';
import { CatalogueWriter, CHANGE, type Misplaced } from './writer.ts';
import { WriteTurns } from '../base/promises.ts';

/**
 * Known tags and folders of each bot. The service cannot list them, so the catalogue may be incomplete. Less common
 * changes are functions made with `change`, in other files, because the tree does not need to load them.
 */
export class Catalogue extends CatalogueReader {
  readonly #store: CatalogueStore;
  readonly #writer: CatalogueWriter;
  readonly #turns = new WriteTurns();
  readonly notes: NoteStore;

  constructor(store: CatalogueStore, clock: Clock) {
    super(store);
    this.#store = store;
    this.#writer = new CatalogueWriter(store, clock);
    this.notes = store;
  }

  /**
   * Runs a write step that a user or a program waits for. Retries it while another window has the database locked.
   * @throws {BusyError} if the database stays locked longer than `maxWaitMs`
   */
  whenFree<T>(step: () => T, maxWaitMs?: number): Promise<T> {
    return this.#turns.take(step, maxWaitMs);
  }

  /** Runs a step in a transaction. Called only in this folder: other code uses functions made with `change`. */
  [CHANGE]<T>(step: (writer: CatalogueWriter) => T): T {
    return this.#store.atomically(() => step(this.#writer));
  }

  removeBot(key: string): void {
    this[CHANGE]((writer) => writer.removeBot(key));
  }

  /** Deletes everything, including notes and the sandbox. */
  eraseAll(): void {
    this.#store.eraseAll();
  }

  /** Removes deleted data from the disk. */
  compact(): void {
    this.#store.compact();
  }

  now(): number {
    return this.#writer.now();
  }

  /**
   * Adds an item that the service created. An item that a scan found after `requestTime` (ms) counts as this item.
   * @returns the item that the catalogue already had under this ID, unchanged; `undefined` if the item was added
   */
  recordCreated(
    bot: string,
    id: string,
    item: NewItem,
    requestTime = this.now(),
  ): CatalogueItem | undefined {
    const { name, type, parentId = null } = item;
    return this[CHANGE]((writer) => {
      const knownItem = writer.item(bot, id);
      if (knownItem !== undefined && !isSeenSince(knownItem, requestTime)) return knownItem;
      // The folder may not be in the catalogue. The tree would then show the item nowhere.
      const isVisible = writer.isVisibleAt({ bot, id }, parentId);
      const place = isVisible ? placeFields(parentId, 'service') : placeFields(UNPLACED);
      // `created` is the time at the service, which is known only after the item is read.
      writer.saveNew({ bot, id, name, type, ...place, source: 'created', created: null });
      return undefined;
    });
  }

  /** Records an item as the service reports it. The folder stays, because the service does not report it. */
  recordSeen(bot: string, remote: RemoteItem, sourceWhenNew: ItemSource): CatalogueItem {
    return this[CHANGE]((writer) => writer.saveSeen(bot, remote, sourceWhenNew));
  }

  /** Like `recordSeen`, but only for an item that is still in the catalogue. Returns the previous item. */
  recordChecked(bot: string, remote: RemoteItem): CatalogueItem | undefined {
    return this[CHANGE]((writer) => {
      const previousItem = writer.item(bot, remote.id);
      if (previousItem !== undefined) writer.saveSeen(bot, remote, previousItem.source);
      return previousItem;
    });
  }

  /** Sets the state, unless another window has removed the item. `reason` is an error text, or `null` for `gone`. */
  mark(bot: string, id: string, state: 'gone' | 'error', reason: string | null): void {
    this[CHANGE]((writer) => writer.changeItem(bot, id, (item) => ({ ...item, state, reason })));
  }

  /** Moves all items or none, in the catalogue only: the service has no such request. Returns why none was moved. */
  moveItems(bot: string, ids: readonly string[], place: Place): Misplaced | undefined {
    return this[CHANGE]((writer) => writer.moveItems(bot, ids, place));
  }

  /** Removes items. Other items in a removed folder get an unknown folder, so they stay visible. */
  removeItems(items: readonly Pick<CatalogueItem, 'bot' | 'id'>[]): Removal {
    return this[CHANGE]((writer) => writer.removeItems(items));
  }

  /** Undoes a removal, except where items have changed since. */
  restore(removal: Removal): void {
    this[CHANGE]((writer) => writer.restore(removal));
  }
}
