import { type CatalogueItem, FOLDER, type SortKey, type ValueKey } from '../base/model.ts';
import type { CatalogueStore, Level, LevelOrder } from '../base/ports.ts';

export interface ItemSort {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

export const BY_NAME: ItemSort = { by: 'name', isDescending: false };

/**
 * Folders first; what is not known of an item puts it last, whichever way round.
 * @param scan the ID of the scan whose counts are valid
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

/** The same order as `itemOrder` gives, without a comparison of names: those of a large level are kept sorted. */
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

  /** Stable, so that those with the same value stay sorted by name. */
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

/** `null`: not known. Only the fields that are sorted by need be there. @param scan the ID of the scan whose counts are valid */
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

/** The same as `itemOrder` with `BY_NAME`, for those of which no more is known. */
export function compareNamed(a: Named, b: Named): number {
  return byKind(a, b) || byName(a, b);
}

/** By whose rules names are compared here: another version of VS Code, or another language, may have others. */
export function collation(): string {
  return JSON.stringify([process.versions['icu'], nameCollator().resolvedOptions()]);
}

function byKind(a: Named, b: Named): number {
  return Number(b.type === FOLDER) - Number(a.type === FOLDER);
}

/** Made when the first level is sorted: making it takes 5 ms, which activation would pay. */
let collator: Intl.Collator | undefined;

/** As a person sorts names; the ID decides between equal ones. */
function byName(a: Named, b: Named): number {
  return nameCollator().compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}

function nameCollator(): Intl.Collator {
  return (collator ??= new Intl.Collator(undefined, { numeric: true }));
}

/** More siblings of one kind than this are shown in groups: VS Code draws every row of a level before the first is seen. */
export const GROUPED_ABOVE = 2000;

/** Siblings in a group, and groups in a group of groups. */
const SIZE = 1000;

/** A rest below this part of a group stands in the last one. */
const REST = 0.1;

/** Siblings from one position on, and up to another one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface GroupSpan extends Span {
  /** How many siblings each group of its level has, but for the last. */
  readonly unit: number;
}

/** The groups that a span is shown as; none when it needs none. */
export function groupsIn({ start, end }: Span): readonly GroupSpan[] {
  const count = end - start;
  if (count <= GROUPED_ABOVE) return [];
  let unit = SIZE;
  while (count > unit * SIZE * (1 + REST)) unit *= SIZE;
  const groups = Math.ceil((count - unit * REST) / unit);
  return Array.from({ length: groups }, (_, at) => ({
    unit,
    start: start + at * unit,
    end: at === groups - 1 ? end : start + (at + 1) * unit,
  }));
}

/** The groups that a position stands in, outermost first. */
export function groupsAt(span: Span, position: number): readonly GroupSpan[] {
  const found: GroupSpan[] = [];
  const holds = ({ start, end }: Span): boolean => position >= start && position < end;
  for (let at = groupsIn(span).find(holds); at !== undefined; at = groupsIn(at).find(holds)) {
    found.push(at);
  }
  return found;
}

/**
 * The shortest beginnings that tell the first and the last name of a group from each other and from its neighbours'.
 * @param before the name that stands before the first, if any
 * @param after the name that stands behind the last, if any
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
