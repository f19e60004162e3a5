import { FOLDER, type CatalogueItem } from './model.ts';

export const SORT_KEYS = ['name', 'created', 'lastSeen', 'customers'] as const;

/** `customers`: on how many of the scanned ones a tag stands. */
export type SortKey = (typeof SORT_KEYS)[number];

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
  return (a, b) => byKind(a, b) || byValue(a, b) || byName(a, b);

  function byValue(a: CatalogueItem, b: CatalogueItem): number {
    const [first, second] = [valueOf(a), valueOf(b)];
    if (first === second) return 0;
    if (first === null || second === null) return first === null ? 1 : -1;
    return sign * (first - second);
  }

  function valueOf(item: CatalogueItem): number | null {
    if (by === 'created') return item.created;
    if (by === 'lastSeen') return item.lastSeen;
    return item.scan !== null && item.scan === scan ? item.seenOn : null;
  }
}

function byKind(a: CatalogueItem, b: CatalogueItem): number {
  return Number(b.type === FOLDER) - Number(a.type === FOLDER);
}

/** Made when the first level is sorted: making it takes 5 ms, which activation would pay. */
let collator: Intl.Collator | undefined;

/** As a person sorts names; the ID decides between equal ones. */
function byName(a: CatalogueItem, b: CatalogueItem): number {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}
