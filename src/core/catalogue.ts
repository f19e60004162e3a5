import type { Event } from './emitter.ts';
import {
  FOLDER,
  type Bot,
  type CatalogueItem,
  type ItemSource,
  type NewItem,
  type RemoteItem,
} from './model.ts';
import type { CatalogueChange, CatalogueStore, Clock, SandboxItem } from './ports.ts';

/**
 * What the extension knows of each bot. The service cannot list a bot's tags, so this is a record of what
 * was created here or added by ID, and of what the service last said of it; it is never a claim to be complete.
 */
export class Catalogue {
  readonly #store: CatalogueStore;
  readonly #clock: Clock;
  readonly onDidChange: Event<readonly CatalogueChange[]>;

  constructor(store: CatalogueStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.onDidChange = store.onDidChange;
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
    this.#store.removeBot(key);
  }

  items(bot: string): readonly CatalogueItem[] {
    return this.#store.items(bot);
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    return this.#store.item(bot, id);
  }

  /** Folders first, then by name as a person sorts it. */
  children(bot: string, parentId: string | null): readonly CatalogueItem[] {
    return this.#store.children(bot, parentId).toSorted(byKindAndName);
  }

  /** Everything known below a folder, without the folder itself. */
  below(bot: string, id: string): readonly CatalogueItem[] {
    const found: CatalogueItem[] = [];
    const seen = new Set([id]);
    const open = [id];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const child of this.#store.children(bot, folder)) {
        if (seen.has(child.id)) continue;
        seen.add(child.id);
        found.push(child);
        open.push(child.id);
      }
    }
    return found;
  }

  /** The folders above an item, outermost first. */
  ancestors(item: CatalogueItem): readonly CatalogueItem[] {
    const above: CatalogueItem[] = [];
    const seen = new Set([item.id]);
    let parentId = item.parentId;
    while (parentId !== null && !seen.has(parentId)) {
      seen.add(parentId);
      const parent = this.#store.item(item.bot, parentId);
      if (parent === undefined) break;
      above.unshift(parent);
      parentId = parent.parentId;
    }
    return above;
  }

  recordCreated(bot: string, id: string, item: NewItem): void {
    const { name, type, parentId = null } = item;
    this.#recordNew({ bot, id, name, type, parentId, source: 'created', created: null });
  }

  /** What stands in the sandbox when its bot is added: unlike a real service, it can tell. */
  recordSandbox(bot: string, items: readonly SandboxItem[]): void {
    this.#store.atomically(() => {
      for (const item of items) this.#recordNew({ ...item, bot, source: 'sandbox' });
    });
  }

  /** Takes over what the service said of an item. Its folder stays as known: the service does not tell it. */
  recordSeen(bot: string, remote: RemoteItem, sourceWhenNew: ItemSource): CatalogueItem {
    return this.#store.atomically(() => {
      const known = this.#store.item(bot, remote.id);
      const item: CatalogueItem = {
        bot,
        id: remote.id,
        type: remote.type,
        name: remote.name,
        parentId: known?.parentId ?? null,
        source: known?.source ?? sourceWhenNew,
        created: remote.created ?? known?.created ?? null,
        lastSeen: this.#clock.now(),
        state: 'ok',
        reason: null,
      };
      this.#store.saveItem(item);
      return item;
    });
  }

  /** Does nothing to an item that another window has removed meanwhile. */
  mark(bot: string, id: string, state: 'gone' | 'error', reason: string | null): void {
    this.#change(bot, id, (item) => ({ ...item, state, reason }));
  }

  /**
   * Takes items off the list. What stood in a removed folder and is not removed with it moves up to the
   * bot, so that nothing becomes invisible.
   */
  removeItems(bot: string, ids: readonly string[]): void {
    this.#store.atomically(() => {
      const removed = new Set(ids);
      for (const id of ids) {
        for (const child of this.#store.children(bot, id)) {
          if (!removed.has(child.id)) this.#store.saveItem({ ...child, parentId: null });
        }
      }
      this.#store.removeItems(bot, ids);
    });
  }

  #recordNew(item: Omit<CatalogueItem, 'lastSeen' | 'state' | 'reason'>): void {
    this.#store.saveItem({ ...item, lastSeen: this.#clock.now(), state: 'ok', reason: null });
  }

  #change(bot: string, id: string, change: (item: CatalogueItem) => CatalogueItem): void {
    this.#store.atomically(() => {
      const item = this.#store.item(bot, id);
      if (item !== undefined) this.#store.saveItem(change(item));
    });
  }
}

/** Made when the first level is sorted: making it takes 5 ms, which activation would pay. */
let collator: Intl.Collator | undefined;

function byKindAndName(a: CatalogueItem, b: CatalogueItem): number {
  const rank = (item: CatalogueItem): number => (item.type === FOLDER ? 0 : 1);
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return rank(a) - rank(b) || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}
