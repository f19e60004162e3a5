import type { Event } from '../async/emitter.ts';
import {
  FOLDER,
  type Bot,
  type CatalogueItem,
  type ItemSource,
  type NewItem,
  type RemoteItem,
  type Scan,
} from '../model.ts';
import {
  UNPLACED,
  type CatalogueChange,
  type CatalogueStore,
  type Clock,
  type FileEntry,
  type LevelOrder,
  type NoteStore,
  type Place,
  type SandboxItem,
} from '../ports.ts';
import { ancestors, below, canStand } from './folders.ts';
import { BY_NAME, itemOrder, type ItemSort } from './itemOrder.ts';
import { levelOrder } from './levelOrder.ts';
import { isSeenSince, placed, unseen } from './placed.ts';
import { restore, type Removal } from './removal.ts';
import { WriteTurns } from './writeTurns.ts';

/** A few milliseconds of reading. */
const ITEMS_AT_ONCE = 1000;

/**
 * What the extension knows of each bot. The service cannot list a bot's tags, so this is a record of what was
 * created here, added by ID or seen on customers, and of what the service last said of it; it is never a claim to
 * be complete.
 */
export class Catalogue {
  readonly #store: CatalogueStore;
  readonly #clock: Clock;
  readonly #turns = new WriteTurns();
  readonly onDidChange: Event<readonly CatalogueChange[]>;
  /** What windows keep together besides bots and items. */
  readonly notes: NoteStore;

  constructor(store: CatalogueStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.onDidChange = store.onDidChange;
    this.notes = store;
  }

  bots(): readonly Bot[] {
    return this.#store.bots();
  }

  /** @param reference a bot's key, or a bot ID; several bots may have the same ID at different base URLs */
  botsNamed(reference: string): readonly Bot[] {
    const bots = this.bots();
    const byKey = bots.filter((bot) => bot.key === reference);
    return byKey.length > 0 ? byKey : bots.filter((bot) => bot.botId === reference);
  }

  saveBot(bot: Bot): void {
    this.#store.saveBot(bot);
  }

  removeBot(key: string): void {
    this.#store.atomically(() => {
      this.#store.removeBot(key);
      for (const kind of ['firstCustomers', 'firstTags'] as const) this.notes.removeNote(kind, key);
    });
  }

  /** Forgets everything, notes and the sandbox included. */
  eraseAll(): void {
    this.#store.eraseAll();
  }

  /** Leaves nothing on disk of what was removed. */
  compact(): void {
    this.#store.compact();
  }

  items(bot: string): readonly CatalogueItem[] {
    return this.#store.items(bot);
  }

  /** All items of a bot in pages that are read one by one, so that other work can go on in between. */
  *pagesOfItems(bot: string): Generator<readonly CatalogueItem[]> {
    for (let after = ''; ;) {
      const items = this.#store.itemsAfter(bot, after, ITEMS_AT_ONCE);
      const last = items.at(-1);
      if (last === undefined) return;
      yield items;
      after = last.id;
    }
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    return this.#store.item(bot, id);
  }

  /** Folders first, then by name as a person sorts it, unless another order is asked for. */
  children(bot: string, place: Place, sort: ItemSort = BY_NAME): readonly CatalogueItem[] {
    const scan = sort.by === 'customers' ? this.scan(bot)?.id : undefined;
    return this.#store.children(bot, place).toSorted(itemOrder(sort, scan));
  }

  /** The IDs of `children`, for places with thousands. */
  order(bot: string, place: Place, sort: ItemSort): LevelOrder {
    return levelOrder(this.#store, [bot, place], sort, this.scan(bot)?.id);
  }

  /** How many `children` there are. */
  count(bot: string, place: Place): number {
    return this.#store.count(bot, place);
  }

  /** What was last scanned of the bot. */
  scan(bot: string): Scan | undefined {
    return this.#store.scan(bot);
  }

  /** Everything known below a folder, without the folder itself. */
  below(bot: string, id: string): readonly CatalogueItem[] {
    return below(this.#store, bot, id);
  }

  /** The folders above an item, outermost first. */
  ancestors(item: CatalogueItem): readonly CatalogueItem[] {
    return ancestors(this.#store, item);
  }

  /** Whether an item would be seen there: not in a folder that is not on the list, nor in or below itself. */
  canStand(item: Pick<CatalogueItem, 'bot' | 'id'>, place: Place): boolean {
    return canStand(this.#store, item, place);
  }

  /**
   * Puts on the list what the service created.
   * @param asked when it was asked to, ms
   * @returns what the list had under this ID before that, and which stays as it is
   */
  recordCreated(
    bot: string,
    id: string,
    item: NewItem,
    asked = this.#clock.now(),
  ): CatalogueItem | undefined {
    const { name, type, parentId = null } = item;
    return this.#store.atomically(() => {
      const known = this.#store.item(bot, id);
      if (known !== undefined && !isSeenSince(known, asked)) return known;
      const isVisible = this.canStand({ bot, id }, parentId);
      const place = isVisible ? placed(parentId, 'service') : placed(UNPLACED);
      this.#recordNew({ bot, id, name, type, ...place, source: 'created', created: null });
      return undefined;
    });
  }

  /** What stands in the sandbox when its bot is added: unlike a real service, it can tell. */
  recordSandbox(bot: string, items: readonly SandboxItem[]): void {
    this.#store.atomically(() => {
      for (const { parentId, ...item } of items) {
        this.#recordNew({ ...item, ...placed(parentId, 'service'), bot, source: 'sandbox' });
      }
      for (const { id } of items) this.keepVisible(bot, id);
    });
  }

  /** Shows an item among those without a place when it could not be seen in its folder. */
  keepVisible(bot: string, id: string): void {
    this.#change(bot, id, (item) =>
      this.canStand(item, item.parentId) ? item : { ...item, ...placed(UNPLACED) },
    );
  }

  /** Takes over what the service said of an item. Its folder stays as known: the service does not tell it. */
  recordSeen(bot: string, remote: RemoteItem, sourceWhenNew: ItemSource): CatalogueItem {
    return this.#store.atomically(() => {
      const known = this.#store.item(bot, remote.id);
      const now = this.#clock.now();
      const item: CatalogueItem = {
        ...(known ?? unseen(bot, remote.id, sourceWhenNew, now)),
        type: remote.type,
        name: remote.name,
        namedAt: now,
        created: remote.created ?? known?.created ?? null,
        lastSeen: now,
        state: 'ok',
        reason: null,
      };
      this.#store.saveItem(item);
      if (known?.type === FOLDER && item.type !== FOLDER) this.#unplaceChildren(bot, item.id);
      return item;
    });
  }

  /** Of a bot that another window has removed meanwhile, nothing is saved. */
  save(item: CatalogueItem): void {
    this.#store.saveItem(item);
  }

  saveScan(scan: Scan): void {
    this.#store.saveScan(scan);
  }

  /**
   * For whatever a person or a program is waiting for: a step that writes, tried again as long as another window has
   * the database locked. Throws `BusyError` when that takes too long.
   */
  whenFree<T>(step: () => T, patience?: number): Promise<T> {
    return this.#turns.take(step, patience);
  }

  /** Runs reads and writes as one step that no other window can come between, and tells of them in one event. */
  atomically<T>(step: () => T): T {
    return this.#store.atomically(step);
  }

  /** What a workspace file listed when it was last read. @param file its address */
  listedIn(file: string): readonly FileEntry[] {
    return this.#store.listedIn(file);
  }

  setListed(file: string, entries: readonly FileEntry[]): void {
    this.#store.setListed(file, entries);
  }

  isListedElsewhere(entry: FileEntry, file: string): boolean {
    return this.#store.isListedElsewhere(entry, file);
  }

  now(): number {
    return this.#clock.now();
  }

  /**
   * Says where items stand, in this list only: the service cannot be told. What could not be seen there stays where
   * it is.
   */
  place(bot: string, ids: readonly string[], place: Place): void {
    this.#store.atomically(() => {
      for (const id of ids) {
        this.#change(bot, id, (item) =>
          this.canStand(item, place) ? { ...item, ...placed(place) } : item,
        );
      }
    });
  }

  /** Does nothing to an item that another window has removed meanwhile. */
  mark(bot: string, id: string, state: 'gone' | 'error', reason: string | null): void {
    this.#change(bot, id, (item) => ({ ...item, state, reason }));
  }

  /**
   * Takes items off the list. What stood in a removed folder and is not removed with it goes to those whose
   * folder is not known, so that nothing becomes invisible.
   * @returns what `restore` needs
   */
  removeItems(bot: string, ids: readonly string[]): Removal {
    return this.#store.atomically(() => {
      const all = new Set(ids);
      const removed = [...all].flatMap((id) => this.#store.item(bot, id) ?? []);
      const unplaced = removed.flatMap(({ id }) => this.#unplaceChildren(bot, id, all));
      this.#store.removeItems(bot, ids);
      return { removed, unplaced };
    });
  }

  /** Undoes a removal, but for what has changed since. */
  restore(removal: Removal): void {
    this.#store.atomically(() => restore(this.#store, removal));
  }

  /** @returns them as they were */
  #unplaceChildren(
    bot: string,
    id: string,
    but: ReadonlySet<string> = new Set(),
  ): readonly CatalogueItem[] {
    const children = this.#store.children(bot, id).filter((child) => !but.has(child.id));
    for (const child of children) this.#store.saveItem({ ...child, ...placed(UNPLACED) });
    return children;
  }

  #recordNew(item: NewRow): void {
    const now = this.#clock.now();
    const known = this.#store.item(item.bot, item.id) ?? unseen(item.bot, item.id, 'created', now);
    this.#store.saveItem({
      ...known,
      ...item,
      ...{ namedAt: now, lastSeen: now, state: 'ok', reason: null },
    });
  }

  #change(bot: string, id: string, change: (item: CatalogueItem) => CatalogueItem): void {
    this.#store.atomically(() => {
      const item = this.#store.item(bot, id);
      const changed = item && change(item);
      if (changed !== undefined && changed !== item) this.#store.saveItem(changed);
    });
  }
}

type NewRow = Pick<
  CatalogueItem,
  'bot' | 'id' | 'name' | 'type' | 'source' | 'created' | 'parentId' | 'folderKnown'
>;
