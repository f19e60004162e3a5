import type { Catalogue } from '../catalogue.ts';
import {
  distinguishingPrefixes,
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

export interface TreeState {
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

/** Folders or other items of a level. A level lists its folders first. */
type LevelPart = Pick<TreeGroup, 'isFolders'>;

const FOLDERS: LevelPart = { isFolders: true };
const OTHER_ITEMS: LevelPart = { isFolders: false };

/** Levels with more items than VS Code can show, divided into groups. */
export class LargeLevels {
  /** Order of the level that was read last. Only one is cached: it may have a hundred thousand IDs. */
  #cachedLevel:
    { readonly bot: string; readonly level: Level; readonly order: LevelOrder } | undefined;

  /** Clears the cache. Must be called when items, the filter or the sort order change. */
  clearCache(): void {
    this.#cachedLevel = undefined;
  }

  isLarge({ catalogue }: TreeState, bot: string, level: Level): boolean {
    return catalogue.count(bot, level) > GROUPED_ABOVE;
  }

  /** Returns groups, or the IDs of items. Below a bot with folders, other items are in the section "No Folder". */
  children(
    treeState: TreeState,
    { bot, level, group, isBot, isNoFolderRow }: TreeNode,
  ): readonly (string | TreeGroup)[] {
    const order = this.#orderOf(treeState, bot, level);
    const isFiltered = treeState.filtered !== undefined;
    const childrenIn = (
      { isFolders }: LevelPart,
      span: Span | undefined,
    ): readonly (string | TreeGroup)[] => {
      if (span === undefined) return [];
      const groups = groupsIn(span);
      if (groups.length === 0) return idsOfPart(order, { isFolders }).slice(span.start, span.end);
      return groups.map(({ groupSize, start }) => ({
        level,
        isFolders,
        isFiltered,
        groupSize,
        start,
      }));
    };
    if (group !== undefined) return childrenIn(group, spanOf(order, group));
    const folders = childrenIn(FOLDERS, spanOfPart(order, FOLDERS));
    if (isBot && folders.length > 0) return folders;
    const otherChildren = childrenIn(OTHER_ITEMS, spanOfPart(order, OTHER_ITEMS));
    return isNoFolderRow ? otherChildren : [...folders, ...otherChildren];
  }

  /** Returns the innermost group that contains an item or group; `undefined` if the level contains it directly. */
  groupAbove(
    treeState: TreeState,
    bot: string,
    level: Level,
    child: string | TreeGroup,
  ): TreeGroup | undefined {
    const order = this.#orderOf(treeState, bot, level);
    const isFiltered = treeState.filtered !== undefined;
    const position = typeof child === 'string' ? order.ids.indexOf(child) : child.start;
    const isFolders = typeof child === 'string' ? position < order.folderCount : child.isFolders;
    // The position of an item counts from the first folder, but the start of a group counts within its part.
    const partStart = typeof child === 'string' && !isFolders ? order.folderCount : 0;
    const groupsAtPosition = groupsAt(spanOfPart(order, { isFolders }), position - partStart);
    const outerGroups =
      typeof child === 'string'
        ? groupsAtPosition
        : groupsAtPosition.filter(({ groupSize }) => groupSize > child.groupSize);
    const innermost = outerGroups.at(-1);
    if (innermost === undefined) return undefined;
    return { level, isFolders, isFiltered, groupSize: innermost.groupSize, start: innermost.start };
  }

  /** Returns a group with its first and last item; `undefined` if the group no longer exists. */
  shownGroup(treeState: TreeState, bot: string, group: TreeGroup): ShownGroup | undefined {
    const order = this.#orderOf(treeState, bot, group.level);
    const span = spanOf(order, group);
    if (span === undefined) return undefined;
    const [partStart, partEnd] = group.isFolders
      ? [0, order.folderCount]
      : [order.folderCount, order.ids.length];
    const itemAt = (position: number): CatalogueItem | undefined => {
      const isInPart = position >= 0 && partStart + position < partEnd;
      const id = isInPart ? order.ids[partStart + position] : undefined;
      return id === undefined ? undefined : treeState.catalogue.item(bot, id);
    };
    const [first, last] = [itemAt(span.start), itemAt(span.end - 1)];
    if (first === undefined || last === undefined) return undefined;
    const [before, after] = [itemAt(span.start - 1), itemAt(span.end)];
    const names = distinguishingPrefixes([first.name, last.name], before?.name, after?.name);
    return { start: span.start, end: span.end, first, last, names };
  }

  #orderOf({ catalogue, filtered, sort }: TreeState, bot: string, level: Level): LevelOrder {
    const cached = this.#cachedLevel;
    if (cached !== undefined && cached.bot === bot && cached.level === level) return cached.order;
    const fullOrder = catalogue.order(bot, level, sort);
    const order =
      filtered === undefined
        ? fullOrder
        : filteredOrder(fullOrder, (id) => filtered.isShown(bot, id));
    this.#cachedLevel = { bot, level, order };
    return order;
  }
}

function filteredOrder(order: LevelOrder, isShown: (id: string) => boolean): LevelOrder {
  const folders = idsOfPart(order, FOLDERS).filter(isShown);
  const otherItems = idsOfPart(order, OTHER_ITEMS).filter(isShown);
  return { ids: [...folders, ...otherItems], folderCount: folders.length };
}

/** Returns the IDs of a part of a level. Positions in a span are relative to this part. */
function idsOfPart({ ids, folderCount }: LevelOrder, { isFolders }: LevelPart): readonly string[] {
  return isFolders ? ids.slice(0, folderCount) : ids.slice(folderCount);
}

function spanOfPart({ ids, folderCount }: LevelOrder, { isFolders }: LevelPart): Span {
  return { start: 0, end: isFolders ? folderCount : ids.length - folderCount };
}

function spanOf(order: LevelOrder, group: TreeGroup): GroupSpan | undefined {
  const { groupSize, start } = group;
  const groupsAtStart = groupsAt(spanOfPart(order, group), start);
  return groupsAtStart.find((span) => span.groupSize === groupSize && span.start === start);
}
