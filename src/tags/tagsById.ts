import type { Catalogue } from '../catalogue/catalogue.ts';
import type { JournalStore } from '../catalogue/journal.ts';
import { TAG, type CatalogueItem } from '../base/model.ts';

/** Maximum number of renames to follow. A damaged journal may contain a cycle. */
const MAX_RENAMES = 100;

/**
 * Returns the tags with this ID, at most one per bot. If no item has the ID, returns the tag that replaced the tag with
 * this ID when it was renamed or merged.
 */
export function tagsById(
  catalogue: Catalogue,
  journal: Pick<JournalStore, 'replacement'>,
  id: string,
): readonly CatalogueItem[] {
  const tagsWithId = catalogue.bots().flatMap(({ key }) => catalogue.item(key, id) ?? []);
  if (tagsWithId.length > 0) return tagsWithId.filter(({ type }) => type === TAG);
  let replacement = journal.replacement(id);
  for (let count = 0; replacement !== undefined && count < MAX_RENAMES; count++) {
    const tag = catalogue.item(replacement.bot, replacement.id);
    if (tag !== undefined) return [tag];
    replacement = journal.replacement(replacement.id);
  }
  return [];
}
