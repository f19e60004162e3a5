import assert from 'node:assert/strict';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { extension, product, run, until } from './product.ts';

/** Bundles that each step of a user's first minutes loads, in addition to those of the earlier steps. */
const STEPS = {
  activation: ['extension.cjs'],
  view: ['tree.cjs', 'store.cjs'],
  command: ['features.cjs', 'base.cjs', 'validators.cjs', 'zod.cjs'],
  request: ['client.cjs'],
  expansion: [],
  panel: [],
  sandbox: ['sandbox.cjs'],
} as const;

/** Returns all bundles that should be loaded after this step. */
function bundlesUpTo(last: keyof typeof STEPS): string[] {
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  return names
    .slice(0, names.indexOf(last) + 1)
    .flatMap((name) => [...STEPS[name]])
    .sort();
}

/** Keys of the global symbols under which undici stores its process-wide dispatcher. */
const DISPATCHER_SLOTS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];

/** Returns the bundles of the extension that this host has loaded. */
function loadedBundles(): string[] {
  const folder = vscode.Uri.joinPath(extension().extensionUri, 'dist').fsPath;
  const files = Object.keys(require.cache).filter((file) => file.startsWith(folder));
  return files.map((file) => basename(file)).sort();
}

/** Returns the dispatchers that the built-in `fetch` of every extension in this host uses. */
function slotDescriptors(): (PropertyDescriptor | undefined)[] {
  return DISPATCHER_SLOTS.map((name) =>
    Object.getOwnPropertyDescriptor(globalThis, Symbol.for(name)),
  );
}

/** Empties the slots, as in a host in which `fetch` was never used. undici would fill only empty slots. */
function emptySlots(): void {
  for (const name of DISPATCHER_SLOTS) {
    const slot = Symbol.for(name);
    if (Object.hasOwn(globalThis, slot)) Reflect.set(globalThis, slot, undefined);
  }
}

function restoreSlots(slotsBefore: (PropertyDescriptor | undefined)[]): void {
  for (const [index, name] of DISPATCHER_SLOTS.entries()) {
    if (slotsBefore[index] === undefined) Reflect.deleteProperty(globalThis, Symbol.for(name));
    else Reflect.set(globalThis, Symbol.for(name), slotsBefore[index].value);
  }
}

// The name of this file puts it before all other files, because activation happens only once per window.
describe('Activation', () => {
  let service: Sandbox;
  let bot: string;
  let tag: string;

  before(async () => {
    service = await startSandbox({ token: 'activation' });
  });

  after(() => service.close());

  it('follows the start of the window, and loads only the entry bundle', async () => {
    await until('the extension is active', () => extension().isActive);
    assert.deepEqual(loadedBundles(), bundlesUpTo('activation'));
  });

  it('registers every command of the manifest, and no other', async () => {
    const manifest = extension().packageJSON as {
      contributes: { commands: { command: string }[]; views: Record<string, { id: string }[]> };
    };
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const views = Object.values(manifest.contributes.views).flat();
    // VS Code adds its own commands for each view.
    const isOfView = (id: string): boolean => views.some((view) => id.startsWith(`${view.id}.`));
    const registered = (await vscode.commands.getCommands(false)).filter(
      (id) => id.startsWith('botTags.') && !isOfView(id),
    );
    assert.deepEqual(registered.toSorted(), declared.toSorted());
    assert.deepEqual(
      loadedBundles(),
      bundlesUpTo('activation'),
      'registering the commands loads no bundle',
    );
  });

  it('loads the tree and the list when VS Code first shows the view', async () => {
    await vscode.commands.executeCommand('botTags.tree.focus');
    await until('the view has loaded its bundles', () => loadedBundles().includes('store.cjs'));
    assert.deepEqual(loadedBundles(), bundlesUpTo('view'));
  });

  it('loads no client for a command that sends nothing', async () => {
    await run('botTags.sortTags', { by: 'name' });
    assert.deepEqual(loadedBundles(), bundlesUpTo('command'));
  });

  it('leaves the process-wide slots and fetch alone when the first request loads undici', async () => {
    const slotsBefore = slotDescriptors();
    const { fetch } = globalThis;
    emptySlots();
    const emptiedSlots = slotDescriptors();
    try {
      const { baseUrl, botId, token } = service;
      bot = await run('botTags.addBot', { baseUrl, botId, token });
      assert.deepEqual(slotDescriptors(), emptiedSlots, 'no value moved into the emptied slots');
      restoreSlots(slotsBefore);
      tag = await run('botTags.createTag', { bot, name: 'Request two' });
    } finally {
      restoreSlots(slotsBefore);
    }
    assert.deepEqual(service.requests.listCustomers, 1);
    assert.deepEqual(loadedBundles(), bundlesUpTo('request'));
    for (const [index, slot] of slotDescriptors().entries()) {
      assert.equal(slot?.value, slotsBefore[index]?.value, DISPATCHER_SLOTS[index]);
    }
    assert.equal(globalThis.fetch, fetch);
  });

  it('loads no further bundle when a bot is opened in the tree', async () => {
    const { tree } = await product();
    await tree.reveal(bot, tag, { focus: true });
    await until('the tag is selected in the tree', () => tree.view.selection[0]?.item === tag);
    assert.deepEqual(loadedBundles(), bundlesUpTo('expansion'));
  });

  it('loads no further bundle for the first panel', async () => {
    await run('botTags.openCustomers', { bot });
    await until('the panel has a page', () => service.requests.listCustomers > 1);
    assert.deepEqual(loadedBundles(), bundlesUpTo('panel'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('botTags.removeBot', { bot, confirmed: true });
  });

  it('loads the sandbox bundle when the sandbox is started', async () => {
    const sandbox = await run('botTags.trySandbox', {});
    assert.deepEqual(loadedBundles(), bundlesUpTo('sandbox'));
    await run('botTags.removeBot', { bot: sandbox, confirmed: true });
  });
});
