import type { CatalogueReader } from '../reader.ts';
import { FOLDER } from '../../base/model.ts';
import type { Vocabulary } from '../../search/segment.ts';

/** More names than that a segment does not know; tags that customers have it finds all the same. */
const MOST_ITEMS = 50_000;

/** The names that a bot's segments may use, as the list has them. */
export function vocabularyOf(
  catalogue: Pick<CatalogueReader, 'items'>,
  botKey: string,
): Vocabulary {
  const items = catalogue.items(botKey).slice(0, MOST_ITEMS);
  const placeOf = ({ parentId, folderKnown }: (typeof items)[number]): string | null =>
    folderKnown === 'no' ? null : parentId;
  const [folders, tags] = [true, false].map((isFolder) =>
    items.filter(({ type }) => (type === FOLDER) === isFolder),
  );
  return {
    tags: (tags ?? []).map((tag) => ({ id: tag.id, name: tag.name, folder: placeOf(tag) })),
    folders: (folders ?? []).map((one) => ({ id: one.id, name: one.name, parent: placeOf(one) })),
  };
}
