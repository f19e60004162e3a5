import assert from 'node:assert/strict';
import { RefactorError } from '../../../src/runs/runErrors.ts';
import { cleanUp } from '../cleanup.ts';
import {
  expectDone,
  having,
  mergeInto,
  OLD,
  openService,
  OTHER,
  refactor,
  watch,
} from './refactoring.ts';

const TARGET = 'tag-target';

describe('RefactorRun: merge', () => {
  afterEach(cleanUp);

  it('does not raise the count of users who already have the target', async () => {
    const service = await openService({ target: TARGET, holds: (index) => index % 2 === 0 });
    const { state, customers } = service;
    // Three users already have the target, with a count that the merge must not change.
    for (const index of [0, 2, 7]) state.attachTag(index, TARGET, 3);
    for (const index of [1, 4]) state.attachTag(index, OTHER);
    const expectedHolders = new Set([...having(service, OLD), ...having(service, OTHER), 7]);
    const watched = watch(service, { begin: mergeInto(TARGET) });
    const end = expectDone(await refactor(watched).run());
    assert.deepEqual(end.deleted, [OLD, OTHER]);
    assert.deepEqual(new Set(having(service, TARGET)), expectedHolders);
    for (const index of [0, 2, 7]) assert.equal(state.countOf(index, TARGET), 3);
    for (let index = 0; index < customers; index++) {
      const count = state.countOf(index, TARGET);
      assert.ok(count <= 1 || count === 3, `${index}: ${count}`);
    }
    assert.deepEqual(state.violations, []);
  });

  it('detaches the target on undo only from users who got it by the merge', async () => {
    const service = await openService({ target: TARGET, holds: (index) => index % 2 === 0 });
    for (const index of [0, 2, 7]) service.state.attachTag(index, TARGET, 3);
    const holdersBefore = having(service, OLD);
    const watched = watch(service, {
      begin: mergeInto(TARGET),
      questions: { deleteOld: async () => 'keep' },
    });
    await refactor(watched).run();
    const end = await refactor(watched).undo();
    assert.deepEqual([end.kind, end.kind === 'undone' && end.failedCount], ['undone', 0]);
    assert.deepEqual(having(service, TARGET), [0, 2, 7]);
    assert.deepEqual(having(service, OLD), holdersBefore);
    assert.equal(watched.memory.attached.size, 0);
  });

  it('cannot be undone if it is unknown who got the target', async () => {
    const service = await openService({ target: TARGET });
    const begin = { ...mergeInto(TARGET), phase: 'asking' } as const;
    const watched = watch(service, { begin });
    watched.memory.knowsAllUsers = false;
    const end = await refactor(watched).undo();
    assert.ok(end.kind === 'paused' && end.error instanceof RefactorError);
    assert.equal(end.error.problem, 'forgotten');
    assert.equal(service.sandbox.requests.detachTag, 0);
  });

  it('rejects a folder or a tag of another bot as the target', async () => {
    const service = await openService({ target: TARGET, customers: 10 });
    const item = { id: TARGET, name: 'x', botId: service.sandbox.botId, type: 0 };
    for (const [change, problem] of [
      [{ type: 1 }, 'no-tag'],
      [{ botId: 'another' }, 'other-bot'],
    ] as const) {
      const getItem = async (id: string) => ({ ...item, id, ...(id === TARGET ? change : {}) });
      const watched = watch(service, { begin: mergeInto(TARGET), service: { getItem } });
      const end = await refactor(watched).run();
      assert.ok(end.kind === 'paused' && end.error instanceof RefactorError);
      assert.equal(end.error.problem, problem);
    }
    assert.equal(service.sandbox.requests.attachTag, 0);
  });
});
