import type { CatalogueItem } from '../../base/model.ts';
import type { CatalogueChange, Level } from '../../base/ports.ts';

/** More changes of one bot than this in one step are told as one change of the whole bot. */
const MANY = 100;

/** The changes of one step, each place told once, in the order in which it was first touched. */
export function compactChanges(changes: readonly CatalogueChange[]): readonly CatalogueChange[] {
  const byBot = Map.groupBy(changes, ({ bot }) => bot);
  return [...byBot].flatMap(([bot, all]) => {
    if (bot === undefined) return [{ bot }];
    const different = [...new Map(all.map((change) => [keyOf(change), change])).values()];
    const isWhole = different.length > MANY || different.some(({ item }) => item === undefined);
    return isWhole ? [{ bot }] : different;
  });
}

function keyOf({ item, childrenOf }: CatalogueChange): string {
  return JSON.stringify([item, childrenOf === undefined ? null : levelKey(childrenOf)]);
}

/** Whether the tree shows both at the same place among the same siblings, so that only one node is redrawn. */
export function isSamePlace(a: CatalogueItem, b: CatalogueItem): boolean {
  return a.parentId === b.parentId && a.name === b.name && a.type === b.type;
}

/** A level as a text that stays as it is: it stands in databases. No folder's ID makes the key of the top level. */
export function levelKey(level: Level): string {
  return level === null ? '' : `/${level}`;
}
