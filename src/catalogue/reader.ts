import { type Bot, type CatalogueItem, FOLDER, isProduction, type Scan } from '../base/model.ts';
import type { WriteRefusal } from '../base/errors.ts';
import type {
  CatalogueChange,
  CatalogueStore,
  Event,
  FileEntry,
  Level,
  LevelOrder,
  NamedItem,
  Place,
} from '../base/ports.ts';
import { BY_NAME, itemOrder, levelOrder, type ItemSort } from './itemOrder.ts';

/** Number of items per page. Reading a page takes a few milliseconds. */
const PAGE_SIZE = 1000;

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

  botAt({ baseUrl, botId }: Pick<Bot, 'baseUrl' | 'botId'>): Bot | undefined {
    return this.bots().find((bot) => bot.baseUrl === baseUrl && bot.botId === botId);
  }

  /** Returns the bots with this key or bot ID. Several bots may have the same bot ID at different base URLs. */
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
      // An item follows itself if the store cuts off its ID: Node 22 reads a text only up to a NUL character.
      if (lastItem === undefined || lastItem.id === previousId) return;
      yield items;
      previousId = lastItem.id;
    }
  }

  /** Returns the names and folders of up to `limit` items, in the order of their IDs. */
  namedItems(bot: string, limit: number): readonly NamedItem[] {
    return this.#store.namedItems(bot, limit);
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    return this.#store.item(bot, id);
  }

  /** Returns the items of a level: folders first, in natural order by name unless `sort` is given. */
  children(bot: string, level: Level, sort: ItemSort = BY_NAME): readonly CatalogueItem[] {
    const scanId = sort.by === 'customers' ? this.scan(bot)?.id : undefined;
    return this.#store.children(bot, level).toSorted(itemOrder(sort, scanId));
  }

  /** Returns the IDs of the items of a level in order. Unlike `children`, suited to levels with thousands of items. */
  order(bot: string, level: Level, sort: ItemSort): LevelOrder {
    return levelOrder(this.#store, [bot, level], sort, this.scan(bot)?.id);
  }

  count(bot: string, level: Level): number {
    return this.#store.count(bot, level);
  }

  topFolderCount(bot: string): number {
    return this.#store.topFolderCount(bot);
  }

  /** Returns the last scan of the bot. */
  scan(bot: string): Scan | undefined {
    return this.#store.scan(bot);
  }

  /** Returns all known items below a folder, without the folder itself. */
  below(bot: string, id: string): readonly CatalogueItem[] {
    const descendants: CatalogueItem[] = [];
    // Damaged data may contain a folder that is below itself, so each item is visited only once.
    const visited = new Set([id]);
    const pendingIds = [id];
    for (let folderId = pendingIds.pop(); folderId !== undefined; folderId = pendingIds.pop()) {
      for (const child of this.#store.children(bot, folderId)) {
        if (visited.has(child.id)) continue;
        visited.add(child.id);
        descendants.push(child);
        pendingIds.push(child.id);
      }
    }
    return descendants;
  }

  /** Returns the folders above an item, outermost first. */
  ancestors(item: CatalogueItem): readonly CatalogueItem[] {
    const above: CatalogueItem[] = [];
    const visited = new Set([item.id]);
    let parentId = item.parentId;
    while (parentId !== null && !visited.has(parentId)) {
      visited.add(parentId);
      const parent = this.item(item.bot, parentId);
      if (parent === undefined) break;
      above.unshift(parent);
      parentId = parent.parentId;
    }
    return above;
  }

  /** An item is visible in a folder only if the folder is in the catalogue, and is neither the item nor inside it. */
  isVisibleAt(item: Pick<CatalogueItem, 'bot' | 'id'>, place: Place): boolean {
    if (typeof place !== 'string') return true;
    const folder = this.item(item.bot, place);
    if (folder?.type !== FOLDER || folder.id === item.id) return false;
    return this.ancestors(folder).every(({ id }) => id !== item.id);
  }

  /** Returns the entries of a workspace file as last read. `file` is its URI. */
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
   * Returns why a write must not be sent: the bot is read-only, or another bot of the same service also has the item
   * and is read-only or in production.
   * @param id ID of the tag or folder in the write
   */
  refusal(key: string, id?: string): WriteRefusal | undefined {
    const bot = this.bot(key);
    if (bot === undefined) return undefined;
    if (this.isReadOnly(key)) return { kind: 'read-only', label: bot.label };
    if (id === undefined) return undefined;
    for (const otherBot of this.bots()) {
      const isOtherBotOfService = otherBot.key !== key && otherBot.baseUrl === bot.baseUrl;
      if (!isOtherBotOfService || this.item(otherBot.key, id) === undefined) continue;
      const { label } = otherBot;
      if (this.isReadOnly(otherBot.key))
        return { kind: 'guarded-elsewhere', id, label, guard: 'read-only' };
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

  botAt(address: Address): Bot | undefined {
    return this.#bots.get(addressKey(address));
  }
}

function addressKey({ baseUrl, botId }: Address): string {
  return JSON.stringify([baseUrl, botId]);
}
