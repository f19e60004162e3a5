import assert from 'node:assert/strict';
import { itemOrder, type ItemSort } from '../../../src/catalogue/itemOrder.ts';
import type { CatalogueItem } from '../../../src/base/model.ts';
import { folderOf, itemOf } from '../base/fakes.ts';

const items = [
  itemOf('a', { name: 'Tag 10', created: 3, lastSeen: 30, scan: 's', seenOn: 7 }),
  itemOf('b', { name: 'Tag 2', created: 1, lastSeen: 10, scan: 'old', seenOn: 99 }),
  itemOf('c', { name: 'Tag 2', created: null, lastSeen: null, scan: 's', seenOn: 0 }),
  itemOf('d', { name: 'Aa', created: 2, lastSeen: 20, scan: 's', seenOn: 9 }),
  folderOf('y', { name: 'Y', created: 5, lastSeen: 1 }),
  folderOf('z', { name: 'Z', created: 4, lastSeen: 2 }),
];

/** Returns the IDs of the sorted items, in one text. The latest scan is `s`. */
function sorted(by: ItemSort['by'], isDescending: boolean): string {
  const order = itemOrder({ by, isDescending }, 's');
  const ids = (unsorted: readonly CatalogueItem[]): string =>
    unsorted
      .toSorted(order)
      .map(({ id }) => id)
      .join('');
  assert.equal(ids(items.toReversed()), ids(items), 'the original order is irrelevant');
  return ids(items);
}

describe('itemOrder', () => {
  it('sorts by name in natural order, folders first in both directions', () => {
    assert.equal(sorted('name', false), 'yzdbca');
    assert.equal(sorted('name', true), 'zyacbd');
  });

  it('sorts by time, with items without a time last in both directions', () => {
    assert.equal(sorted('created', false), 'zybdac');
    assert.equal(sorted('created', true), 'yzadbc');
    assert.equal(sorted('lastSeen', false), 'yzbdac');
    assert.equal(sorted('lastSeen', true), 'zyadbc');
  });

  it('sorts by customers of the latest scan, with items of older scans last', () => {
    assert.equal(sorted('customers', false), 'yzcadb');
    assert.equal(sorted('customers', true), 'yzdacb');
  });
});
