import { slices } from '../../base/promises.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import { FOLDER, type CatalogueItem } from '../../base/model.ts';
import type { OverviewTag } from '../overviewMessages.ts';

/** Returns a bot's tags and folders in the form that the page needs. Yields to other work regularly. */
export async function listedTags(
  catalogue: CatalogueReader,
  bot: string,
): Promise<readonly OverviewTag[]> {
  const items = new Map<string, CatalogueItem>();
  const due = slices();
  for (const page of catalogue.pagesOfItems(bot)) {
    for (const item of page) items.set(item.id, item);
    const rest = due();
    if (rest !== undefined) await rest;
  }
  const paths = new Map<string, string>();
  const pathOf = (parentId: string | null, depth = 0): string => {
    const folder = parentId === null ? undefined : items.get(parentId);
    // Only an invalid list has folders that contain each other.
    if (folder === undefined || depth > MAX_DEPTH) return '';
    const known = paths.get(folder.id);
    if (known !== undefined) return known;
    const above = pathOf(folder.parentId, depth + 1);
    const path = above === '' ? folder.name : `${above} / ${folder.name}`;
    paths.set(folder.id, path);
    return path;
  };
  return [...items.values()].map((item) => ({
    id: item.id,
    name: item.name,
    path: pathOf(item.parentId),
    isFolder: item.type === FOLDER,
    isListed: true,
    isGone: item.state === 'gone',
    isPlaced: item.folderKnown !== 'no',
    since: item.created ?? item.firstSeen,
  }));
}

const MAX_DEPTH = 100;
