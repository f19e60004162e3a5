import type { Event } from '../base/emitter.ts';
import { type Bot, type CatalogueItem, isProduction, type Scan } from '../base/model.ts';
import type { WriteRefusal } from '../base/errors.ts';
import type {
  CatalogueChange,
  CatalogueStore,
  FileEntry,
  Level,
  LevelOrder,
  Place,
} from '../base/ports.ts';
import { ancestors, below, canStand } from './places.ts';
import { BY_NAME, itemOrder, levelOrder, type ItemSort } from './itemOrder.ts';

/** A few milliseconds of reading. */
const ITEMS_AT_ONCE = 1000;

/** The catalogue as those see it who change nothing. */
export class CatalogueReader {
  readonly #store: CatalogueStore;
  readonly onDidChange: Event<readonly CatalogueChange[]>;

  constructor(store: CatalogueStore) {
    this.#store = store;
    this.onDidChange = store.onDidChange;
  }

  bots(): readonly Bot[] {
    return this.#store.bots();
  }

  bot(key: string): Bot | undefined {
    return this.#store.bot(key);
  }

  /** Of a service, by its address and its ID there. */
  botAt({ baseUrl, botId }: Pick<Bot, 'baseUrl' | 'botId'>): Bot | undefined {
    return this.bots().find((bot) => bot.baseUrl === baseUrl && bot.botId === botId);
  }

  /** @param reference a bot's key, or a bot ID; several bots may have the same ID at different base URLs */
  botsNamed(reference: string): readonly Bot[] {
    const bots = this.bots();
    const byKey = bots.filter((bot) => bot.key === reference);
    return byKey.length > 0 ? byKey : bots.filter((bot) => bot.botId === reference);
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
  children(bot: string, level: Level, sort: ItemSort = BY_NAME): readonly CatalogueItem[] {
    const scan = sort.by === 'customers' ? this.scan(bot)?.id : undefined;
    return this.#store.children(bot, level).toSorted(itemOrder(sort, scan));
  }

  /** The IDs of `children`, for levels with thousands. */
  order(bot: string, level: Level, sort: ItemSort): LevelOrder {
    return levelOrder(this.#store, [bot, level], sort, this.scan(bot)?.id);
  }

  /** How many `children` there are. */
  count(bot: string, level: Level): number {
    return this.#store.count(bot, level);
  }

  /** Number of folders right below the bot. */
  topFolders(bot: string): number {
    return this.#store.topFolders(bot);
  }

  /** The last scan of the bot. */
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

  /** Whether an item would be seen there: not in a folder that is not in the list, nor in or below itself. */
  canStand(item: Pick<CatalogueItem, 'bot' | 'id'>, place: Place): boolean {
    return canStand(this.#store, item, place);
  }

  /** The entries of a workspace file as it was last read. @param file its address */
  listedIn(file: string): readonly FileEntry[] {
    return this.#store.listedIn(file);
  }

  /** Addresses of the workspace files that make the bot read-only, as they were last read. */
  lockedBy(bot: string): readonly string[] {
    return this.#store.lockedBy(bot);
  }

  /** Whether nothing may be written to the bot: the person said so, or a workspace file does. */
  isReadOnly(bot: string): boolean {
    return this.bot(bot)?.isReadOnly === true || this.lockedBy(bot).length > 0;
  }

  /**
   * What keeps a write to the bot from being sent: it is read-only, or the write names an item of another bot of the
   * same service that is read-only or in production. A lookup by key for each such bot.
   * @param id of the tag or folder that the write names; absent: it names none
   */
  refusal(key: string, id?: string): WriteRefusal | undefined {
    const bots = this.bots();
    const bot = bots.find((one) => one.key === key);
    const isLocked = (one: Bot): boolean => one.isReadOnly || this.lockedBy(one.key).length > 0;
    if (bot === undefined) return undefined;
    if (isLocked(bot)) return { kind: 'read-only', label: bot.label };
    if (id === undefined) return undefined;
    for (const other of bots) {
      const isElsewhere = other.key !== key && other.baseUrl === bot.baseUrl;
      if (!isElsewhere || this.item(other.key, id) === undefined) continue;
      const { label } = other;
      if (isLocked(other)) return { kind: 'guarded-elsewhere', id, label, guard: 'read-only' };
      if (isProduction(other)) return { kind: 'guarded-elsewhere', id, label, guard: 'production' };
    }
    return undefined;
  }

  isListedElsewhere(entry: FileEntry, file: string): boolean {
    return this.#store.isListedElsewhere(entry, file);
  }
}

type Address = Pick<Bot, 'baseUrl' | 'botId'>;

/** The bots that files mean, all looked up at once: a file may name thousands. */
export class BotsOfFile {
  readonly #bots = new Map<string, Bot>();

  constructor(catalogue: CatalogueReader) {
    for (const bot of catalogue.bots()) {
      const known = this.of(bot);
      const isBetter = known === undefined || (known.origin === 'file' && bot.origin !== 'file');
      if (bot.kind === 'service' && isBetter) this.#bots.set(addressKey(bot), bot);
    }
  }

  /** The bot that the person added at this address, or the file's own. */
  of(address: Address): Bot | undefined {
    return this.#bots.get(addressKey(address));
  }
}

function addressKey({ baseUrl, botId }: Address): string {
  return JSON.stringify([baseUrl, botId]);
}
