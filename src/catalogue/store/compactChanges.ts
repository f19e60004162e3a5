import type { CatalogueChange } from '../../base/ports.ts';
import { levelKey } from './places.ts';

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
