import assert from 'node:assert/strict';

import type { SandboxItem } from '../../../../src/base/ports.ts';
import { cleanUp } from '../../cleanup.ts';
import { newDatabase, openWindow } from './database.ts';

const ITEM: SandboxItem = {
  id: 'a',
  name: '標籤',
  type: 0,
  parentId: null,
  created: 1_700_000_000_000,
};
const FOLDER: SandboxItem = { ...ITEM, id: 'f', type: 1 };

describe('SqlSandboxState', () => {
  afterEach(cleanUp);

  it('is seeded only once, so that deleted items stay deleted', async () => {
    const file = newDatabase();
    const first = await openWindow(file);
    first.sandbox.seedOnce([ITEM, FOLDER]);
    first.sandbox.seedOnce([ITEM]);
    first.sandbox.removeItems(['a']);
    first.close();
    const { sandbox } = await openWindow(file);
    sandbox.seedOnce([ITEM, FOLDER]);
    assert.deepEqual(sandbox.items(), [FOLDER]);
  });

  it('seeds nothing if it cannot seed everything', async () => {
    const { sandbox } = await openWindow(newDatabase());
    assert.throws(() => sandbox.seedOnce([ITEM, ITEM]), /UNIQUE/);
    assert.deepEqual(sandbox.items(), []);
    sandbox.seedOnce([ITEM]);
    assert.deepEqual(sandbox.items(), [ITEM]);
  });

  it('keeps complete items', async () => {
    const { sandbox } = await openWindow(newDatabase());
    const inside = { ...ITEM, id: 'i', parentId: 'f' };
    for (const item of [ITEM, FOLDER, inside]) sandbox.addItem(item);
    assert.deepEqual(sandbox.items(), [ITEM, FOLDER, inside]);
    assert.deepEqual(sandbox.item('i'), inside);
    assert.equal(sandbox.item('none'), undefined);
    sandbox.removeItems(['f', 'none']);
    assert.deepEqual(sandbox.items(), [ITEM, inside]);
  });

  it('keeps taggings per user, including removed ones, until the tag is deleted', async () => {
    const file = newDatabase();
    const { sandbox, close } = await openWindow(file);
    const tagging = { timestamp: 1_700_000_000_001, count: 1 };
    sandbox.setTagging('u', 'a', tagging);
    sandbox.setTagging('u', 'b', tagging);
    sandbox.setTagging('u', 'b', null);
    sandbox.setTagging('v', 'a', { ...tagging, count: 2 });
    close();
    const again = await openWindow(file);
    const taggings = again.sandbox.taggings('u');
    assert.deepEqual(
      [...taggings],
      [
        ['a', tagging],
        ['b', null],
      ],
    );
    again.sandbox.removeItems(['a']);
    assert.deepEqual([...again.sandbox.taggings('u')], [['b', null]]);
    assert.equal(again.sandbox.taggings('v').size, 0);
    assert.equal(again.sandbox.taggings('nobody').size, 0);
  });

  it('rolls back everything after a failure', async () => {
    const { sandbox } = await openWindow(newDatabase());
    const failing = (): void =>
      sandbox.atomically(() => {
        sandbox.addItem(ITEM);
        sandbox.setTagging('u', 'a', null);
        throw new Error('no');
      });
    assert.throws(failing, /no/);
    assert.deepEqual([sandbox.items(), sandbox.taggings('u').size], [[], 0]);
  });

  it('emits no catalogue event, because its data belongs to the service', async () => {
    const { sandbox, catalogue } = await openWindow(newDatabase());
    catalogue.onDidChange(() => assert.fail('an event was emitted'));
    sandbox.seedOnce([ITEM]);
    sandbox.setTagging('u', 'a', null);
  });
});
