import { Emitter } from '../core/emitter.ts';
import type { Bot, CatalogueItem } from '../core/model.ts';
import type { CatalogueChange, CatalogueStore } from '../core/ports.ts';
import { isSamePlace } from './samePlace.ts';

/** The catalogue of this window only, for when the database cannot be opened. */
export class MemoryCatalogue implements CatalogueStore {
  readonly #bots = new Map<string, Bot>();
  readonly #items = new Map<string, Map<string, CatalogueItem>>();
  readonly #changed = new Emitter<readonly CatalogueChange[]>();
  readonly onDidChange = this.#changed.event;

  bots(): readonly Bot[] {
    return [...this.#bots.values()];
  }

  saveBot(bot: Bot): void {
    const isNew = !this.#bots.has(bot.key);
    this.#bots.set(bot.key, bot);
    this.#changed.fire([{ bot: isNew ? undefined : bot.key }]);
  }

  removeBot(key: string): void {
    this.#bots.delete(key);
    this.#items.delete(key);
    this.#changed.fire([{ bot: undefined }]);
  }

  items(bot: string): readonly CatalogueItem[] {
    return [...(this.#items.get(bot)?.values() ?? [])];
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    return this.#items.get(bot)?.get(id);
  }

  children(bot: string, parentId: string | null): readonly CatalogueItem[] {
    return this.items(bot).filter((item) => item.parentId === parentId);
  }

  saveItem(item: CatalogueItem): void {
    const { bot, id, parentId } = item;
    if (!this.#bots.has(bot)) return;
    const known = this.item(bot, id);
    const items = this.#items.get(bot) ?? new Map<string, CatalogueItem>();
    items.set(id, item);
    this.#items.set(bot, items);
    const own = { bot, item: id };
    if (known !== undefined && isSamePlace(known, item)) return this.#changed.fire([own]);
    const places = new Set([parentId, known === undefined ? parentId : known.parentId]);
    this.#changed.fire([...places].map((childrenOf) => ({ ...own, childrenOf })));
  }

  removeItems(bot: string, ids: readonly string[]): void {
    const changes: CatalogueChange[] = [];
    for (const id of ids) {
      const known = this.item(bot, id);
      if (known === undefined) continue;
      this.#items.get(bot)?.delete(id);
      changes.push({ bot, item: id, childrenOf: known.parentId });
    }
    if (changes.length > 0) this.#changed.fire(changes);
  }

  atomically<T>(step: () => T): T {
    return step();
  }

  close(): void {
    this.#bots.clear();
    this.#items.clear();
  }
}
