import assert from 'node:assert/strict';
import type { Operations, OperationState } from '../../../src/base/operation.ts';
import { undoOf } from '../../../src/runs/operations.ts';
import { attaches, LIMIT_MS, reasonOf, ScriptedRun } from './scriptedRun.ts';

describe('undoOf', () => {
  it('reverts what was done in reverse order, and checks unknown operations first', () => {
    const operations = attaches(4, 2);
    const states: readonly OperationState[] = [
      ...(['done', 'failed', 'unknown', 'skipped', 'waiting', 'sending', 'done'] as const),
    ];
    const undo = undoOf(operations, new Map(states.map((state, index) => [index, { state }])));
    const list = Array.from({ length: undo.operations.count }, (_, index) => ({
      ...undo.operations.at(index),
      checksFirst: undo.checkFirst(index),
    }));
    const opposite = (index: number, checksFirst: boolean) => ({
      ...operations.at(index),
      kind: 'detach',
      checksFirst,
    });
    assert.deepEqual(list, [
      opposite(6, false),
      opposite(5, true),
      opposite(2, true),
      opposite(0, false),
    ]);
  });

  it('checks possibly running operations after the time limit, without delaying the others', async () => {
    const run = new ScriptedRun(attaches(40));
    const startTime = run.time.now();
    const isUnsure = (index: number): boolean => index % 2 === 1;
    assert.equal(
      reasonOf(await run.run({ checkFirst: isUnsure, waitsBeforeFirstReads: true })),
      'done',
    );
    assert.deepEqual(run.tally(), { done: 40 });
    assert.equal(run.reads.length, 20);
    for (const { time } of run.reads) assert.ok(time - startTime >= LIMIT_MS);
    for (let index = 0; index < 40; index += 2) {
      assert.ok((run.sentAt.get(index)?.[0] ?? 0) - startTime < 1_000, `${index} was held up`);
    }
  });

  it('waits only if an outcome is unknown', () => {
    const waitsFirst = (state: OperationState): boolean =>
      undoOf(attaches(1), new Map([[0, { state }]])).waitsBeforeFirstReads;
    assert.deepEqual((['done', 'unknown', 'sending'] as const).map(waitsFirst), [
      false,
      true,
      true,
    ]);
  });

  it('attaches what was detached, and does not restore deleted items', () => {
    const user = { uid: 'u', pageId: 'p', channel: 0 };
    const operations: Operations = {
      count: 2,
      at: (index) =>
        index === 0
          ? { kind: 'detach', tagId: 't', user, line: 3 }
          : { kind: 'delete', itemId: 'i', line: 4 },
    };
    const states = new Map([0, 1].map((index) => [index, { state: 'done' } as const]));
    const undo = undoOf(operations, states);
    assert.equal(undo.operations.count, 1);
    assert.deepEqual(undo.operations.at(0), { kind: 'attach', tagId: 't', user, line: 3 });
    assert.throws(() => undo.operations.at(1), RangeError);
  });
});
