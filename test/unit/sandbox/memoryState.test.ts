import assert from 'node:assert/strict';

import { TAG } from '../../../src/base/model.ts';
import { MemoryState } from '../../../src/sandbox/startSandbox.ts';
import { sandboxSeedItems } from '../../../src/sandbox/seedItems.ts';
import { closeSandboxes, create, openSandbox, read, send } from './client.ts';

describe('MemoryState', () => {
  afterEach(closeSandboxes);

  it('keeps items over a restart, and does not seed deleted items again', async () => {
    const state = new MemoryState();
    const first = await openSandbox({ state });
    const own = await create(first, { name: 'own', type: TAG });
    for (const { id } of sandboxSeedItems()) await send(first, `DELETE /v1/api/tag/${id}`);
    assert.deepEqual(
      state.items().map(({ id }) => id),
      [own],
    );
    await first.close();
    const second = await openSandbox({ state });
    assert.equal((await read(second, own))?.name, 'own');
    assert.deepEqual(
      state.items().map(({ id }) => id),
      [own],
    );
  });

  it('is not seeded again even after everything was deleted', async () => {
    const state = new MemoryState();
    await openSandbox({ state });
    state.removeItems(sandboxSeedItems().map(({ id }) => id));
    await openSandbox({ state });
    assert.deepEqual(state.items(), []);
  });

  it('distinguishes detached tags from tags that were never attached', () => {
    const state = new MemoryState();
    state.setTagging('u', 'a', null);
    state.setTagging('u', 'b', { timestamp: 1, count: 2 });
    assert.deepEqual(
      [...state.taggings('u')],
      [
        ['a', null],
        ['b', { timestamp: 1, count: 2 }],
      ],
    );
    assert.equal(state.taggings('other').size, 0);
    state.removeItems(['b']);
    assert.deepEqual([...state.taggings('u')], [['a', null]]);
  });

  it('is not shared between two sandboxes', async () => {
    const first = await openSandbox();
    const second = await openSandbox();
    const id = await create(first, { name: 'mine', type: TAG });
    assert.equal(await read(second, id), undefined);
  });
});
