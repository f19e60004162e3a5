import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { journalNode } from '../../src/catalogue/ui/treeNode.ts';
import { VIP } from '../support/sandboxItems.ts';
import { Keyboard } from './keyboard.ts';
import { Messages } from './messages.ts';
import { closeEditors, nodeOf, run, until } from './product.ts';
import { PlanBot } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';

describe('Change of more than a tenth of the customers', () => {
  const recorder = new WindowRecorder();
  let planned: PlanBot;
  let messages: Messages;
  let keyboard: Keyboard;

  beforeEach(async () => {
    planned = new PlanBot();
    // A tenth of 100 customers is 10, so a change for 11 requires the number.
    await planned.open('bot-large', 100);
    recorder.start();
    messages = new Messages(recorder);
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
    await planned.close();
  });

  const attachCount = (): number => planned.service.requests.attachTag;

  async function runByHand(file: string): Promise<{ readonly done: Thenable<unknown> }> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(document);
    return { done: vscode.commands.executeCommand('botTags.runPlan') };
  }

  it('requires the number of customers for a plan, once all customers were scanned', async () => {
    await run('botTags.discoverTags', { bot: planned.bot });
    messages.presses = ['Run'];
    await (
      await runByHand(planned.plan(10))
    ).done;
    await until('ten customers are tagged', () => attachCount() === 10);
    messages.presses = ['Run'];
    const eleven = await runByHand(planned.plan(11));
    const { placeholder } = await keyboard.box();
    assert.equal(placeholder, 'Type the number of customers: 11');
    assert.equal(await keyboard.typeInVain('10'), 'Type exactly this: 11');
    assert.equal(attachCount(), 10, 'no request was sent');
    await keyboard.type('11');
    await eleven.done;
    await until('all customers are tagged', () => planned.counts(11).every((count) => count > 0));
  });

  it('requires the number for an undo', async () => {
    await run('botTags.discoverTags', { bot: planned.bot });
    const { run: id } = await run('botTags.runPlan', { file: planned.plan(11) });
    const done = vscode.commands.executeCommand('botTags.undo', journalNode('run', id));
    const { title = '', placeholder } = await keyboard.box();
    assert.match(title, /^Undo: Attach "VIP"\?/);
    assert.equal(placeholder, 'Type the number of customers: 11');
    assert.equal(planned.service.requests.detachTag, 0);
    await keyboard.type('11');
    await done;
    await until('all changes are undone', () => planned.service.requests.detachTag === 11);
  });

  it('requires the number for the deletion of a tag that many have', async () => {
    await run('botTags.discoverTags', { bot: planned.bot });
    const node = await nodeOf(planned.bot, VIP);
    messages.presses = ['Delete'];
    const done = vscode.commands.executeCommand('botTags.deleteItem', node);
    const { placeholder = '' } = await keyboard.box();
    const count = /^Type the number of customers: (\d+)$/.exec(placeholder)?.[1];
    assert.ok(Number(count) > 10, placeholder);
    assert.equal(planned.service.requests.deleteItem, 0);
    await keyboard.type(String(count));
    await done;
    assert.equal(planned.service.requests.deleteItem, 1);
  });

  it('requires the number for an undo that deletes a tag which many have received since', async () => {
    const { bot, folder } = planned;
    const tag = await run('botTags.createTag', { bot, name: 'Spring' });
    const file = join(folder, 'all.bot-tags-plan.jsonc');
    await run('botTags.attachTags', { bot, tags: [tag], from: 'service', file });
    await run('botTags.runPlan', { file });
    await run('botTags.discoverTags', { bot });
    messages.presses = ['Delete'];
    const done = vscode.commands.executeCommand('botTags.undo');
    await keyboard.pick('Create tag "Spring"');
    const { title, placeholder = '' } = await keyboard.box();
    assert.equal(title, 'Delete "Spring" in the service?');
    assert.match(placeholder, /^Type the number of customers: [4-9]\d$/);
    await keyboard.escape();
    await done;
    assert.equal(planned.service.requests.deleteItem, 0);
  });

  it('requires the number for renaming a tag that many have', async () => {
    await run('botTags.discoverTags', { bot: planned.bot });
    messages.presses = ['Continue…'];
    const done = vscode.commands.executeCommand(
      'botTags.renameTag',
      await nodeOf(planned.bot, VIP),
    );
    await keyboard.type('Gold');
    await done;
    await until('the dialog is answered', () => messages.presses.length === 0);
    const { placeholder = '' } = await keyboard.box();
    assert.match(placeholder, /^Type the number of customers: \d\d$/);
    await keyboard.escape();
    assert.deepEqual([planned.service.requests.createItem, attachCount()], [0, 0]);
  });

  it('requires only one click if not all customers were scanned', async () => {
    await run('botTags.discoverTags', { bot: planned.bot, limit: 50, pages: 1 });
    messages.presses = ['Run'];
    await (
      await runByHand(planned.plan(20))
    ).done;
    await until('all customers are tagged', () => attachCount() === 20);
  });
});
