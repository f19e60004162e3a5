import type { CatalogueItem } from '../../../src/base/model.ts';
import type { CatalogueStore } from '../../../src/base/ports.ts';

/** Returns the items whose folder is unknown. */
export function unplaced(
  catalogue: Pick<CatalogueStore, 'children'>,
  bot: string,
): readonly CatalogueItem[] {
  return catalogue.children(bot, null).filter(({ folderSource }) => folderSource === 'no');
}
