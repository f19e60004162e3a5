import { createTimeSlicer } from '../../base/promises.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import { FOLDER, type CatalogueItem } from '../../base/model.ts';
import type { OverviewTag } from '../overviewMessages.ts';

/** Returns a bot's tags and folders in the form that the page needs. Yields to other work regularly. */
export async function listedTags(
  catalogue: CatalogueReader,
  bot: string,
): Promise<readonly OverviewTag[]> {
  const items = new Map<string, CatalogueItem>();
  const pauseIfDue = createTimeSlicer();
  for (const page of catalogue.pagesOfItems(bot)) {
    for (const item of page) items.set(item.id, item);
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
  }
  const paths = new Map<string, string>();
  const pathOf = (parentId: string | null, depth = 0): string => {
    const folder = parentId === null ? undefined : items.get(parentId);
    // In an invalid catalogue, folders can contain each other.
    if (folder === undefined || depth > MAX_DEPTH) return '';
    const cachedPath = paths.get(folder.id);
    if (cachedPath !== undefined) return cachedPath;
    const parentPath = pathOf(folder.parentId, depth + 1);
    const path = parentPath === '' ? folder.name : `${parentPath} / ${folder.name}`;
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
    isPlaced: item.folderSource !== 'no',
    since: item.created ?? item.firstSeen,
  }));
}

const MAX_DEPTH = 100;
