import type { CatalogueStore, LevelOrder, Place } from '../ports.ts';
import type { ItemSort } from './itemOrder.ts';

/** The same order as `itemOrder` gives, without a comparison of names: those of a large level are kept sorted. */
export function levelOrder(
  store: Pick<CatalogueStore, 'orderByName' | 'sortValues'>,
  [bot, place]: readonly [bot: string, place: Place],
  { by, isDescending }: ItemSort,
  scan: string | undefined,
): LevelOrder {
  const named = store.orderByName(bot, place);
  const { folders } = named;
  const sort = by === 'name' ? byName : byValue(store.sortValues(bot, place, by, scan));
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
