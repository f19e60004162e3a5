import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/base/ports.ts';
import type { Bot } from '../../../../src/base/model.ts';
import { SavedSegments, WindowSegments } from '../../../../src/customers/ui/savedSegments.ts';

/** Creates a store in memory. Values are stored as JSON, as VS Code does. */
function memento(): vscode.Memento & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  return {
    kept,
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as never,
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}

describe('saved segments', () => {
  const bot: Bot = {
    // The key must not change the prototype of an object.
    key: '__proto__',
    label: 'Tea',
    baseUrl: 'https://x.example',
    botId: 'b',
    created: 1,
    environment: '',
    kind: 'service',
    origin: 'added',
    isConfirmed: true,
    isReadOnly: false,
  };

  it('are stored by bot and name, sorted, with an event for each change', async () => {
    const store = memento();
    const segments = new WindowSegments(store);
    let changes = 0;
    let lastNames: readonly string[] = [];
    segments.onDidChange(() => {
      changes++;
      lastNames = segments.segmentsOf(bot.key).map(({ name }) => name);
    });
    await segments.save(bot.key, { name: 'b', text: 'blocked' });
    assert.deepEqual(lastNames, ['b'], 'stored before the event');
    await segments.save(bot.key, { name: 'a', text: 'tags = 0' });
    await segments.save(bot.key, { name: 'b', text: 'not blocked' });
    const expected = [
      { name: 'a', text: 'tags = 0' },
      { name: 'b', text: 'not blocked' },
    ];
    assert.deepEqual(new WindowSegments(store).segmentsOf(bot.key), expected);
    assert.deepEqual(segments.segmentsOf('other'), []);
    assert.equal(changes, 3);
    await segments.remove(bot.key, 'a');
    await segments.removeBot(bot.key);
    assert.equal(store.kept.size, 0);
  });

  it('are empty if the stored value is invalid', () => {
    const store = memento();
    for (const invalidValue of [
      'text',
      { 0: 'a' },
      [1, null, { name: 'x' }, { name: 1, text: 'blocked' }],
    ]) {
      store.kept.set('segments.b', invalidValue);
      assert.deepEqual(new WindowSegments(store).segmentsOf('b'), []);
    }
    const segment = { name: 'a', text: 'blocked' };
    store.kept.set('segments.b', [null, segment, { name: 'x', text: 1 }]);
    assert.deepEqual(new WindowSegments(store).segmentsOf('b'), [segment]);
  });

  it('list those of files first, each with its source', async () => {
    const window = new WindowSegments(memento());
    await window.save(bot.key, { name: 'a', text: 'blocked' });
    const changed = new Emitter<void>();
    const saved = new SavedSegments(
      {
        of: ({ botId }) => (botId === 'b' ? [{ name: 'a', text: 'tags = 0' }] : []),
        onDidChange: changed.event,
      },
      window,
    );
    let changes = 0;
    saved.onDidChange(() => changes++);
    assert.deepEqual(saved.segmentsOf(bot), [
      { name: 'a', text: 'tags = 0', from: 'file' },
      { name: 'a', text: 'blocked', from: 'window' },
    ]);
    changed.fire();
    await window.remove(bot.key, 'a');
    assert.equal(changes, 2);
  });
});
