import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { until } from './product.ts';

/** The items of the rows in focus. Waits for one: while the tree is drawn again, no row is found. */
export async function itemsInFocus(tree: BotTree): Promise<readonly (string | undefined)[]> {
  let found: readonly (string | undefined)[] = [];
  await until('a row has the focus', async () => {
    found = (await tree.inFocus()).map(({ item }) => item);
    return found.length > 0;
  });
  return found;
}
