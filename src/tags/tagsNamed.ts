import type { Catalogue } from '../catalogue/catalogue.ts';
import type { JournalStore } from '../catalogue/journal.ts';
import { TAG, type CatalogueItem } from '../base/model.ts';

/** Maximum number of renames to follow. A journal that was tampered with may contain a cycle. */
const MOST_RENAMES = 100;

/** Returns the tags with this ID, at most one per bot. If there is none, returns the tag that replaced it. */
export function tagsNamed(
  catalogue: Catalogue,
  journal: Pick<JournalStore, 'replacement'>,
  id: string,
): readonly CatalogueItem[] {
  const found = catalogue.bots().flatMap(({ key }) => catalogue.item(key, id) ?? []);
  if (found.length > 0) return found.filter(({ type }) => type === TAG);
  let next = journal.replacement(id);
  for (let count = 0; next !== undefined && count < MOST_RENAMES; count++) {
    const tag = catalogue.item(next.bot, next.id);
    if (tag !== undefined) return [tag];
    next = journal.replacement(next.id);
  }
  return [];
}
