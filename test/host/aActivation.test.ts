import assert from 'node:assert/strict';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { extension, run } from './product.ts';

const HEAVY = [
  'client.cjs',
  'features.cjs',
  'sandbox.cjs',
  'store.cjs',
  'tree.cjs',
  'validators.cjs',
  'zod.cjs',
];
const SLOTS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];

/** Which bundles of the extension this host has loaded. */
function loaded(): string[] {
  const folder = vscode.Uri.joinPath(extension().extensionUri, 'dist').fsPath;
  const files = Object.keys(require.cache).filter((file) => file.startsWith(folder));
  return files.map((file) => basename(file)).sort();
}

/** What the built-in `fetch` of every extension in this host goes through. */
function slots(): (PropertyDescriptor | undefined)[] {
  return SLOTS.map((name) => Object.getOwnPropertyDescriptor(globalThis, Symbol.for(name)));
}

/** As in a host where nobody has used `fetch` yet, which is when undici would move in. */
function emptySlots(): void {
  for (const name of SLOTS) {
    const slot = Symbol.for(name);
    if (Object.hasOwn(globalThis, slot)) Reflect.set(globalThis, slot, undefined);
  }
}

function restoreSlots(before: (PropertyDescriptor | undefined)[]): void {
  for (const [index, name] of SLOTS.entries()) {
    if (before[index] === undefined) Reflect.deleteProperty(globalThis, Symbol.for(name));
    else Reflect.set(globalThis, Symbol.for(name), before[index].value);
  }
}

// The first file of all: what it is about happens once in a window.
describe('activation', () => {
  let service: Sandbox;

  before(async () => {
    service = await startSandbox({ token: 'activation' });
  });

  after(() => service.close());

  it('waits until it is needed, and then loads nothing but the entry', async () => {
    assert.equal(extension().isActive, false);
    await extension().activate();
    assert.deepEqual(loaded(), ['extension.cjs']);
  });

  it('registers every command of the manifest, and no other', async () => {
    const manifest = extension().packageJSON as {
      contributes: { commands: { command: string }[]; views: Record<string, { id: string }[]> };
    };
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const views = Object.values(manifest.contributes.views).flat();
    // VS Code makes commands of its own for each view.
    const isOfView = (id: string): boolean => views.some((view) => id.startsWith(`${view.id}.`));
    const registered = (await vscode.commands.getCommands(false)).filter(
      (id) => id.startsWith('botTags.') && !isOfView(id),
    );
    assert.deepEqual(registered.toSorted(), declared.toSorted());
    assert.deepEqual(loaded(), ['extension.cjs'], 'registering loads nothing');
  });

  it('loads no client for a command that sends nothing', async () => {
    await run('botTags.sortTags', { by: 'name' });
    const heavy = ['features.cjs', 'tree.cjs', 'validators.cjs', 'zod.cjs'];
    assert.deepEqual(loaded(), ['extension.cjs', ...heavy]);
  });

  it('leaves the process-wide slots and fetch alone when the first request loads undici', async () => {
    const before = slots();
    const { fetch } = globalThis;
    emptySlots();
    const emptied = slots();
    try {
      const { baseUrl, botId, token } = service;
      const bot = await run('botTags.addBot', { baseUrl, botId, token });
      assert.deepEqual(slots(), emptied, 'nothing moved into the empty slots');
      restoreSlots(before);
      await run('botTags.createTag', { bot, name: 'Request two' });
      await run('botTags.removeBot', { bot, confirmed: true });
    } finally {
      restoreSlots(before);
    }
    assert.deepEqual(service.requests.listCustomers, 1);
    assert.ok(loaded().includes('client.cjs'));
    for (const [index, slot] of slots().entries()) {
      assert.equal(slot?.value, before[index]?.value, SLOTS[index]);
    }
    assert.equal(globalThis.fetch, fetch);
  });

  it('has loaded the sandbox only when somebody tries it', async () => {
    const own = HEAVY.filter((name) => name !== 'sandbox.cjs');
    assert.deepEqual(loaded(), [...own, 'extension.cjs'].sort());
    const bot = await run('botTags.trySandbox', {});
    assert.deepEqual(loaded(), [...HEAVY, 'extension.cjs'].sort());
    await run('botTags.removeBot', { bot, confirmed: true });
  });
});
