import type { CatalogueItem, ItemSource, NewItem, RemoteItem } from '../base/model.ts';
import {
  UNPLACED,
  type CatalogueStore,
  type Clock,
  type NoteStore,
  type Place,
} from '../base/ports.ts';
import { isSeenSince, placed, type Removal } from './places.ts';
import { CatalogueReader } from './reader.ts';
import { CatalogueWriter, CHANGE, type Misplaced } from './writer.ts';
import { WriteTurns } from './writeTurns.ts';

/**
 * The list of each bot's tags and folders. The service cannot list them, so this is a record of what was created
 * here, added by ID or seen on customers, and of what the service last said of it; it is never a claim to be
 * complete. Changes that few need stand beside it, made with `change`: who draws the tree does not load them.
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
   * For whatever a person or a program is waiting for: a step that writes, tried again as long as another window has
   * the database locked. Throws `BusyError` when that takes too long.
   */
  whenFree<T>(step: () => T, patience?: number): Promise<T> {
    return this.#turns.take(step, patience);
  }

  /** For `change` alone. */
  [CHANGE]<T>(step: (writer: CatalogueWriter) => T): T {
    return this.#store.atomically(() => step(this.#writer));
  }

  removeBot(key: string): void {
    this[CHANGE]((writer) => writer.removeBot(key));
  }

  /** Forgets everything, notes and the sandbox included. */
  eraseAll(): void {
    this.#store.eraseAll();
  }

  /** Leaves nothing on disk of what was removed. */
  compact(): void {
    this.#store.compact();
  }

  /**
   * To be called when the service is asked to create an item.
   * @returns a function that adds the item to the list once it is created: see `recordCreated`
   */
  creating(bot: string, item: NewItem): (id: string) => CatalogueItem | undefined {
    const asked = this.#writer.now();
    return (id) => this.recordCreated(bot, id, item, asked);
  }

  /**
   * Adds to the list what the service created.
   * @param asked when it was asked to, ms
   * @returns what the list had under this ID before that, and which stays as it is
   */
  recordCreated(
    bot: string,
    id: string,
    item: NewItem,
    asked = this.#writer.now(),
  ): CatalogueItem | undefined {
    const { name, type, parentId = null } = item;
    return this[CHANGE]((writer) => {
      const known = writer.item(bot, id);
      if (known !== undefined && !isSeenSince(known, asked)) return known;
      const isVisible = writer.canStand({ bot, id }, parentId);
      const place = isVisible ? placed(parentId, 'service') : placed(UNPLACED);
      writer.saveNew({ bot, id, name, type, ...place, source: 'created', created: null });
      return undefined;
    });
  }

  /** Takes over what the service said of an item. Its folder stays as known: the service does not tell it. */
  recordSeen(bot: string, remote: RemoteItem, sourceWhenNew: ItemSource): CatalogueItem {
    return this[CHANGE]((writer) => writer.saveSeen(bot, remote, sourceWhenNew));
  }

  /** The same for an item of the list; one that another window has removed meanwhile stays away. @returns the former */
  recordChecked(bot: string, remote: RemoteItem): CatalogueItem | undefined {
    return this[CHANGE]((writer) => {
      const before = writer.item(bot, remote.id);
      if (before !== undefined) writer.saveSeen(bot, remote, before.source);
      return before;
    });
  }

  /** Does nothing to an item that another window has removed meanwhile. */
  mark(bot: string, id: string, state: 'gone' | 'error', reason: string | null): void {
    this[CHANGE]((writer) => writer.change(bot, id, (item) => ({ ...item, state, reason })));
  }

  /**
   * Says where items stand, in this list only: the service cannot be told. All of them or none.
   * @returns why none: they could not be seen there
   */
  place(bot: string, ids: readonly string[], place: Place): Misplaced | undefined {
    return this[CHANGE]((writer) => writer.place(bot, ids, place));
  }

  /**
   * Takes items off the list. What stood in a removed folder and is not removed with it goes to those whose
   * folder is not known, so that nothing becomes invisible.
   * @returns what `restore` needs
   */
  removeItems(bot: string, ids: readonly string[]): Removal {
    return this[CHANGE]((writer) => writer.removeItems(bot, ids));
  }

  /** The same for items of several bots. */
  removeAll(items: readonly Pick<CatalogueItem, 'bot' | 'id'>[]): Removal {
    return this[CHANGE]((writer) => {
      const removals = [...Map.groupBy(items, ({ bot }) => bot)].map(([bot, own]) =>
        writer.removeItems(
          bot,
          own.map(({ id }) => id),
        ),
      );
      return {
        removed: removals.flatMap(({ removed }) => removed),
        unplaced: removals.flatMap(({ unplaced }) => unplaced),
      };
    });
  }

  /** Undoes a removal, but for what has changed since. */
  restore(removal: Removal): void {
    this[CHANGE]((writer) => writer.restore(removal));
  }
}
