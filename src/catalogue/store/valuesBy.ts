import { sortValue, type Valued } from '../itemOrder.ts';
import type { ValueKey } from '../../base/model.ts';

/** The values that items are sorted by, by ID; without those of which it is not known. */
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
