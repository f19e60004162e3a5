import { sortValue, type Valued } from '../itemOrder.ts';
import type { ValueKey } from '../../base/model.ts';

/** Returns the values to sort by, by item ID. Items with an unknown value are left out. */
export function valuesBy(
  items: readonly ({ readonly id: string } & Partial<Valued>)[],
  by: ValueKey,
  scan: string | undefined,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const item of items) {
    const value = sortValue(item, by, scan);
    if (value !== null) values.set(item.id, value);
  }
  return values;
}
