import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { FOLDER } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import type { RefactorProgress } from '../../../src/runs/refactorPorts.ts';
import { RefactorError } from '../../../src/runs/runErrors.ts';
import { cleanUp } from '../cleanup.ts';
import {
  expectDone,
  having,
  lostAnswer,
  OLD,
  openService,
  refactor,
  watch,
} from './refactoring.ts';

describe('RefactorRun: delete and undo', () => {
  afterEach(cleanUp);

  for (const isCarriedOut of [true, false]) {
    it(`checks with the service whether a lost delete was carried out (carried out: ${isCarriedOut})`, async () => {
      const service = await openService({ customers: 30 });
      const watched = watch(service, {
        service: {
          deleteItem: async (id, signal) => {
            if (isCarriedOut) await service.service.deleteItem(id, signal);
            throw lostAnswer('deleteItem');
          },
        },
      });
      const end = await refactor(watched).run();
      assert.equal(end.kind, isCarriedOut ? 'done' : 'paused');
      assert.equal(watched.savedState.phase, 'deleting');
      assert.deepEqual(watched.removedIds, isCarriedOut ? [OLD] : []);
      if (isCarriedOut) return;
      const undone = await refactor(watch(service, { begin: watched.savedState })).undo();
      assert.ok(undone.kind === 'paused' && undone.error instanceof RefactorError);
      assert.equal(undone.error.problem, 'too-late');
      const resumedEnd = expectDone(
        await refactor(watch(service, { begin: watched.savedState }), true).run(),
      );
      assert.deepEqual(resumedEnd.deleted, [OLD]);
      assert.deepEqual(service.state.violations, []);
    });
  }

  for (const isPausedByUser of [true, false]) {
    it(`continues after a lost delete that could not be checked (paused by the user: ${isPausedByUser})`, async () => {
      const service = await openService({ customers: 30 });
      const problem = { kind: 'connect', detail: 'ENOTFOUND' } as const;
      let isLost = false;
      const watched = watch(service, {
        timeLimitMs: 60_000,
        service: {
          deleteItem: async () => {
            isLost = true;
            throw lostAnswer('deleteItem');
          },
          getItem: async (id, signal) => {
            if (isLost && !isPausedByUser) throw new ServiceError('getItem', problem, 'not-sent');
            if (isLost) setImmediate(() => run.pause('person'));
            return service.service.getItem(id, signal);
          },
        },
      });
      const run = refactor(watched);
      const end = await run.run();
      assert.equal(end.kind === 'paused' && end.reason, isPausedByUser ? 'person' : 'unreachable');
      assert.equal(watched.savedState.phase, 'deleting');
      // The service carries out the lost request late.
      const removeLate = ({ kind }: RefactorProgress): void => {
        if (kind === 'waiting') service.state.removeItems([OLD]);
      };
      const resumed = watch(service, { begin: watched.savedState, onProgress: removeLate });
      assert.deepEqual(expectDone(await refactor(resumed, false).run()).deleted, [OLD]);
    });
  }

  for (const [about, change] of [
    ['is a folder', { type: FOLDER }],
    ['has an unknown type', { type: 9 }],
    ['belongs to another bot', { botId: 'another' }],
  ] as const) {
    it(`writes nothing when the service says that an old tag ${about}, and can be undone`, async () => {
      const service = await openService({ customers: 30 });
      const getItem: BotService['getItem'] = async (id, signal) => ({
        ...(await service.service.getItem(id, signal)),
        ...change,
      });
      const watched = watch(service, { service: { getItem } });
      const end = await refactor(watched).run();
      assert.ok(end.kind === 'paused' && ServiceError.isMismatch(end.error), end.kind);
      assert.equal(end.reason, 'failing');
      const { createItem, attachTag, deleteItem, listCustomers } = service.sandbox.requests;
      assert.deepEqual([createItem, attachTag, deleteItem, listCustomers], [0, 0, 0, 0]);
      const undone = await refactor(watch(service, { begin: watched.savedState })).undo();
      assert.equal(undone.kind, 'undone');
    });
  }

  it('recognizes that an old tag whose deletion had begun is gone', async () => {
    const service = await openService({ customers: 30 });
    const watched = watch(service, { questions: { deleteOld: async () => 'keep' } });
    await refactor(watched).run();
    service.state.removeItems([OLD]);
    const stopped = await refactor(watch(service, { begin: watched.savedState }), false).run();
    assert.equal(stopped.kind === 'paused' && stopped.reason, 'tag-gone');
    const begin = { ...watched.savedState, phase: 'deleting' } as const;
    const resumed = watch(service, { begin });
    assert.deepEqual(expectDone(await refactor(resumed, true).run()).deleted, [OLD]);
    assert.deepEqual(resumed.removedIds, [OLD]);
  });

  it('undoes by deleting the new tag, and every holder keeps the old one', async () => {
    const service = await openService({ customers: 50 });
    const holdersBefore = having(service, OLD);
    const watched = watch(service, { questions: { deleteOld: async () => 'keep' } });
    await refactor(watched).run();
    const id = watched.savedState.target.id ?? '';
    const end = await refactor(watch(service, { begin: watched.savedState })).undo();
    assert.equal(end.kind, 'undone');
    assert.equal(service.state.item(id), undefined);
    assert.deepEqual(having(service, OLD), holdersBefore);
    assert.deepEqual(service.state.violations, []);
  });

  it('can be undone after the service refused to delete the old tag', async () => {
    const opened = await openService({ customers: 30 });
    const failure = {
      kind: 'failure',
      httpStatus: 400,
      errorCode: 400,
      errorMessage: 'no',
    } as const;
    const deleteItem: BotService['deleteItem'] = (id, signal) => {
      if (id === OLD) throw new ServiceError('deleteItem', failure, 'refused');
      return opened.service.deleteItem(id, signal);
    };
    const watched = watch(opened, { service: { deleteItem } });
    assert.equal((await refactor(watched).run()).kind, 'paused');
    assert.equal(watched.savedState.phase, 'asking');
    assert.equal((await refactor(watched, false).undo()).kind, 'undone');
  });

  it('scans again if the clock was set back while the user was asked', async () => {
    let now = Date.now();
    const deleteOld = async () => {
      now -= 3_600_000;
      return 'delete' as const;
    };
    const opened = await openService({ customers: 30 });
    const watched = watch(opened, { now: () => now, questions: { deleteOld } });
    expectDone(await refactor(watched).run());
    const rounds = watched.progressEvents.map((event) =>
      event.kind === 'scanning' ? event.round : 0,
    );
    assert.equal(Math.max(...rounds), 3);
  });
});
