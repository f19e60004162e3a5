import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { compareNamed } from '../../core/catalogue/itemOrder.ts';
import type { NamedTag } from '../../core/customers/userTagsText.ts';
import { TAG, type CatalogueItem } from '../../core/model.ts';
import { BestOf } from '../../core/search/bestOf.ts';

/** So many stand in the document: more than that nobody reads. */
const MOST = 500;

interface OtherTags {
  /** By name. */
  readonly tags: readonly NamedTag[];
  /** How many more there are. */
  readonly more: number;
}

/** The bot's tags in the list, but for these and for those that are gone. */
export function otherTags(
  catalogue: Catalogue,
  bot: string,
  without: ReadonlySet<string>,
): OtherTags {
  const first = new BestOf<CatalogueItem>(MOST, compareNamed);
  let count = 0;
  for (const page of catalogue.pagesOfItems(bot)) {
    for (const item of page) {
      if (item.type !== TAG || item.state === 'gone' || without.has(item.id)) continue;
      count++;
      first.offer(item);
    }
  }
  const tags = first.sorted().map(({ id, name }) => ({ id, name }));
  return { tags, more: count - tags.length };
}
