import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { quickItem } from '../../../src/contract/quickItem.ts';
import { remoteItem } from '../../../src/contract/schemas.ts';

const RUNS = { numRuns: 3000 };

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, '', 0, -0, Infinity, [], {}, [null], 5, 'x'),
  fc.jsonValue(),
);

/** A field as it should be, mostly, and anything else now and then. */
function mostly<T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: right, weight: 20 }, { arbitrary: anything, weight: 1 });
}

const nearItem = fc.record(
  {
    id: mostly(fc.oneof(fc.string({ minLength: 1 }), fc.integer())),
    name: mostly(fc.string()),
    botId: mostly(fc.string()),
    type: mostly(fc.integer({ min: 0, max: 3 })),
    created: mostly(fc.option(fc.double({ noNaN: true }))),
    more: anything,
  },
  { requiredKeys: ['id', 'name', 'botId', 'type'], noNullPrototype: true },
);

/** Both readers, which have to agree. */
function read(value: unknown): boolean {
  const quick = quickItem.safeParse(value);
  const slow = remoteItem.safeParse(value);
  assert.equal(quick.success, slow.success);
  assert.deepEqual(quick.data, slow.data);
  assert.deepEqual(quick.error?.issues, slow.error?.issues);
  return quick.success;
}

describe('contract: quickItem', () => {
  it('reads near-valid items as the schema does, of which it accepts and refuses many', () => {
    let accepted = 0;
    const near = fc.property(nearItem, (item) => {
      if (read(item)) accepted += 1;
    });
    fc.assert(near, RUNS);
    assert.ok(accepted > RUNS.numRuns / 10 && accepted < (RUNS.numRuns * 9) / 10, String(accepted));
  });

  it('reads anything as the schema does', () => {
    fc.assert(
      fc.property(anything, (value) => void read(value)),
      RUNS,
    );
  });

  it('refuses numbers that JSON can write and no number can hold', () => {
    for (const field of ['type', 'created']) {
      const item = { id: 'a', name: 'n', botId: 'b', type: 0, created: 1 };
      const text = JSON.stringify({ ...item, [field]: 7 }).replace(':7', ':1e999');
      assert.equal(read(JSON.parse(text)), false);
    }
  });

  it('gives an item back as it came, with fields that the contract does not know', () => {
    const item = { id: 'tag-a', name: '', botId: 'b', type: 9, created: 1, more: [1] };
    const { data } = quickItem.safeParse(item);
    assert.equal(data, item);
  });

  it('takes the keys that could change a prototype for plain ones', () => {
    const text = '{"id":"a","name":"n","botId":"b","type":0,"created":1,"__proto__":{"type":7}}';
    const { data } = quickItem.safeParse(JSON.parse(text));
    assert.equal(data?.type, 0);
    assert.equal(Object.getPrototypeOf(data), Object.prototype);
    assert.equal(quickItem.safeParse(JSON.parse('{"__proto__":{"id":"a"}}')).success, false);
  });
});
