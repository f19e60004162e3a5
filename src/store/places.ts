import { placeOf } from '../core/catalogue/placed.ts';
import type { CatalogueItem } from '../core/model.ts';
import { UNPLACED, type Place } from '../core/ports.ts';

/** Whether the tree shows both at the same place among the same siblings, so that only one node is redrawn. */
export function isSamePlace(a: CatalogueItem, b: CatalogueItem): boolean {
  return placeOf(a) === placeOf(b) && a.name === b.name && a.type === b.type;
}

/** A place as a text that stays as it is: it stands in databases. No folder's ID makes the key of another place. */
export function placeKey(place: Place): string {
  if (place === UNPLACED) return '?';
  return place === null ? '' : `/${place}`;
}
