import assert from 'node:assert/strict';
import { undoingOf } from '../../../src/runs/undoing.ts';
import { cleanUp } from '../cleanup.ts';
import { BOT, fakeService, itemOf } from '../base/fakes.ts';
import { putItem } from '../base/put.ts';
import { SIGNAL } from '../service/client.ts';
import { openRecorder } from './recording.ts';

const ID = 'tag-1';

describe('recorded create', () => {
  afterEach(cleanUp);

  it('cannot be undone if the service answered with an item that existed before', async () => {
    const createItem = async (): Promise<string> => ID;
    const { service, catalogue, clock, latest, recorder } = await openRecorder(
      fakeService({ createItem }),
    );
    const isUndoable = async (): Promise<boolean> => {
      await service.createItem({ name: 'VIP', type: 0, botId: BOT.botId }, SIGNAL);
      return 'undoAction' in undoingOf(latest() ?? assert.fail(), null);
    };
    assert.equal(await isUndoable(), true);
    putItem(catalogue, itemOf(ID, { source: 'seen', firstSeen: clock.now() }));
    assert.equal(await isUndoable(), true, 'a scan has found the new item');
    clock.time++;
    const created = recorder.collectIds(({ hasEffect }) => hasEffect);
    assert.equal(await isUndoable(), false);
    assert.deepEqual(created.ids, []);
  });
});
