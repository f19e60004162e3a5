import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readRunDetail, writeRunDetail } from '../../../src/runs/journalEntries.ts';

const PLAIN = { noNullPrototype: true } as const;

describe('RunDetail', () => {
  it('is read as it was written', () => {
    const tag = fc.record({ id: fc.string(), name: fc.string() }, PLAIN);
    const detail = fc.record(
      {
        tags: fc.array(tag),
        users: fc.nat(),
        checkFirst: fc.boolean(),
        action: fc.constantFrom('attach' as const, 'detach' as const, 'delete' as const),
      },
      PLAIN,
    );
    const property = fc.property(detail, (runDetail) =>
      assert.deepEqual(readRunDetail(writeRunDetail(runDetail)), runDetail),
    );
    fc.assert(property);
  });

  it('can be read from any text', () => {
    const property = fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const { tags, users, action } = readRunDetail(text);
      assert.ok(tags.every(({ id, name }) => typeof id === 'string' && typeof name === 'string'));
      assert.ok(users >= 0);
      assert.ok(['attach', 'detach', 'delete'].includes(action));
    });
    fc.assert(property);
    assert.deepEqual(readRunDetail('{"tags":[{"id":"a","name":"b","more":1},7],"users":-1}').tags, [
      { id: 'a', name: 'b' },
    ]);
  });

  it('has defaults for invalid fields, and no invalid tags', () => {
    const tag = { id: 'a', name: 'b' };
    const defaults = { tags: [], users: 0, checkFirst: false, action: 'attach' };
    const invalidFields = { tags: { 0: tag }, users: '5', checkFirst: 1, action: 'toString' };
    assert.deepEqual(readRunDetail(JSON.stringify(invalidFields)), defaults);
    assert.deepEqual(readRunDetail('{"users":-1}'), defaults);
    const tags = [null, ['a'], { id: 1, name: 'b' }, { id: 'a' }, { ...tag, action: 'delete' }];
    assert.deepEqual(readRunDetail(JSON.stringify({ tags })).tags, [tag]);
  });
});
