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

/** How the tree is drawn now. */
export interface Drawing {
  readonly catalogue: Catalogue;
  readonly filtered: FilteredItems | undefined;
  readonly sort: ItemSort;
}

/** What a group shows: its first and last item, and their beginnings. */
export interface ShownGroup extends Span {
  readonly first: CatalogueItem;
  readonly last: CatalogueItem;
  readonly names: readonly [string, string];
}

/** Levels with more items than VS Code can be given: in groups, in the order that is kept. */
export class LargeLevels {
  /** Of the level that was read last; a hundred thousand IDs, so of no more than one. */
  #kept: { readonly bot: string; readonly at: Level; readonly order: LevelOrder } | undefined;

  /** To be called when something changed, or is to be drawn in another way. */
  forget(): void {
    this.#kept = undefined;
  }

  isLarge({ catalogue }: Drawing, bot: string, level: Level): boolean {
    return catalogue.count(bot, level) > GROUPED_ABOVE;
  }

  /** What stands right below a node: groups, or the IDs of items. Below a bot with folders: only these. */
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

  /** The group that an item or a group stands in right away; none when it stands at the level itself. */
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

  /** @returns `undefined` when there is no such group any more */
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
    const all = catalogue.order(bot, at, sort);
    const order = filtered === undefined ? all : shownOf(all, (id) => filtered.isShown(bot, id));
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

/** Positions count from the first folder, or from the first item that is none. */
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
