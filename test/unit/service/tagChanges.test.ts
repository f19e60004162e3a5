import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  changesBetween,
  hasNoChanges,
  remainingChanges,
  withChanges,
} from '../../../src/service/tagActions.ts';

const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));

describe("Changes of a user's tags", () => {
  it('contain added and removed tags, each once', () => {
    const changes = changesBetween(['a', 'b'], ['c', 'b', 'c']);
    assert.deepEqual(changes, { attach: ['c'], detach: ['a'] });
    assert.ok(hasNoChanges(changesBetween(['a', 'b'], ['b', 'a'])));
  });

  it('omit what others have already done', () => {
    const changes = { attach: ['c', 'd'], detach: ['a', 'b'] };
    assert.deepEqual(remainingChanges(changes, ['b', 'c', 'x']), { attach: ['d'], detach: ['b'] });
  });

  it('preserve what others did, and otherwise lead to the wanted tags', () => {
    fc.assert(
      fc.property(ids, ids, ids, (opened, wanted, now) => {
        const changes = changesBetween(opened, wanted);
        assert.deepEqual([...withChanges(opened, changes)].sort(), wanted.toSorted());
        const after = withChanges(now, remainingChanges(changes, now));
        for (const id of changes.attach) assert.ok(after.has(id));
        for (const id of changes.detach) assert.ok(!after.has(id));
        const touched = new Set([...changes.attach, ...changes.detach]);
        for (const id of 'abcdefgh') {
          if (!touched.has(id)) assert.equal(after.has(id), now.includes(id), id);
        }
      }),
    );
  });
});
