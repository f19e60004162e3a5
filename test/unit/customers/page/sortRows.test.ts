import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sortNumbers, sortTexts } from '../../../../src/search/index/rowIndex.ts';

function byCollator(values: readonly string[], collator: Intl.Collator): number[] {
  const rows = [...values.keys()].filter((row) => values[row] !== '');
  return rows.sort((a, b) => collator.compare(values[a] ?? '', values[b] ?? ''));
}

describe('sorting of rows', () => {
  it('equals sorting with the collator, for any texts and languages', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({
        unit: fc.constantFrom('a', 'A', 'ä', 'z', 'ß', '-', ' ', '王', '陳', 'é'),
        maxLength: 40,
      }),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 80 }),
        fc.constantFrom('en', 'de', 'sv', 'zh-TW'),
        (values, locale) => {
          const collator = new Intl.Collator(locale);
          assert.deepEqual([...sortTexts(values, collator)], byCollator(values, collator));
        },
      ),
    );
  });

  it('keeps the loading order of equal values', () => {
    assert.deepEqual([...sortTexts(['b', 'a', 'b', 'a'], new Intl.Collator('en'))], [1, 3, 0, 2]);
    assert.deepEqual([...sortTexts(['𒐆', '꧸'], new Intl.Collator('en'))], [0, 1], 'equal digits');
  });

  it('sorts integers that are too large to be packed with their rows', () => {
    const values = [2 ** 44, 1, 2 ** 50, 2 ** 44 - 1, 0, 2 ** 44 + 1];
    const sorted = sortNumbers(Float64Array.from(values), values.length);
    assert.deepEqual([...sorted], [4, 1, 3, 0, 5, 2]);
  });

  it('sorts any numbers, and leaves out NaN', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.double(), fc.nat(), fc.constant(Number.NaN))), (values) => {
        const rows = sortNumbers(Float64Array.from(values), values.length);
        const expected = [...values.keys()].filter((row) => !Number.isNaN(values[row]));
        expected.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
        // Adding 0 turns -0 into 0, because both are equal in the order.
        const valuesOf = (list: Iterable<number>) =>
          Array.from(list, (row) => (values[row] ?? 0) + 0);
        assert.deepEqual(valuesOf(rows), valuesOf(expected));
      }),
    );
  });
});
