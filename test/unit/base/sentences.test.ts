import assert from 'node:assert/strict';
import { sentences } from '../../../src/base/text.ts';

describe('sentences', () => {
  it('separates sentences with a space, except after full-width punctuation', () => {
    assert.equal(sentences(['One.', 'Two.', 'Three.']), 'One. Two. Three.');
    assert.equal(sentences(['一。', '二？', '三：', '四']), '一。二？三：四');
    assert.equal(sentences(['一 (1)', '二。', 'Three.', '四。']), '一 (1) 二。Three. 四。');
  });

  it('leaves no gap for an empty sentence', () => {
    assert.equal(sentences(['', 'One.', '', 'Two.', '']), 'One. Two.');
    assert.equal(sentences([]), '');
  });
});
