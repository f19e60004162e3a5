import assert from 'node:assert/strict';

import { ID_RANKS, NAME_RANKS, NO_MATCH, scoreText } from '../../../src/catalogue/textMatch.ts';

/** Splits a score into its components, the most significant first. Distances end at 255, lengths at 2047. */
function componentsOf(score: number): readonly [rank: number, distance: number, length: number] {
  return [Math.floor(score / 2 ** 20), Math.floor((score % 2 ** 20) / 2048), score % 2048];
}

describe('scoreText', () => {
  const cases: readonly (readonly [
    term: string,
    text: string,
    components: ReturnType<typeof componentsOf>,
  ])[] = [
    ['vip', 'vip', [0, 0, 3]],
    ['vip', 'vip 2', [2, 0, 5]],
    ['vip', 'a vip', [3, 2, 5]],
    ['vip', 'svip vip', [3, 5, 8]],
    ['vip', 'svip', [4, 1, 4]],
    ['茶', 'a茶', [3, 1, 2]],
    ['vip', 'v-i-p', [8, 2, 5]],
    // Each letter of the term needs its own letter in the text.
    ['aab', 'axaxxb', [8, 3, 6]],
    // An early first letter does not increase the distance.
    ['ab', 'a axb', [8, 1, 5]],
    ['b', 'a'.repeat(254) + 'b', [4, 254, 255]],
    ['b', 'a'.repeat(3000) + 'b', [4, 255, 2047]],
  ];
  for (const [term, text, components] of cases) {
    it(`scores ${term} in ${text.slice(0, 20)}, ${text.length} characters long`, () => {
      assert.deepEqual(componentsOf(scoreText(term, text, NAME_RANKS)), components);
    });
  }

  it('finds no match if a letter is missing or out of order, or if the letters of an ID are apart', () => {
    for (const text of ['vp', 'piv', '', 'vi']) {
      assert.equal(scoreText('vip', text, NAME_RANKS), NO_MATCH);
    }
    assert.equal(scoreText('vip', 'v-i-p', ID_RANKS), NO_MATCH);
  });
});
