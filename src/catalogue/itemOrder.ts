import { type CatalogueItem, FOLDER, type SortKey, type ValueKey } from '../base/model.ts';
import type { CatalogueStore, Level, LevelOrder } from '../base/ports.ts';

/** Sort order of the items of a level. Folders always come first. */
export interface ItemSort {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

export const BY_NAME: ItemSort = { by: 'name', isDescending: false };

/**
 * Returns a comparator: folders first; items with an unknown value last, also in descending order.
 * @param scanId ID of the scan whose customer counts are valid
 */
export function itemOrder(
  { by, isDescending }: ItemSort,
  scanId: string | undefined,
): (a: CatalogueItem, b: CatalogueItem) => number {
  const sign = isDescending ? -1 : 1;
  if (by === 'name') return (a, b) => byKind(a, b) || sign * byName(a, b);
  const valueOf = (item: CatalogueItem): number | null => sortValue(item, by, scanId);
  return (a, b) => byKind(a, b) || byValue(a, b) || byName(a, b);

  function byValue(a: CatalogueItem, b: CatalogueItem): number {
    const [valueA, valueB] = [valueOf(a), valueOf(b)];
    if (valueA === valueB) return 0;
    if (valueA === null || valueB === null) return valueA === null ? 1 : -1;
    return sign * (valueA - valueB);
  }
}

/** Returns a level in the order of `itemOrder`. Compares no names, because the store has the level sorted by name. */
export function levelOrder(
  store: Pick<CatalogueStore, 'orderByName' | 'sortValues'>,
  [bot, level]: readonly [bot: string, level: Level],
  { by, isDescending }: ItemSort,
  scanId: string | undefined,
): LevelOrder {
  const nameOrder = store.orderByName(bot, level);
  const { folderCount } = nameOrder;
  const sort = by === 'name' ? inDirection : sorterBy(store.sortValues(bot, level, by, scanId));
  return {
    ids: [...sort(nameOrder.ids.slice(0, folderCount)), ...sort(nameOrder.ids.slice(folderCount))],
    folderCount,
  };

  function inDirection(ids: readonly string[]): readonly string[] {
    return isDescending ? ids.toReversed() : ids;
  }

  /** Returns a function that sorts IDs by value. The sort is stable: items with the same value stay sorted by name. */
  function sorterBy(values: ReadonlyMap<string, number>) {
    const valueIfUnknown = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const sign = isDescending ? -1 : 1;
    return (ids: readonly string[]): readonly string[] =>
      ids
        .map((id) => ({ id, value: sign * (values.get(id) ?? valueIfUnknown) }))
        .sort((a, b) => (a.value === b.value ? 0 : a.value - b.value))
        .map(({ id }) => id);
  }
}

/** Returns the value to sort by; `null` if unknown. `scanId` is the ID of the scan whose customer counts are valid. */
export function sortValue(
  item: Partial<Valued>,
  by: ValueKey,
  scanId: string | undefined,
): number | null {
  if (by !== 'customers') return item[by] ?? null;
  return scanId !== undefined && item.scan === scanId ? (item.seenOn ?? null) : null;
}

/** Fields of an item by which it can be sorted, besides its name. */
export type Valued = Pick<CatalogueItem, 'created' | 'lastSeen' | 'scan' | 'seenOn'>;

type Named = Pick<CatalogueItem, 'id' | 'name' | 'type'>;

/** Compares two items by name, folders first. */
export function compareByName(a: Named, b: Named): number {
  return byKind(a, b) || byName(a, b);
}

/** Returns a key of the rules for comparing names. The rules depend on the language and the version of VS Code. */
export function collation(): string {
  return JSON.stringify([process.versions['icu'], nameCollator().resolvedOptions()]);
}

function byKind(a: Named, b: Named): number {
  return Number(b.type === FOLDER) - Number(a.type === FOLDER);
}

/** Collator for names. Created on first use, because creating it takes 5 ms and would slow down activation. */
let collator: Intl.Collator | undefined;

/** Compares names in natural order. The ID decides between equal names. */
function byName(a: Named, b: Named): number {
  return nameCollator().compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}

function nameCollator(): Intl.Collator {
  return (collator ??= new Intl.Collator(undefined, { numeric: true }));
}

/** Larger numbers of siblings of one kind are grouped: VS Code draws all rows of a level before it shows the first. */
export const GROUPED_ABOVE = 2000;

/** Number of siblings in a group. A group of groups contains this number of groups. */
const GROUP_SIZE = 1000;

/** Size of a small remainder, as a fraction of a full group. Such a remainder is added to the last full group. */
const MAX_REMAINDER = 0.1;

/** Range of siblings: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface GroupSpan extends Span {
  /** Number of siblings per group: 1000, 1,000,000 and so on. The last group of a level may be larger or smaller. */
  readonly groupSize: number;
}

/** Returns the groups of a span; empty if the span is small enough to be shown without groups. */
export function groupsIn({ start, end }: Span): readonly GroupSpan[] {
  const count = end - start;
  if (count <= GROUPED_ABOVE) return [];
  let groupSize = GROUP_SIZE;
  // Larger groups, until there are at most 1100 of them: a few more than 1000 are better than another level.
  while (count > groupSize * GROUP_SIZE * (1 + MAX_REMAINDER)) groupSize *= GROUP_SIZE;
  const groupCount = Math.ceil((count - groupSize * MAX_REMAINDER) / groupSize);
  return Array.from({ length: groupCount }, (_, index) => ({
    groupSize,
    start: start + index * groupSize,
    end: index === groupCount - 1 ? end : start + (index + 1) * groupSize,
  }));
}

/** Returns the groups that contain a position, outermost first. */
export function groupsAt(span: Span, position: number): readonly GroupSpan[] {
  const groups: GroupSpan[] = [];
  const containsPosition = ({ start, end }: Span): boolean => position >= start && position < end;
  for (
    let group = groupsIn(span).find(containsPosition);
    group !== undefined;
    group = groupsIn(group).find(containsPosition)
  ) {
    groups.push(group);
  }
  return groups;
}

/** Shortens the first and last name of a group so that they still differ from each other and from their neighbors. */
export function distinguishingPrefixes(
  [first, last]: readonly [string, string],
  before: string | undefined,
  after: string | undefined,
): readonly [string, string] {
  return [shortestPrefix(first, [before, last]), shortestPrefix(last, [first, after])];
}

/** Returns the shortest prefix of a name with which no other name begins; the whole name if there is none. */
function shortestPrefix(name: string, otherNames: readonly (string | undefined)[]): string {
  const letters = Array.from(name);
  let prefix = '';
  for (const letter of letters) {
    prefix += letter;
    const folded = prefix.toLowerCase();
    if (!otherNames.some((other) => other?.toLowerCase().startsWith(folded) === true)) break;
  }
  return prefix.trimEnd();
}
