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

  it('omit changes that others have already made', () => {
    const changes = { attach: ['c', 'd'], detach: ['a', 'b'] };
    assert.deepEqual(remainingChanges(changes, ['b', 'c', 'x']), { attach: ['d'], detach: ['b'] });
  });

  it('lead to the wanted tags, and preserve all other changes made by others', () => {
    fc.assert(
      fc.property(ids, ids, ids, (initial, wanted, current) => {
        const changes = changesBetween(initial, wanted);
        assert.deepEqual([...withChanges(initial, changes)].sort(), wanted.toSorted());
        const after = withChanges(current, remainingChanges(changes, current));
        for (const id of changes.attach) assert.ok(after.has(id));
        for (const id of changes.detach) assert.ok(!after.has(id));
        const touched = new Set([...changes.attach, ...changes.detach]);
        for (const id of 'abcdefgh') {
          if (!touched.has(id)) assert.equal(after.has(id), current.includes(id), id);
        }
      }),
    );
  });
});
