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
import { ancestors, below, isVisibleAt } from './places.ts';
import { BY_NAME, itemOrder, levelOrder, type ItemSort } from './itemOrder.ts';

/** Number of items per page. Reading a page takes a few milliseconds. */
const PAGE_SIZE = 1000;

/** Read-only access to the catalogue. */
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

  /** Returns the bot with this base URL and bot ID. */
  botAt({ baseUrl, botId }: Pick<Bot, 'baseUrl' | 'botId'>): Bot | undefined {
    return this.bots().find((bot) => bot.baseUrl === baseUrl && bot.botId === botId);
  }

  /**
   * Returns the bots for a reference. Several bots may have the same bot ID at different base URLs.
   * @param reference key of a bot, or a bot ID
   */
  botsByReference(reference: string): readonly Bot[] {
    const bots = this.bots();
    const botsByKey = bots.filter((bot) => bot.key === reference);
    return botsByKey.length > 0 ? botsByKey : bots.filter((bot) => bot.botId === reference);
  }

  items(bot: string): readonly CatalogueItem[] {
    return this.#store.items(bot);
  }

  /** Reads all items of a bot in pages. Other work can run between two pages. */
  *pagesOfItems(bot: string): Generator<readonly CatalogueItem[]> {
    // `''` comes before all IDs.
    for (let previousId = ''; ;) {
      const items = this.#store.itemsAfter(bot, previousId, PAGE_SIZE);
      const lastItem = items.at(-1);
      if (lastItem === undefined) return;
      yield items;
      previousId = lastItem.id;
    }
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    return this.#store.item(bot, id);
  }

  /** Returns the items of a level: folders first, in natural order by name unless `sort` is given. */
  children(bot: string, level: Level, sort: ItemSort = BY_NAME): readonly CatalogueItem[] {
    const scan = sort.by === 'customers' ? this.scan(bot)?.id : undefined;
    return this.#store.children(bot, level).toSorted(itemOrder(sort, scan));
  }

  /** Returns the IDs of the items of a level in order. Unlike `children`, suited to levels with thousands of items. */
  order(bot: string, level: Level, sort: ItemSort): LevelOrder {
    return levelOrder(this.#store, [bot, level], sort, this.scan(bot)?.id);
  }

  /** Returns the number of items in a level. */
  count(bot: string, level: Level): number {
    return this.#store.count(bot, level);
  }

  /** Returns the number of folders directly below the bot. */
  topFolderCount(bot: string): number {
    return this.#store.topFolderCount(bot);
  }

  /** Returns the last scan of the bot. */
  scan(bot: string): Scan | undefined {
    return this.#store.scan(bot);
  }

  /** Returns all known items below a folder, without the folder itself. */
  below(bot: string, id: string): readonly CatalogueItem[] {
    return below(this.#store, bot, id);
  }

  /** Returns the folders above an item, outermost first. */
  ancestors(item: CatalogueItem): readonly CatalogueItem[] {
    return ancestors(this.#store, item);
  }

  /**
   * Checks whether an item would be visible at a place. If the place is a folder, the folder must be in the catalogue,
   * and must be neither the item nor inside the item.
   */
  isVisibleAt(item: Pick<CatalogueItem, 'bot' | 'id'>, place: Place): boolean {
    return isVisibleAt(this.#store, item, place);
  }

  /**
   * Returns the entries of a workspace file as last read.
   * @param file URI of the file
   */
  listedIn(file: string): readonly FileEntry[] {
    return this.#store.listedIn(file);
  }

  /** Returns the URIs of the workspace files that make the bot read-only, as last read. */
  filesMakingReadOnly(bot: string): readonly string[] {
    return this.#store.filesMakingReadOnly(bot);
  }

  /** Checks whether the bot is read-only, by the user or by a workspace file. */
  isReadOnly(bot: string): boolean {
    return this.bot(bot)?.isReadOnly === true || this.filesMakingReadOnly(bot).length > 0;
  }

  /**
   * Returns why a write to the bot must not be sent:
   * - The bot is read-only.
   * - Another bot of the same service also has the item, and that bot is read-only or in production.
   *
   * Looks up the item once for each bot of the service.
   * @param key key of the bot
   * @param id ID of the tag or folder in the write; absent if there is none
   * @returns `undefined` if the write may be sent
   */
  refusal(key: string, id?: string): WriteRefusal | undefined {
    const bots = this.bots();
    const bot = bots.find((candidate) => candidate.key === key);
    const isLocked = (candidate: Bot): boolean =>
      candidate.isReadOnly || this.filesMakingReadOnly(candidate.key).length > 0;
    if (bot === undefined) return undefined;
    if (isLocked(bot)) return { kind: 'read-only', label: bot.label };
    if (id === undefined) return undefined;
    for (const otherBot of bots) {
      const isOtherBotOfService = otherBot.key !== key && otherBot.baseUrl === bot.baseUrl;
      if (!isOtherBotOfService || this.item(otherBot.key, id) === undefined) continue;
      const { label } = otherBot;
      if (isLocked(otherBot)) return { kind: 'guarded-elsewhere', id, label, guard: 'read-only' };
      if (isProduction(otherBot))
        return { kind: 'guarded-elsewhere', id, label, guard: 'production' };
    }
    return undefined;
  }

  /** Checks whether a workspace file other than `file` lists the entry. */
  isListedElsewhere(entry: FileEntry, file: string): boolean {
    return this.#store.isListedElsewhere(entry, file);
  }
}

type Address = Pick<Bot, 'baseUrl' | 'botId'>;

/** Index of bots by base URL and bot ID, built once, because files may name thousands of bots. */
export class BotsByAddress {
  readonly #bots = new Map<string, Bot>();

  constructor(catalogue: CatalogueReader) {
    for (const bot of catalogue.bots()) {
      const indexedBot = this.botAt(bot);
      // A bot that the user added takes precedence over a bot that comes from a file.
      const takesPrecedence =
        indexedBot === undefined || (indexedBot.origin === 'file' && bot.origin !== 'file');
      if (bot.kind === 'service' && takesPrecedence) this.#bots.set(addressKey(bot), bot);
    }
  }

  /** Returns the bot that the user added with this base URL and bot ID, or else the bot that comes from a file. */
  botAt(address: Address): Bot | undefined {
    return this.#bots.get(addressKey(address));
  }
}

function addressKey({ baseUrl, botId }: Address): string {
  return JSON.stringify([baseUrl, botId]);
}
