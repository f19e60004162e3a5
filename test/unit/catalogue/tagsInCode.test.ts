import assert from 'node:assert/strict';
import fc from 'fast-check';
import { searchFor } from '../../../src/catalogue/tagsInCode.ts';

describe('searchFor', () => {
  it('searches for a single ID as plain text', () => {
    assert.deepEqual(searchFor(['tag-1.x']), { query: 'tag-1.x', isRegex: false });
    const { replace } = searchFor(['tag-1'], 'tag-$&');
    assert.equal(replace, 'tag-$&');
  });

  it('replaces each of several IDs completely, with any characters', () => {
    const anyId = fc.oneof(
      fc.constantFrom('tag-1', 'tag-12', 'tag-123', 'a.b', 'a+b', '(x)', '[x]', '{1}', '$&', '^|'),
      fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(anyId, { minLength: 2, maxLength: 5 }), anyId, (ids, to) => {
        const { query, isRegex, replace = assert.fail() } = searchFor(ids, to);
        assert.ok(isRegex);
        for (const id of ids) assert.equal(id.replaceAll(new RegExp(query, 'g'), replace), to);
      }),
      { numRuns: 1000 },
    );
  });
});
