import assert from 'node:assert/strict';
import { BusyError, ServiceError, StorageError } from '../../../src/base/errors.ts';
import type { NewItem } from '../../../src/base/model.ts';
import { RefactorError } from '../../../src/runs/runErrors.ts';
import { cleanUp } from '../cleanup.ts';
import {
  expectDone,
  lostAnswer,
  NEW_NAME,
  OLD,
  openService,
  refactor,
  RENAME,
  watch,
  type Service,
} from './refactoring.ts';

describe('RefactorRun: new tag', () => {
  afterEach(cleanUp);

  describe('after a lost answer to the create request', () => {
    const createAndLose = async (service: Service) => {
      const { sandbox, service: real } = service;
      const signal = new AbortController().signal;
      await real.createItem({ name: NEW_NAME, type: 0, botId: sandbox.botId }, signal);
      throw lostAnswer('createItem');
    };

    it('creates no second tag, and continues with the ID that the user enters', async () => {
      const service = await openService();
      const errors: unknown[] = [];
      const watched = watch(service, {
        service: { createItem: () => createAndLose(service) },
        questions: {
          unknownCreate: async (error) => {
            errors.push(error);
            const id = service.sandbox.items().find(({ name }) => name === NEW_NAME)?.id;
            return id === undefined ? 'stop' : { id };
          },
        },
      });
      expectDone(await refactor(watched).run());
      assert.equal(errors.length, 1);
      assert.equal(service.sandbox.requests.createItem, 1);
      assert.deepEqual(service.state.violations, []);
    });

    it('asks again after a reload, before doing anything else', async () => {
      const service = await openService();
      const watched = watch(service, { service: { createItem: () => createAndLose(service) } });
      const end = await refactor(watched).run();
      assert.equal(end.kind, 'paused');
      assert.deepEqual(
        [watched.savedState.phase, watched.savedState.target.id],
        ['creating', null],
      );
      const errors: unknown[] = [];
      const reloaded = watch(service, {
        begin: watched.savedState,
        questions: {
          unknownCreate: async (error) => {
            errors.push(error);
            return 'again';
          },
        },
      });
      expectDone(await refactor(reloaded, true).run());
      assert.deepEqual(errors, [undefined]);
      assert.equal(service.sandbox.requests.createItem, 2, 'the user chose to send again');
    });

    it('asks after a reload if an unexpected error followed the response', async () => {
      const service = await openService();
      const createAndFail = async () => {
        await createAndLose(service).catch(() => undefined);
        throw new Error('Channel has been closed');
      };
      const watched = watch(service, { service: { createItem: createAndFail } });
      const end = await refactor(watched).run();
      assert.deepEqual([end.kind, watched.savedState.phase], ['paused', 'creating']);
      const reloaded = watch(service, {
        begin: watched.savedState,
        questions: {
          unknownCreate: async () => {
            const id = service.sandbox.items().find(({ name }) => name === NEW_NAME)?.id;
            return id === undefined ? 'stop' : { id };
          },
        },
      });
      expectDone(await refactor(reloaded, true).run());
      assert.equal(service.sandbox.requests.createItem, 1);
    });

    for (const isKnown of [true, false]) {
      it(`asks for the tag during an undo, which would otherwise leave it (its ID is known: ${isKnown})`, async () => {
        const service = await openService({ customers: 30 });
        const watched = watch(service, { service: { createItem: () => createAndLose(service) } });
        await refactor(watched).run();
        const createdTag = service.sandbox.items().find(({ name }) => name === NEW_NAME);
        assert.ok(createdTag);
        const answer = isKnown ? { id: createdTag.id } : 'stop';
        const reloaded = watch(service, {
          begin: watched.savedState,
          questions: { unknownUndo: async () => answer },
        });
        const end = await refactor(reloaded).undo();
        assert.equal(end.kind, isKnown ? 'undone' : 'paused');
        const isTagLeft = service.sandbox.items().some(({ name }) => name === NEW_NAME);
        assert.equal(isTagLeft, !isKnown, 'the undo is complete only if the tag is deleted');
        assert.deepEqual(service.state.violations, []);
      });
    }
  });

  const refused = new ServiceError(
    'createItem',
    { kind: 'failure', httpStatus: 404, errorMessage: 'no folder', errorCode: 404 },
    'refused',
  );
  for (const error of [
    refused,
    new BusyError(),
    new StorageError('full', new Error('disk full')),
  ]) {
    it(`does not ask about a tag that was certainly not created: ${error.name}`, async () => {
      const service = await openService();
      const begin = { ...RENAME, target: { ...RENAME.target, parentId: 'tag-nowhere' } };
      const createItem = (item: NewItem): Promise<string> => {
        assert.equal(item.parentId, 'tag-nowhere');
        return Promise.reject(error);
      };
      const watched = watch(service, { begin, service: { createItem } });
      const end = await refactor(watched).run();
      assert.equal(end.kind === 'paused' && end.error, error);
      assert.equal(watched.savedState.phase, 'scanning');
    });
  }

  it('never accepts the ID of an old tag for the new one', async () => {
    const service = await openService();
    const watched = watch(service, { service: { createItem: async () => OLD } });
    const end = await refactor(watched).run();
    assert.ok(end.kind === 'paused' && end.error instanceof RefactorError);
    assert.equal(end.error.problem, 'same-tag');
    assert.equal(service.sandbox.requests.attachTag, 0);
  });
});
