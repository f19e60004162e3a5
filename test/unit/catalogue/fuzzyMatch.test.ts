import assert from 'node:assert/strict';

import { ID_RANKS, NAME_RANKS, NO_MATCH, scoreText } from '../../../src/catalogue/textMatch.ts';

/** What a score is made of, the first part counting most. */
function partsOf(score: number): readonly [rank: number, distance: number, length: number] {
  return [Math.floor(score / 2 ** 20), Math.floor((score % 2 ** 20) / 2048), score % 2048];
}

describe('core: how well a term stands in a text', () => {
  const cases: readonly (readonly [string, string, readonly [number, number, number]])[] = [
    ['vip', 'vip', [0, 0, 3]],
    ['vip', 'vip 2', [2, 0, 5]],
    ['vip', 'a vip', [3, 2, 5]],
    ['vip', 'svip vip', [3, 5, 8]],
    ['vip', 'svip', [4, 1, 4]],
    ['茶', 'a茶', [3, 1, 2]],
    ['vip', 'v-i-p', [8, 2, 5]],
    // Each letter of the term has one of its own in the text.
    ['aab', 'axaxxb', [8, 3, 6]],
    // An early first letter does not stretch it.
    ['ab', 'a axb', [8, 1, 5]],
    ['b', 'a'.repeat(254) + 'b', [4, 254, 255]],
    ['b', 'a'.repeat(3000) + 'b', [4, 255, 2047]],
  ];
  for (const [term, text, parts] of cases) {
    it(`${term} in ${text.slice(0, 20)}, ${text.length} long`, () => {
      assert.deepEqual(partsOf(scoreText(term, text, NAME_RANKS)), parts);
    });
  }

  it('is no match where a letter is missing, in another order, or, in an ID, apart', () => {
    for (const text of ['vp', 'piv', '', 'vi']) {
      assert.equal(scoreText('vip', text, NAME_RANKS), NO_MATCH);
    }
    assert.equal(scoreText('vip', 'v-i-p', ID_RANKS), NO_MATCH);
  });
});
