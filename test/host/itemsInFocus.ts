import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { until } from './product.ts';

/**
 * Returns the item ID of each focused row; `undefined` for a bot. Waits for a row, because none is found while the tree
 * is redrawn.
 */
export async function itemsInFocus(tree: BotTree): Promise<readonly (string | undefined)[]> {
  let items: readonly (string | undefined)[] = [];
  await until('a row has the focus', async () => {
    items = (await tree.inFocus()).map(({ item }) => item);
    return items.length > 0;
  });
  return items;
}
