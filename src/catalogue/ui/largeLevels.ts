import type { Catalogue } from '../catalogue.ts';
import {
  beginnings,
  GROUPED_ABOVE,
  groupsAt,
  groupsIn,
  type GroupSpan,
  type ItemSort,
  type Span,
} from '../itemOrder.ts';
import type { CatalogueItem } from '../../base/model.ts';
import type { Level, LevelOrder } from '../../base/ports.ts';
import type { FilteredItems } from '../filteredItems.ts';
import type { TreeGroup, TreeNode } from './treeNode.ts';

/** Current catalogue, filter and sort order of the tree. */
export interface Drawing {
  readonly catalogue: Catalogue;
  readonly filtered: FilteredItems | undefined;
  readonly sort: ItemSort;
}

/** First and last item of a group, and the name prefixes that identify them. */
export interface ShownGroup extends Span {
  readonly first: CatalogueItem;
  readonly last: CatalogueItem;
  readonly names: readonly [string, string];
}

/** Levels with more items than VS Code can show, divided into groups. */
export class LargeLevels {
  /** Order of the level that was read last. Only one is cached: it may have a hundred thousand IDs. */
  #kept: { readonly bot: string; readonly at: Level; readonly order: LevelOrder } | undefined;

  /** Clears the cache. Must be called when items, the filter or the sort order change. */
  forget(): void {
    this.#kept = undefined;
  }

  isLarge({ catalogue }: Drawing, bot: string, level: Level): boolean {
    return catalogue.count(bot, level) > GROUPED_ABOVE;
  }

  /** Returns the children of a node: groups, or the IDs of items. For a bot with folders, only the folders. */
  children(
    drawing: Drawing,
    { bot, level: at, group, isBot, isNoFolder }: TreeNode,
  ): readonly (string | TreeGroup)[] {
    const level = this.#level(drawing, bot, at);
    const isFiltered = drawing.filtered !== undefined;
    const below = (isFolders: boolean, span: Span | undefined): readonly (string | TreeGroup)[] => {
      if (span === undefined) return [];
      const groups = groupsIn(span);
      if (groups.length === 0) return partOf(level, isFolders).slice(span.start, span.end);
      return groups.map(({ unit, start }) => ({ level: at, isFolders, isFiltered, unit, start }));
    };
    if (group !== undefined) return below(group.isFolders, spanOf(level, group));
    const folders = below(true, wholeOf(level, true));
    if (isBot && folders.length > 0) return folders;
    const others = below(false, wholeOf(level, false));
    return isNoFolder ? others : [...folders, ...others];
  }

  /** Returns the innermost group that contains an item or a group; `undefined` if the level contains it directly. */
  groupAbove(
    drawing: Drawing,
    bot: string,
    at: Level,
    below: string | TreeGroup,
  ): TreeGroup | undefined {
    const level = this.#level(drawing, bot, at);
    const isFiltered = drawing.filtered !== undefined;
    const position = typeof below === 'string' ? level.ids.indexOf(below) : below.start;
    const isFolders = typeof below === 'string' ? position < level.folders : below.isFolders;
    const from = typeof below === 'string' && !isFolders ? level.folders : 0;
    const path = groupsAt(wholeOf(level, isFolders), position - from);
    const above = typeof below === 'string' ? path : path.filter(({ unit }) => unit > below.unit);
    const found = above.at(-1);
    if (found === undefined) return undefined;
    return { level: at, isFolders, isFiltered, unit: found.unit, start: found.start };
  }

  /** Returns the items to show for a group; `undefined` if the group no longer exists. */
  shown(drawing: Drawing, bot: string, group: TreeGroup): ShownGroup | undefined {
    const level = this.#level(drawing, bot, group.level);
    const span = spanOf(level, group);
    if (span === undefined) return undefined;
    const [from, to] = group.isFolders ? [0, level.folders] : [level.folders, level.ids.length];
    const at = (position: number): CatalogueItem | undefined => {
      const id = position < 0 || from + position >= to ? undefined : level.ids[from + position];
      return id === undefined ? undefined : drawing.catalogue.item(bot, id);
    };
    const [first, last] = [at(span.start), at(span.end - 1)];
    if (first === undefined || last === undefined) return undefined;
    const [before, after] = [at(span.start - 1), at(span.end)];
    const names = beginnings([first.name, last.name], before?.name, after?.name);
    return { start: span.start, end: span.end, first, last, names };
  }

  #level({ catalogue, filtered, sort }: Drawing, bot: string, at: Level): LevelOrder {
    const kept = this.#kept;
    if (kept !== undefined && kept.bot === bot && kept.at === at) return kept.order;
    const fullOrder = catalogue.order(bot, at, sort);
    const order =
      filtered === undefined ? fullOrder : shownOf(fullOrder, (id) => filtered.isShown(bot, id));
    this.#kept = { bot, at, order };
    return order;
  }
}

function shownOf(level: LevelOrder, isShown: (id: string) => boolean): LevelOrder {
  const [folders, others] = [true, false].map((isFolders) =>
    partOf(level, isFolders).filter(isShown),
  );
  return { ids: [...(folders ?? []), ...(others ?? [])], folders: folders?.length ?? 0 };
}

/** Returns the folders or the other items of a level. Positions in a span are relative to this part. */
function partOf({ ids, folders }: LevelOrder, isFolders: boolean): readonly string[] {
  return isFolders ? ids.slice(0, folders) : ids.slice(folders);
}

function wholeOf({ ids, folders }: LevelOrder, isFolders: boolean): Span {
  return { start: 0, end: isFolders ? folders : ids.length - folders };
}

function spanOf(level: LevelOrder, { isFolders, unit, start }: TreeGroup): GroupSpan | undefined {
  const path = groupsAt(wholeOf(level, isFolders), start);
  return path.find((span) => span.unit === unit && span.start === start);
}
