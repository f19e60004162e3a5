import type { CatalogueItem, ValueKey } from '../../base/model.ts';
import type { CatalogueChange, Level } from '../../base/ports.ts';
import { sortValue, type Valued } from '../itemOrder.ts';

/** Maximum number of changes of one bot in a transaction. More are reported as one change of the whole bot. */
const MAX_CHANGES = 100;

/** Returns the changes of one transaction without duplicates, in the order of their first occurrence. */
export function compactChanges(changes: readonly CatalogueChange[]): readonly CatalogueChange[] {
  const byBot = Map.groupBy(changes, ({ bot }) => bot);
  return [...byBot].flatMap(([bot, botChanges]) => {
    if (bot === undefined) return [{ bot }];
    const distinctChanges = [
      ...new Map(botChanges.map((change) => [keyOf(change), change])).values(),
    ];
    const isWholeBot =
      distinctChanges.length > MAX_CHANGES ||
      distinctChanges.some(({ item }) => item === undefined);
    return isWholeBot ? [{ bot }] : distinctChanges;
  });
}

function keyOf({ item, childrenOf }: CatalogueChange): string {
  return JSON.stringify([item, childrenOf === undefined ? null : levelKey(childrenOf)]);
}

/** Checks whether an item keeps its position in its level. Then only its node is redrawn, not the level. */
export function isSamePosition(a: CatalogueItem, b: CatalogueItem): boolean {
  return a.parentId === b.parentId && a.name === b.name && a.type === b.type;
}

/** Returns the key of a level; `''` for the top level. Databases store the keys, so the format must not change. */
export function levelKey(level: Level): string {
  return level === null ? '' : `/${level}`;
}

/** Returns the values to sort by, by item ID. Items with an unknown value are left out. */
export function valuesBy(
  items: readonly ({ readonly id: string } & Partial<Valued>)[],
  by: ValueKey,
  scanId: string | undefined,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const item of items) {
    const value = sortValue(item, by, scanId);
    if (value !== null) values.set(item.id, value);
  }
  return values;
}
