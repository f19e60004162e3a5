import { type CatalogueItem, FOLDER, type SortKey, type ValueKey } from '../base/model.ts';
import type { CatalogueStore, Level, LevelOrder } from '../base/ports.ts';

export interface ItemSort {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

export const BY_NAME: ItemSort = { by: 'name', isDescending: false };

/**
 * Returns a comparator: folders first; items with an unknown value last, in both directions.
 * @param scan ID of the scan whose counts are valid
 */
export function itemOrder(
  { by, isDescending }: ItemSort,
  scan: string | undefined,
): (a: CatalogueItem, b: CatalogueItem) => number {
  const sign = isDescending ? -1 : 1;
  if (by === 'name') return (a, b) => byKind(a, b) || sign * byName(a, b);
  const valueOf = (item: CatalogueItem): number | null => sortValue(item, by, scan);
  return (a, b) => byKind(a, b) || byValue(a, b) || byName(a, b);

  function byValue(a: CatalogueItem, b: CatalogueItem): number {
    const [first, second] = [valueOf(a), valueOf(b)];
    if (first === second) return 0;
    if (first === null || second === null) return first === null ? 1 : -1;
    return sign * (first - second);
  }
}

/** Returns the order of `itemOrder` without comparing names, because the names of a large level are kept sorted. */
export function levelOrder(
  store: Pick<CatalogueStore, 'orderByName' | 'sortValues'>,
  [bot, level]: readonly [bot: string, level: Level],
  { by, isDescending }: ItemSort,
  scan: string | undefined,
): LevelOrder {
  const named = store.orderByName(bot, level);
  const { folders } = named;
  const sort = by === 'name' ? byName : byValue(store.sortValues(bot, level, by, scan));
  return {
    ids: [...sort(named.ids.slice(0, folders)), ...sort(named.ids.slice(folders))],
    folders,
  };

  function byName(ids: readonly string[]): readonly string[] {
    return isDescending ? ids.toReversed() : ids;
  }

  /** Sorts stably, so that items with the same value stay sorted by name. */
  function byValue(values: ReadonlyMap<string, number>) {
    const last = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const sign = isDescending ? -1 : 1;
    return (ids: readonly string[]): readonly string[] =>
      ids
        .map((id) => ({ id, value: sign * (values.get(id) ?? last) }))
        .sort((a, b) => (a.value === b.value ? 0 : a.value - b.value))
        .map(({ id }) => id);
  }
}

/**
 * Returns the value to sort by; `null` if unknown. Only the fields that are sorted by are needed.
 * @param scan ID of the scan whose counts are valid
 */
export function sortValue(
  item: Partial<Valued>,
  by: ValueKey,
  scan: string | undefined,
): number | null {
  if (by !== 'customers') return item[by] ?? null;
  return scan !== undefined && item.scan === scan ? (item.seenOn ?? null) : null;
}

export type Valued = Pick<CatalogueItem, 'created' | 'lastSeen' | 'scan' | 'seenOn'>;

type Named = Pick<CatalogueItem, 'id' | 'name' | 'type'>;

/** Compares like `itemOrder` with `BY_NAME`, for items whose other fields are not loaded. */
export function compareNamed(a: Named, b: Named): number {
  return byKind(a, b) || byName(a, b);
}

/** Returns the identity of the rules for comparing names, which depend on the language and the version of VS Code. */
export function collation(): string {
  return JSON.stringify([process.versions['icu'], nameCollator().resolvedOptions()]);
}

function byKind(a: Named, b: Named): number {
  return Number(b.type === FOLDER) - Number(a.type === FOLDER);
}

/** Collator, created when the first level is sorted: it takes 5 ms, which would slow down activation. */
let collator: Intl.Collator | undefined;

/** Compares names in natural order. The ID decides between equal names. */
function byName(a: Named, b: Named): number {
  return nameCollator().compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}

function nameCollator(): Intl.Collator {
  return (collator ??= new Intl.Collator(undefined, { numeric: true }));
}

/** Maximum number of ungrouped siblings of one kind: VS Code draws every row of a level before it shows the first. */
export const GROUPED_ABOVE = 2000;

/** Number of siblings in a group, and of groups in a group of groups. */
const GROUP_SIZE = 1000;

/** Remainder, as a fraction of a group, below which it is added to the last group. */
const REMAINDER = 0.1;

/** Range of siblings: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface GroupSpan extends Span {
  /** Number of siblings in each group of its level, except the last group. */
  readonly unit: number;
}

/** Returns the groups of a span; empty if it is small enough to be shown without. */
export function groupsIn({ start, end }: Span): readonly GroupSpan[] {
  const count = end - start;
  if (count <= GROUPED_ABOVE) return [];
  let unit = GROUP_SIZE;
  while (count > unit * GROUP_SIZE * (1 + REMAINDER)) unit *= GROUP_SIZE;
  const groups = Math.ceil((count - unit * REMAINDER) / unit);
  return Array.from({ length: groups }, (_, at) => ({
    unit,
    start: start + at * unit,
    end: at === groups - 1 ? end : start + (at + 1) * unit,
  }));
}

/** Returns the groups that contain a position, outermost first. */
export function groupsAt(span: Span, position: number): readonly GroupSpan[] {
  const found: GroupSpan[] = [];
  const holds = ({ start, end }: Span): boolean => position >= start && position < end;
  for (let at = groupsIn(span).find(holds); at !== undefined; at = groupsIn(at).find(holds)) {
    found.push(at);
  }
  return found;
}

/**
 * Returns the shortest prefixes that distinguish the first and the last name of a group from each other and from the
 * neighboring names.
 * @param before name before the first, if any
 * @param after name after the last, if any
 */
export function beginnings(
  [first, last]: readonly [string, string],
  before: string | undefined,
  after: string | undefined,
): readonly [string, string] {
  return [beginning(first, [before, last]), beginning(last, [first, after])];
}

function beginning(name: string, others: readonly (string | undefined)[]): string {
  const letters = Array.from(name);
  let text = '';
  for (const letter of letters) {
    text += letter;
    const folded = text.toLowerCase();
    if (!others.some((other) => other?.toLowerCase().startsWith(folded) === true)) break;
  }
  return text.trimEnd();
}
