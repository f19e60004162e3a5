import type { CatalogueItem } from '../../../src/base/model.ts';
import type { CatalogueStore } from '../../../src/base/ports.ts';

/** Items whose folder is not known. */
export function unplaced(
  catalogue: Pick<CatalogueStore, 'children'>,
  bot: string,
): readonly CatalogueItem[] {
  return catalogue.children(bot, null).filter(({ folderKnown }) => folderKnown === 'no');
}
