import assert from 'node:assert/strict';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { extension, product, run, until } from './product.ts';

/** Bundles that each step of a user's first minutes loads, in addition to those of the earlier steps. */
const STEPS = {
  activation: ['extension.cjs'],
  view: ['tree.cjs', 'store.cjs'],
  command: ['features.cjs', 'validators.cjs', 'zod.cjs'],
  request: ['client.cjs'],
  expansion: [],
  panel: [],
  sandbox: ['sandbox.cjs'],
} as const;

/** Returns all bundles that should be loaded after this step. */
function upTo(last: keyof typeof STEPS): string[] {
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  return names
    .slice(0, names.indexOf(last) + 1)
    .flatMap((name) => [...STEPS[name]])
    .sort();
}

const SLOTS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];

/** Returns the bundles of the extension that this host has loaded. */
function loaded(): string[] {
  const folder = vscode.Uri.joinPath(extension().extensionUri, 'dist').fsPath;
  const files = Object.keys(require.cache).filter((file) => file.startsWith(folder));
  return files.map((file) => basename(file)).sort();
}

/** Returns the dispatchers that the built-in `fetch` of every extension in this host uses. */
function slots(): (PropertyDescriptor | undefined)[] {
  return SLOTS.map((name) => Object.getOwnPropertyDescriptor(globalThis, Symbol.for(name)));
}

/** Empties the slots, as in a host in which `fetch` was never used. Only then would undici occupy them. */
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

// Runs before all other files, because activation happens only once per window.
describe('Activation', () => {
  let service: Sandbox;
  let bot: string;
  let tag: string;

  before(async () => {
    service = await startSandbox({ token: 'activation' });
  });

  after(() => service.close());

  it('follows the start of the window, and loads only the entry bundle', async () => {
    await until('it is active', () => extension().isActive);
    assert.deepEqual(loaded(), upTo('activation'));
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
    assert.deepEqual(loaded(), upTo('activation'), 'registering loads nothing');
  });

  it('loads the tree and the list when VS Code first shows the view', async () => {
    await vscode.commands.executeCommand('botTags.tree.focus');
    await until('the view is there', () => loaded().includes('store.cjs'));
    assert.deepEqual(loaded(), upTo('view'));
  });

  it('loads no client for a command that sends nothing', async () => {
    await run('botTags.sortTags', { by: 'name' });
    assert.deepEqual(loaded(), upTo('command'));
  });

  it('leaves the process-wide slots and fetch alone when the first request loads undici', async () => {
    const before = slots();
    const { fetch } = globalThis;
    emptySlots();
    const emptied = slots();
    try {
      const { baseUrl, botId, token } = service;
      bot = await run('botTags.addBot', { baseUrl, botId, token });
      assert.deepEqual(slots(), emptied, 'nothing moved into the empty slots');
      restoreSlots(before);
      tag = await run('botTags.createTag', { bot, name: 'Request two' });
    } finally {
      restoreSlots(before);
    }
    assert.deepEqual(service.requests.listCustomers, 1);
    assert.deepEqual(loaded(), upTo('request'));
    for (const [index, slot] of slots().entries()) {
      assert.equal(slot?.value, before[index]?.value, SLOTS[index]);
    }
    assert.equal(globalThis.fetch, fetch);
  });

  it('loads no further bundle when a bot is opened in the tree', async () => {
    const { tree } = await product();
    await tree.reveal(bot, tag, { focus: true });
    await until('its tag is there', () => tree.view.selection[0]?.item === tag);
    assert.deepEqual(loaded(), upTo('expansion'));
  });

  it('loads no further bundle for the first panel', async () => {
    await run('botTags.openCustomers', { bot });
    await until('the panel has a page', () => service.requests.listCustomers > 1);
    assert.deepEqual(loaded(), upTo('panel'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('botTags.removeBot', { bot, confirmed: true });
  });

  it('loads the sandbox bundle when the sandbox is started', async () => {
    const sandbox = await run('botTags.trySandbox', {});
    assert.deepEqual(loaded(), upTo('sandbox'));
    await run('botTags.removeBot', { bot: sandbox, confirmed: true });
  });
});
