import assert from 'node:assert/strict';
import { targetCell, withRow } from '../../../../src/customers/page/keyboard.ts';

const EXTENT = { rowCount: 100, columnCount: 14, rowsPerScreen: 11, headCount: 1 };

/** Returns the row and column to which a key moves, or `undefined` if the grid ignores the key. */
function press(key: string, row: number, column: number, control = false): unknown {
  const to = targetCell({ key, control }, { row, column }, EXTENT);
  return to && [to.row, to.column];
}

describe('keys of the grid', () => {
  it('move by one cell and stop at the edges', () => {
    assert.deepEqual(press('ArrowDown', 0, 3), [1, 3]);
    assert.deepEqual(press('ArrowDown', 99, 3), [99, 3]);
    assert.deepEqual(press('ArrowUp', 0, 3), [-1, 3], 'row -1 is the header');
    assert.deepEqual(press('ArrowUp', -1, 3), [-1, 3]);
    assert.deepEqual(press('ArrowDown', -1, 3), [0, 3]);
    assert.deepEqual(press('End', -1, 3), [-1, 13]);
    assert.deepEqual(press('ArrowLeft', 5, 0), [5, 0]);
    assert.deepEqual(press('ArrowRight', 5, 13), [5, 13]);
  });

  it('support a header of two rows', () => {
    const rowAfter = (key: string, row: number) =>
      targetCell({ key, control: false }, { row, column: 3 }, { ...EXTENT, headCount: 2 })?.row;
    assert.deepEqual(
      [rowAfter('ArrowUp', 0), rowAfter('ArrowUp', -1), rowAfter('ArrowUp', -2)],
      [-1, -2, -2],
    );
    assert.deepEqual([rowAfter('ArrowDown', -2), rowAfter('ArrowDown', -1)], [-1, 0]);
    assert.deepEqual(
      [rowAfter('PageUp', 5), rowAfter('PageUp', -1), rowAfter('End', -2)],
      [0, -2, -2],
    );
  });

  it('move to the ends of a row and of the grid', () => {
    assert.deepEqual(press('Home', 5, 7), [5, 0]);
    assert.deepEqual(press('End', 5, 7), [5, 13]);
    assert.deepEqual(press('Home', 5, 7, true), [0, 0]);
    assert.deepEqual(press('End', 5, 7, true), [99, 13]);
  });

  it('move by a screen minus one row', () => {
    assert.deepEqual(press('PageDown', 5, 7), [15, 7]);
    assert.deepEqual(press('PageUp', 5, 7), [0, 7]);
  });

  it('ignore other keys', () => {
    assert.equal(press('a', 5, 7), undefined);
    assert.equal(press('ArrowDown', 5, 7, true), undefined);
  });
});

describe('rows in the DOM', () => {
  it('include the focused row, wherever it is', () => {
    assert.deepEqual(withRow([4, 5, 6], 1, 10), [1, 4, 5, 6]);
    assert.deepEqual(withRow([4, 5, 6], 9, 10), [4, 5, 6, 9]);
    assert.deepEqual(withRow([4, 5, 6], 5, 10), [4, 5, 6]);
    assert.deepEqual(withRow([], 0, 0), []);
  });
});
