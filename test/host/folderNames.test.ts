import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { JournalNode } from '../../src/catalogue/ui/treeNode.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, closeEditors, nodeOf, product, run, until } from './product.ts';
import { VIP } from '../support/sandboxItems.ts';
import { WindowRecorder } from './windowRecorder.ts';

const ENVIRONMENTS = ['', 'staging', 'production'] as const;
const PLACEHOLDER = 'To delete, type the name of the folder: Campaigns';

interface StartedCommand {
  readonly done: Thenable<unknown>;
}

/** Tests that the name of a folder with content must be typed, because its content is deleted with the folder. */
describe('Deleting a folder', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let planFolder: string;

  beforeEach(async () => {
    service = await startSandbox({ token: 'names', botId: 'bot-names', customers: 0 });
    bot = await addBot(service);
    // The name to type is shown without the spaces around it.
    folder = await run('botTags.createFolder', { bot, name: ' Campaigns ' });
    planFolder = mkdtempSync(join(tmpdir(), 'bot-tags-names-'));
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(planFolder, { recursive: true });
  });

  const deletionCount = (): number => service.requests.deleteItem;

  async function addTagToFolder(): Promise<void> {
    await run('botTags.createTag', { bot, name: 'In it', parentId: folder });
  }

  /** Returns the row of the folder's creation in the Journal. */
  async function creationRow(): Promise<JournalNode> {
    const journal = await (await product()).openJournal();
    for (const day of await journal.getChildren()) {
      for (const node of await journal.getChildren(day)) {
        const { label } = await journal.getTreeItem(node);
        if (typeof label === 'string' && label.startsWith('Create folder "')) return node;
      }
    }
    return assert.fail('no row is about the creation of the folder');
  }

  async function openPlan(): Promise<void> {
    const { baseUrl, botId } = service;
    const plan = {
      plan: 1,
      do: 'delete',
      bot: botId,
      baseUrl,
      environment: '',
      made: '2026-11-22T12:00:00.000Z',
      source: { from: 'items' },
      items: [{ do: 'delete', id: folder, name: 'Campaigns' }],
    };
    const file = join(planFolder, 'd.bot-tags-plan.jsonc');
    writeFileSync(file, JSON.stringify(plan, null, 2));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
  }

  const DELETIONS: Readonly<Record<string, () => Promise<StartedCommand>>> = {
    Delete: async () => {
      const node = await nodeOf(bot, folder);
      return { done: vscode.commands.executeCommand('botTags.deleteItem', node) };
    },
    'Undo of its creation': async () => {
      const node = await creationRow();
      return { done: vscode.commands.executeCommand('botTags.undo', node) };
    },
    'a plan': async () => {
      await openPlan();
      return { done: vscode.commands.executeCommand('botTags.runPlan') };
    },
  };

  for (const [deletion, begin] of Object.entries(DELETIONS)) {
    for (const environment of ENVIRONMENTS) {
      it(`requires the name of the folder: ${deletion}, environment "${environment}"`, async () => {
        await addTagToFolder();
        await run('botTags.botSettings', { bot, environment });
        recorder.start();
        const keyboard = new Keyboard(recorder);
        const { done } = await begin();
        const { placeholder, prompt = '' } = await keyboard.box();
        assert.equal(placeholder, PLACEHOLDER);
        const name = environment === '' ? 'Tea House' : `Tea House (${environment})`;
        const expectedBot =
          deletion === 'a plan' ? `(bot "${name}")` : `This affects the bot "${name}"`;
        assert.ok(prompt.includes(expectedBot), prompt);
        const expectedWarning =
          'Deleting a folder also deletes everything in the folder: 1 tag or folder';
        assert.ok(deletion === 'a plan' || prompt.includes(expectedWarning), prompt);
        for (const wrong of ['Tea House', 'campaigns', '1']) {
          assert.match(await keyboard.typeInVain(wrong), /Campaigns$/);
        }
        assert.equal(deletionCount(), 0);
        await keyboard.type('Campaigns');
        await done;
        await until('the folder is deleted', () => deletionCount() === 1);
        await until(
          'the tree has no folder',
          async () => (await nodeOf(bot, folder)) === undefined,
        );
      });
    }
  }

  it('requires one click for a folder that was created here and seems empty, but its name in production', async () => {
    recorder.start();
    await vscode.commands.executeCommand('botTags.undo', await creationRow());
    recorder.stop();
    const dialogs = recorder.shown.filter(([sink]) => sink === 'dialog').map(([, text]) => text);
    assert.match(
      dialogs.join('\n'),
      /^Delete ".*" in the service\?\n.*\nDeleting a folder also deletes everything in the folder: 0 /,
    );
    assert.equal(deletionCount(), 1);
    folder = await run('botTags.createFolder', { bot, name: 'Campaigns' });
    await run('botTags.botSettings', { bot, environment: 'production' });
    recorder.start();
    const keyboard = new Keyboard(recorder);
    const node = await nodeOf(bot, folder);
    const done = vscode.commands.executeCommand('botTags.deleteItem', node);
    assert.equal((await keyboard.box()).placeholder, PLACEHOLDER);
    await keyboard.escape();
    await done;
    assert.equal(deletionCount(), 1);
  });

  it('requires the name of a folder that was only added by its ID, because its content is unknown', async () => {
    await run('botTags.removeFromList', { bot, ids: [folder] });
    await run('botTags.addExisting', { bot, id: folder });
    recorder.start();
    const keyboard = new Keyboard(recorder);
    const node = await nodeOf(bot, folder);
    const done = vscode.commands.executeCommand('botTags.deleteItem', node);
    assert.equal((await keyboard.box()).placeholder, PLACEHOLDER);
    await keyboard.escape();
    await done;
    assert.equal(deletionCount(), 0);
  });

  it('requires the name of each of several folders', async () => {
    await addTagToFolder();
    const second = await run('botTags.createFolder', { bot, name: 'Second' });
    await run('botTags.createTag', { bot, name: 'In it, too', parentId: second });
    const nodes = [await nodeOf(bot, folder), await nodeOf(bot, second)];
    recorder.start();
    const keyboard = new Keyboard(recorder);
    const done = vscode.commands.executeCommand('botTags.deleteItem', nodes[0], nodes);
    await keyboard.type('Campaigns');
    assert.equal((await keyboard.box()).placeholder, PLACEHOLDER.replace('Campaigns', 'Second'));
    assert.equal(deletionCount(), 0);
    await keyboard.type('Second');
    await done;
    assert.equal(deletionCount(), 2);
  });

  it('requires further confirmations for what else is deleted, such as a tag of another bot', async () => {
    await addTagToFolder();
    const other = await startSandbox({ token: 'others', botId: 'bot-others', customers: 30 });
    const otherBot = await addBot(other);
    try {
      await run('botTags.discoverTags', { bot: otherBot });
      await run('botTags.botSettings', { bot: otherBot, environment: 'production' });
      const nodes = [await nodeOf(bot, folder), await nodeOf(otherBot, VIP)];
      recorder.start();
      const keyboard = new Keyboard(recorder);
      const done = vscode.commands.executeCommand('botTags.deleteItem', nodes[0], nodes);
      await keyboard.type('Campaigns');
      const { placeholder = '' } = await keyboard.box();
      const [, customers = ''] = /^Type the number of customers: (\d+)$/.exec(placeholder) ?? [];
      assert.deepEqual([deletionCount(), other.requests.deleteItem], [0, 0]);
      await keyboard.type(customers);
      await done;
      const dialogs = recorder.shown.filter(([sink]) => sink === 'dialog').map(([, text]) => text);
      assert.match(
        dialogs.join('\n'),
        /^Delete 2 tags and folders in the service\?\n.*Environment: production/s,
      );
      assert.deepEqual([deletionCount(), other.requests.deleteItem], [1, 1]);
    } finally {
      await run('botTags.removeBot', { bot: otherBot, confirmed: true });
      await other.close();
    }
  });
});
