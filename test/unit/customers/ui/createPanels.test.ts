import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/base/ports.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { createPanels } = await withVscodeTexts(
  () => import('../../../../src/customers/ui/createPanels.ts'),
);

/** Services that `createPanels` uses before a panel is opened. */
function fakeServices(workspaceState: Pick<vscode.Memento, 'get' | 'update'>) {
  const removed = new Emitter<string>();
  const noEvent = () => ({ dispose: () => undefined });
  const services = {
    context: { workspaceState, extensionUri: undefined },
    bots: { onDidChange: noEvent, onDidRemove: removed.event },
    botServices: { of: undefined },
    tags: { onDidList: noEvent },
    segments: { onDidChange: noEvent },
    openPanels: new Map(),
  };
  return { services: services as unknown as Parameters<typeof createPanels>[0], removed };
}

describe('Customers panels', () => {
  it('remove the stored view of a bot when the bot is removed', () => {
    const stored = new Map<string, unknown>([
      ['customers.view.b1', {}],
      ['customers.view.b2', {}],
    ]);
    const { services, removed } = fakeServices({
      get: (key: string) => stored.get(key) as never,
      update: (key, value) => {
        assert.equal(value, undefined);
        stored.delete(key);
        return Promise.resolve();
      },
    });
    createPanels(services);
    removed.fire('b1');
    assert.deepEqual([...stored.keys()], ['customers.view.b2']);
  });
});
