import type { CatalogueReader } from '../reader.ts';
import { FOLDER } from '../../base/model.ts';
import type { Vocabulary } from '../../search/segment.ts';

/** Maximum number of names that segments know. Tags on customers are found even without a name. */
const MAX_ITEMS = 50_000;

/** Returns the names in the list that a bot's segments may use. */
export function vocabularyOf(
  catalogue: Pick<CatalogueReader, 'items'>,
  botKey: string,
): Vocabulary {
  const items = catalogue.items(botKey).slice(0, MAX_ITEMS);
  const parentOf = ({ parentId, folderKnown }: (typeof items)[number]): string | null =>
    folderKnown === 'no' ? null : parentId;
  const [folders, tags] = [true, false].map((isFolder) =>
    items.filter(({ type }) => (type === FOLDER) === isFolder),
  );
  return {
    tags: (tags ?? []).map((tag) => ({ id: tag.id, name: tag.name, folder: parentOf(tag) })),
    folders: (folders ?? []).map((item) => ({
      id: item.id,
      name: item.name,
      parent: parentOf(item),
    })),
  };
}
