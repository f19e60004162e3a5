import { FOLDER, type CatalogueItem, type ItemSource } from '../base/model.ts';
import { NO_FOLDER, type Level } from '../base/ports.ts';
import { foldText } from './textMatch.ts';
import type { ItemSink } from './liveItems.ts';

/** Filter of the items in the tree; `{}` for all items. */
export interface ItemFilter {
  /** Words. All of them must occur in the name, or all of them in the ID. */
  readonly text?: string | undefined;
  readonly sources?: readonly ItemSource[] | undefined;
  /** `true`: only items that are gone in the service; `false`: only items that are not gone. */
  readonly gone?: boolean | undefined;
}

export function isFiltering({ text = '', sources = [], gone }: ItemFilter): boolean {
  return text.trim() !== '' || sources.length > 0 || gone !== undefined;
}

/** Parent of an item in the tree: a folder, the bot (`null`), or the section of items without a folder. */
type TreeParent = Level | typeof NO_FOLDER;

interface FilteredItem {
  readonly parent: TreeParent;
  readonly isMatch: boolean;
}

interface BotItems {
  readonly items: Map<string, FilteredItem>;
  /** Number of matches below each parent, at any depth. */
  readonly matchCounts: Map<TreeParent, number>;
  /** Whether `matchCounts` must be computed again before they are read. */
  isOutdated: boolean;
}

/**
 * All items, and which of them a filter shows. The cost of a change is proportional to the item's depth. Exception: if
 * two folders are swapped, the first of the two changes puts each of them below the other. All matches are then counted
 * again.
 */
export class FilteredItems implements ItemSink {
  readonly #filter: ItemFilter;
  readonly #words: readonly string[];
  readonly #bots = new Map<string, BotItems>();
  #matches = 0;
  #total = 0;

  constructor(filter: ItemFilter) {
    this.#filter = filter;
    this.#words = foldText(filter.text ?? '')
      .split(/\s+/u)
      .filter((word) => word !== '');
  }

  get matchCount(): number {
    return this.#matches;
  }

  get totalCount(): number {
    return this.#total;
  }

  /** Checks whether the tree shows an item: it matches, or an item below it matches. */
  isShown(bot: string, id: string): boolean {
    const item = this.#bots.get(bot)?.items.get(id);
    return item?.isMatch === true || this.matchesBelow(bot, id) > 0;
  }

  matchesBelow(bot: string, parent: TreeParent): number {
    const botItems = this.#bots.get(bot);
    if (botItems?.isOutdated === true) countAgain(botItems);
    return botItems?.matchCounts.get(parent) ?? 0;
  }

  idsOf(bot: string): Iterable<string> {
    return this.#bots.get(bot)?.items.keys() ?? [];
  }

  set(item: CatalogueItem): void {
    const filteredItem: FilteredItem = { parent: parentOf(item), isMatch: this.#accepts(item) };
    const botItems = this.#bots.get(item.bot) ?? emptyBot();
    this.#bots.set(item.bot, botItems);
    // Subtracts the previous state of the item, then adds the new state.
    this.#updateCounts(botItems, item.id, -1);
    botItems.items.set(item.id, filteredItem);
    this.#updateCounts(botItems, item.id, 1);
  }

  delete(bot: string, id: string): void {
    const botItems = this.#bots.get(bot);
    if (botItems === undefined) return;
    this.#updateCounts(botItems, id, -1);
    botItems.items.delete(id);
  }

  /** Adds an item and the matches below it to the counts of all parents above the item, or subtracts them. */
  #updateCounts(botItems: BotItems, id: string, sign: 1 | -1): void {
    const item = botItems.items.get(id);
    if (item === undefined) return;
    this.#total += sign;
    if (item.isMatch) this.#matches += sign;
    if (botItems.isOutdated) return;
    const change = sign * (Number(item.isMatch) + (botItems.matchCounts.get(id) ?? 0));
    if (change !== 0 && !addAbove(botItems, id, change)) botItems.isOutdated = true;
  }

  #accepts(item: CatalogueItem): boolean {
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

function emptyBot(): BotItems {
  return { items: new Map(), matchCounts: new Map(), isOutdated: false };
}

/** Adds a number to the counts of all parents above an item. Returns `false` if a folder is below itself. */
function addAbove({ items, matchCounts }: BotItems, id: string, change: number): boolean {
  // Each parent is visited only once, even if a folder is below itself.
  const visited = new Set<TreeParent>([id]);
  let parent: TreeParent | undefined = items.get(id)?.parent;
  while (parent !== undefined && !visited.has(parent)) {
    visited.add(parent);
    matchCounts.set(parent, (matchCounts.get(parent) ?? 0) + change);
    parent = typeof parent === 'string' ? items.get(parent)?.parent : undefined;
  }
  return parent === undefined;
}

function countAgain(botItems: BotItems): void {
  botItems.matchCounts.clear();
  for (const [id, { isMatch }] of botItems.items) if (isMatch) addAbove(botItems, id, 1);
  botItems.isOutdated = false;
}

function parentOf({ parentId, type }: CatalogueItem): TreeParent {
  return parentId ?? (type === FOLDER ? null : NO_FOLDER);
}
