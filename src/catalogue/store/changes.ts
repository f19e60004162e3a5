import type { CatalogueItem } from '../../base/model.ts';
import type { CatalogueChange, Level } from '../../base/ports.ts';

/** Maximum number of different changes of one bot per step. More are reported as one change of the whole bot. */
const MAX_CHANGES = 100;

/** Returns the changes of one step without duplicates, in the order of their first occurrence. */
export function compactChanges(changes: readonly CatalogueChange[]): readonly CatalogueChange[] {
  const byBot = Map.groupBy(changes, ({ bot }) => bot);
  return [...byBot].flatMap(([bot, botChanges]) => {
    if (bot === undefined) return [{ bot }];
    const different = [...new Map(botChanges.map((change) => [keyOf(change), change])).values()];
    const isWhole =
      different.length > MAX_CHANGES || different.some(({ item }) => item === undefined);
    return isWhole ? [{ bot }] : different;
  });
}

function keyOf({ item, childrenOf }: CatalogueChange): string {
  return JSON.stringify([item, childrenOf === undefined ? null : levelKey(childrenOf)]);
}

/**
 * Whether the tree shows two states of an item at the same place among its siblings, so that only one node is redrawn.
 */
export function isSamePlace(a: CatalogueItem, b: CatalogueItem): boolean {
  return a.parentId === b.parentId && a.name === b.name && a.type === b.type;
}

/**
 * Returns the key of a level. It is stored in databases, so it must not change. No folder's ID gives the key of the top
 * level.
 */
export function levelKey(level: Level): string {
  return level === null ? '' : `/${level}`;
}
