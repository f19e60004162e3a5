import assert from 'node:assert/strict';
import { bitsFromText, bitsToText, rowsOfBits } from '../../../../src/customers/gridRows.ts';
import { RowOrder } from '../../../../src/customers/page/rows.ts';
import { Selection } from '../../../../src/customers/page/selection.ts';

const rowsOf = (selection: Selection) => rowsOfBits(selection.bits, 100);

function orderOf(rows: readonly number[] | null): RowOrder {
  const order = new RowOrder();
  order.set(rows && Uint32Array.from(rows), 100);
  return order;
}

describe('Selection', () => {
  it('extends a range of the visible rows from its start', () => {
    const selection = new Selection();
    const order = orderOf([9, 3, 50, 7, 8]);
    selection.selectOnly(3);
    selection.extendTo(7, order);
    assert.deepEqual(rowsOf(selection), [3, 7, 50]);
    selection.extendTo(9, order);
    assert.deepEqual(rowsOf(selection), [3, 9]);
    assert.equal(selection.size, 2);
  });

  it('starts a new range if the start row is no longer visible', () => {
    const selection = new Selection();
    selection.selectOnly(99);
    selection.extendTo(7, orderOf([3, 7]));
    assert.deepEqual(rowsOf(selection), [7]);
  });

  it('adds and removes single rows', () => {
    const selection = new Selection();
    for (const row of [5, 80, 6, 5]) selection.toggle(row);
    assert.deepEqual(rowsOf(selection), [6, 80]);
    selection.selectAll(orderOf([1, 2]));
    assert.deepEqual(rowsOf(selection), [1, 2]);
    selection.selectAll(orderOf(null));
    assert.equal(selection.size, 100);
  });

  it('is restored from a message', () => {
    const selection = new Selection();
    for (const row of [0, 7, 8, 63]) selection.toggle(row);
    const restored = new Selection();
    restored.restore(bitsFromText(bitsToText(selection.bits)));
    assert.deepEqual(rowsOf(restored), [0, 7, 8, 63]);
    assert.equal(restored.size, 4);
  });
});

describe('RowOrder', () => {
  it('returns the position of a row', () => {
    const order = orderOf([9, 3, 50, 7]);
    assert.deepEqual([order.positionOf(50), order.positionOf(1)], [2, undefined]);
    assert.deepEqual([order.rowAt(3), order.rowAt(4)], [7, undefined]);
    const unsortedOrder = orderOf(null);
    assert.deepEqual(
      [unsortedOrder.positionOf(99), unsortedOrder.positionOf(100), unsortedOrder.length],
      [99, undefined, 100],
    );
  });
});
