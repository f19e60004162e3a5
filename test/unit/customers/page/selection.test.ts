import assert from 'node:assert/strict';
import { bitsFromText, bitsToText, rowsOfBits } from '../../../../src/base/rowBits.ts';
import { RowOrder } from '../../../../src/customers/page/rows.ts';
import { Selection } from '../../../../src/customers/page/selection.ts';

const rowsOf = (selection: Selection) => rowsOfBits(selection.bits, 100);

function orderOf(rows: readonly number[] | null): RowOrder {
  const order = new RowOrder();
  order.set(rows && Uint32Array.from(rows), 100);
  return order;
}

describe('selection of rows', () => {
  it('is a range of what is shown, from where it began', () => {
    const selection = new Selection();
    const order = orderOf([9, 3, 50, 7, 8]);
    selection.only(3);
    selection.extendTo(7, order);
    assert.deepEqual(rowsOf(selection), [3, 7, 50]);
    selection.extendTo(9, order);
    assert.deepEqual(rowsOf(selection), [3, 9]);
    assert.equal(selection.size, 2);
  });

  it('begins anew when the row where it began is not shown any more', () => {
    const selection = new Selection();
    selection.only(99);
    selection.extendTo(7, orderOf([3, 7]));
    assert.deepEqual(rowsOf(selection), [7]);
  });

  it('takes single rows in and out', () => {
    const selection = new Selection();
    for (const row of [5, 80, 6, 5]) selection.toggle(row);
    assert.deepEqual(rowsOf(selection), [6, 80]);
    selection.all(orderOf([1, 2]));
    assert.deepEqual(rowsOf(selection), [1, 2]);
    selection.all(orderOf(null));
    assert.equal(selection.size, 100);
  });

  it('comes back from a message', () => {
    const selection = new Selection();
    for (const row of [0, 7, 8, 63]) selection.toggle(row);
    const restored = new Selection();
    restored.restore(bitsFromText(bitsToText(selection.bits)));
    assert.deepEqual(rowsOf(restored), [0, 7, 8, 63]);
    assert.equal(restored.size, 4);
  });
});

describe('order of rows', () => {
  it('knows where a row is', () => {
    const order = orderOf([9, 3, 50, 7]);
    assert.deepEqual([order.positionOf(50), order.positionOf(1)], [2, undefined]);
    assert.deepEqual([order.rowAt(3), order.rowAt(4)], [7, undefined]);
    const plain = orderOf(null);
    assert.deepEqual(
      [plain.positionOf(99), plain.positionOf(100), plain.length],
      [99, undefined, 100],
    );
  });
});
