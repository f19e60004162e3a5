import { FOLDER, type CatalogueItem } from '../model.ts';
import type { CatalogueStore, Place } from '../ports.ts';

type Items = Pick<CatalogueStore, 'item' | 'children'>;

/** Everything known below a folder, without the folder itself. */
export function below(store: Items, bot: string, id: string): readonly CatalogueItem[] {
  const found: CatalogueItem[] = [];
  const seen = new Set([id]);
  const open = [id];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const child of store.children(bot, folder)) {
      if (seen.has(child.id)) continue;
      seen.add(child.id);
      found.push(child);
      open.push(child.id);
    }
  }
  return found;
}

/** The folders above an item, outermost first. */
export function ancestors(store: Items, item: CatalogueItem): readonly CatalogueItem[] {
  const above: CatalogueItem[] = [];
  const seen = new Set([item.id]);
  let parentId = item.parentId;
  while (parentId !== null && !seen.has(parentId)) {
    seen.add(parentId);
    const parent = store.item(item.bot, parentId);
    if (parent === undefined) break;
    above.unshift(parent);
    parentId = parent.parentId;
  }
  return above;
}

/** Whether an item would be seen there: not in a folder that is not on the list, nor in or below itself. */
export function canStand(
  store: Items,
  item: Pick<CatalogueItem, 'bot' | 'id'>,
  place: Place,
): boolean {
  if (typeof place !== 'string') return true;
  const folder = store.item(item.bot, place);
  if (folder?.type !== FOLDER || folder.id === item.id) return false;
  return ancestors(store, folder).every(({ id }) => id !== item.id);
}
