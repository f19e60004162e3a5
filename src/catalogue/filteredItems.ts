import { FOLDER, type CatalogueItem, type ItemSource } from '../base/model.ts';
import { NO_FOLDER, type Level } from '../base/ports.ts';
import { foldText } from './textMatch.ts';
import type { ItemSink } from './liveItems.ts';

/** Which items the tree shows; `{}`: all. */
export interface ItemFilter {
  /** Words that all stand in the name, or in the ID. */
  readonly text?: string | undefined;
  /** Any of these; absent: from anywhere. */
  readonly sources?: readonly ItemSource[] | undefined;
  /** `true`: only what is gone; `false`: only what is not. */
  readonly gone?: boolean | undefined;
}

export function isFiltering({ text = '', sources = [], gone }: ItemFilter): boolean {
  return text.trim() !== '' || sources.length > 0 || gone !== undefined;
}

type Group = Level | typeof NO_FOLDER;

interface Known {
  readonly group: Group;
  readonly isMatch: boolean;
}

interface OfBot {
  readonly items: Map<string, Known>;
  /** Number of matches below a folder, or in all folders (`null`), however deep; and in `NO_FOLDER`. */
  readonly below: Map<Group, number>;
}

/** The items that a filter lets through, and the folders above them. Each change costs as much as the item stands deep. */
export class FilteredItems implements ItemSink {
  readonly #filter: ItemFilter;
  readonly #words: readonly string[];
  readonly #bots = new Map<string, OfBot>();
  #matches = 0;
  #total = 0;

  constructor(filter: ItemFilter) {
    this.#filter = filter;
    this.#words = foldText(filter.text ?? '')
      .split(/\s+/u)
      .filter((word) => word !== '');
  }

  get matches(): number {
    return this.#matches;
  }

  get total(): number {
    return this.#total;
  }

  isShown(bot: string, id: string): boolean {
    const known = this.#bots.get(bot)?.items.get(id);
    return known?.isMatch === true || this.matchesBelow(bot, id) > 0;
  }

  matchesBelow(bot: string, group: Group): number {
    return this.#bots.get(bot)?.below.get(group) ?? 0;
  }

  idsOf(bot: string): Iterable<string> {
    return this.#bots.get(bot)?.items.keys() ?? [];
  }

  set(item: CatalogueItem): void {
    const now: Known = { group: groupOf(item), isMatch: this.#lets(item) };
    const ofBot = this.#bots.get(item.bot) ?? { items: new Map(), below: new Map() };
    this.#bots.set(item.bot, ofBot);
    this.#count(ofBot, item.id, -1);
    ofBot.items.set(item.id, now);
    this.#count(ofBot, item.id, 1);
  }

  delete(bot: string, id: string): void {
    const ofBot = this.#bots.get(bot);
    if (ofBot === undefined) return;
    this.#count(ofBot, id, -1);
    ofBot.items.delete(id);
  }

  /** Adds an item and what is below it to all above it, or takes it away. */
  #count({ items, below }: OfBot, id: string, sign: 1 | -1): void {
    const known = items.get(id);
    if (known === undefined) return;
    this.#total += sign;
    if (known.isMatch) this.#matches += sign;
    const change = sign * (Number(known.isMatch) + (below.get(id) ?? 0));
    if (change === 0) return;
    const seen = new Set<Group>([id]);
    for (let at: Group | undefined = known.group; at !== undefined && !seen.has(at);) {
      seen.add(at);
      below.set(at, (below.get(at) ?? 0) + change);
      at = typeof at === 'string' ? items.get(at)?.group : undefined;
    }
  }

  #lets(item: CatalogueItem): boolean {
    const { sources = [], gone } = this.#filter;
    if (sources.length > 0 && !sources.includes(item.source)) return false;
    if (gone !== undefined && gone !== (item.state === 'gone')) return false;
    if (this.#words.length === 0) return true;
    const [name, id] = [foldText(item.name), foldText(item.id)];
    return (
      this.#words.every((word) => name.includes(word)) ||
      this.#words.every((word) => id.includes(word))
    );
  }
}

function groupOf({ parentId, type }: CatalogueItem): Group {
  return parentId ?? (type === FOLDER ? null : NO_FOLDER);
}
