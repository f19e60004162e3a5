import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readRunDetail } from '../../../src/runs/journalEntries.ts';
import {
  PHASES,
  readRefactor,
  writeRefactor,
  type RefactorState,
} from '../../../src/runs/refactorState.ts';

const PLAIN = { noNullPrototype: true } as const;
const state: RefactorState = {
  kind: 'merge',
  old: [
    { id: 'tag-a', name: '__proto__' },
    { id: 'tag-b', name: 'B' },
  ],
  target: { id: 'tag-c', name: 'C', parentId: null },
  phase: 'asking',
  start: 1_700_000_000_000,
  hasDeleted: true,
};

describe('RefactorState', () => {
  it('is read as it was written, and its old tags are read as the tags of its run', () => {
    const text = fc.string({ minLength: 1, maxLength: 1000 });
    const target = fc.record({ id: fc.option(text), name: text, parentId: fc.option(text) }, PLAIN);
    const refactor = fc.record(
      {
        kind: fc.constantFrom('rename' as const, 'recreate' as const),
        old: fc.tuple(fc.record({ id: text, name: text }, PLAIN)),
        target,
        phase: fc.constantFrom(...PHASES),
        start: fc.nat(),
        hasDeleted: fc.boolean(),
        at: fc.record({ botId: text, baseUrl: fc.string() }, PLAIN),
      },
      PLAIN,
    );
    const property = fc.property(refactor, (anyState) => {
      fc.pre(anyState.old[0].id !== anyState.target.id);
      assert.deepEqual(readRefactor(writeRefactor(anyState)), anyState);
      assert.deepEqual(readRunDetail(writeRefactor(anyState)).tags, anyState.old);
    });
    fc.assert(property);
    assert.deepEqual(readRefactor(writeRefactor(state)), state);
    const long = 'n'.repeat(2000);
    const anyNames = {
      ...state,
      old: [{ id: 'tag-a', name: '' }],
      target: { ...state.target, name: long },
    } as const;
    assert.deepEqual(readRefactor(writeRefactor(anyNames)), anyNames, 'names may be empty or long');
    const textWithoutBot = writeRefactor({ ...state, at: { botId: '', baseUrl: 'x' } });
    assert.deepEqual(readRefactor(textWithoutBot), state, 'an empty bot ID is read as no bot');
    const at = { botId: 'b', baseUrl: 5 };
    assert.deepEqual(readRefactor(JSON.stringify({ ...JSON.parse(textWithoutBot), at })), state);
  });

  it('is rejected if anything else has written it', () => {
    const property = fc.property(fc.oneof(fc.string(), fc.json()), (text) =>
      assert.equal(readRefactor(text), undefined),
    );
    fc.assert(property);
    const fields = JSON.parse(writeRefactor(state)) as Record<string, unknown>;
    const tag = { id: 'tag-a', name: 'A' };
    // The old tags are saved in the field `tags`.
    const invalidFields: readonly Record<string, unknown>[] = [
      { kind: 'toString' },
      { phase: 'constructor' },
      { phase: 4 },
      { start: -1 },
      { start: 1.5 },
      { start: '1' },
      { tags: [] },
      { tags: [{ id: 'tag-a' }] },
      { tags: [{ id: '', name: 'A' }] },
      { tags: [tag], kind: 'copy' },
      { tags: [tag, 7] },
      { tags: [tag, tag] },
      { tags: { 0: tag, length: 1 } },
      { tags: Array.from({ length: 101 }, (_, index) => ({ id: `tag-${index}`, name: 'n' })) },
      { tags: [{ id: 'tag-c', name: 'the target itself' }] },
      { kind: 'rename' },
      { target: null },
      { target: { id: null, name: 'C', parentId: null } },
      { target: { id: 'tag-c', name: '', parentId: null } },
      { target: { id: 'tag-c', name: 'C' } },
      { target: { id: 'x'.repeat(1001), name: 'C', parentId: null } },
    ];
    for (const change of invalidFields) {
      const text = JSON.stringify({ ...fields, ...change });
      assert.equal(readRefactor(text), undefined, JSON.stringify(change).slice(0, 200));
    }
    const textWithNumber = JSON.stringify({ ...fields, hasDeleted: 1 });
    assert.equal(readRefactor(textWithNumber)?.hasDeleted, false);
    const inherited = `{"__proto__": ${JSON.stringify(fields)}}`;
    assert.equal(readRefactor(inherited), undefined);
  });
});
