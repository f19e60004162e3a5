import { FOLDER } from '../base/model.ts';
import type { CatalogueReader } from '../catalogue/reader.ts';
import type { Vocabulary } from '../search/segment.ts';

/** Maximum number of tags and folders that segments can find by name. Other tags are still found by their ID. */
const MAX_ITEMS = 50_000;

/** Returns the tags and folders of the catalogue whose names a bot's segments may use. */
export function vocabularyOf(
  catalogue: Pick<CatalogueReader, 'namedItems'>,
  botKey: string,
): Vocabulary {
  const items = catalogue.namedItems(botKey, MAX_ITEMS);
  const folders = items.filter(({ type }) => type === FOLDER);
  const tags = items.filter(({ type }) => type !== FOLDER);
  return {
    tags: tags.map((tag) => ({ id: tag.id, name: tag.name, folder: tag.parentId })),
    folders: folders.map((folder) => ({
      id: folder.id,
      name: folder.name,
      parent: folder.parentId,
    })),
  };
}
