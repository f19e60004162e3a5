import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Keyboard } from './keyboard.ts';
import { closeEditors, failure, run, until } from './product.ts';
import { PlanBot } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';

const COUNT = 12;

describe('Plan for a bot in production', () => {
  const recorder = new WindowRecorder();
  let planned: PlanBot;

  beforeEach(async () => {
    planned = new PlanBot();
    await planned.open('bot-production');
    await run('botTags.botSettings', { bot: planned.bot, environment: 'production' });
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
    await planned.close();
  });

  const attachCount = (): number => planned.service.requests.attachTag;
  const deleteCount = (): number => planned.service.requests.deleteItem;

  /** Creates a tag or folder, and writes a plan that deletes it. */
  async function deletionOf(type: 'tag' | 'folder'): Promise<string> {
    const argument = { bot: planned.bot, name: 'Goes', confirmed: true } as const;
    const id = await run(
      type === 'folder' ? 'botTags.createFolder' : 'botTags.createTag',
      argument,
    );
    const { baseUrl, botId } = planned.service;
    const plan = {
      plan: 1,
      do: 'delete',
      bot: botId,
      baseUrl,
      environment: 'production',
      made: '2026-11-22T12:00:00.000Z',
      source: { from: 'items' },
      items: [{ do: 'delete', id, name: 'Goes' }],
    };
    const file = join(planned.folder, 'delete.bot-tags-plan.jsonc');
    writeFileSync(file, JSON.stringify(plan, null, 2));
    return file;
  }

  /** Opens a plan and runs it. The recorder presses the first button of the dialog, Run. */
  async function runByHand(file: string): Promise<{ keyboard: Keyboard; done: Thenable<unknown> }> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(document);
    recorder.start();
    const keyboard = new Keyboard(recorder);
    return { keyboard, done: vscode.commands.executeCommand('botTags.runPlan') };
  }

  const texts = (): string => recorder.shown.map(([, text]) => text).join('\n');
  const waitForResult = () =>
    until('a message shows the result', () =>
      /: 1 done\.|(attached to|detached from) 12 customers\./.test(texts()),
    );

  it('is run by a program only with confirmation', async () => {
    for (const file of [planned.plan(COUNT), await deletionOf('folder')]) {
      const refused = await failure(run('botTags.runPlan', { file }));
      assert.match(
        refused,
        /^The environment of "Tea House" is production, so this command requires the argument "confirmed": true\./,
      );
      assert.deepEqual([attachCount(), deleteCount()], [0, 0]);
    }
    const file = planned.plan(COUNT);
    const { counts } = await run('botTags.runPlan', { file, confirmed: true });
    assert.deepEqual([counts.done, attachCount()], [COUNT, COUNT]);
    await run('botTags.runPlan', { file: await deletionOf('folder'), confirmed: true });
    assert.equal(deleteCount(), 1);
  });

  it('is run by a user who types the number of customers', async () => {
    const { keyboard, done } = await runByHand(planned.plan(COUNT));
    const { placeholder, prompt } = await keyboard.box();
    assert.equal(placeholder, `Type the number of customers: ${COUNT}`);
    assert.match(prompt ?? '', / 12 customers \(bot "Tea House.*"\)\.$/);
    assert.match(
      texts(),
      /^Attach "VIP" to 12 customers: 12 requests.*\nBot: Tea House\nEnvironment: production\n/m,
    );
    for (const wrong of ['11', '120', 'Tea House']) {
      assert.equal(await keyboard.typeInVain(wrong), `Type exactly this: ${COUNT}`);
    }
    assert.equal(attachCount(), 0);
    await keyboard.type(String(COUNT));
    await done;
    await waitForResult();
    assert.equal(attachCount(), COUNT);
  });

  it('is undone by a user who types the number of customers', async () => {
    await run('botTags.runPlan', { file: planned.plan(COUNT), confirmed: true });
    recorder.start();
    const keyboard = new Keyboard(recorder);
    const done = vscode.commands.executeCommand('botTags.undo');
    const [entry = ''] = await keyboard.entries((entries) => entries.length > 0);
    await keyboard.pick(entry.slice(0, entry.indexOf(': Tea House')));
    const { title, placeholder, prompt } = await keyboard.box();
    assert.match(title ?? '', /^Undo: Attach "VIP"/);
    assert.equal(placeholder, `Type the number of customers: ${COUNT}`);
    assert.match(prompt ?? '', /^Detach "VIP" from 12 customers .*Environment: production/);
    for (const wrong of ['11', 'VIP']) {
      assert.equal(await keyboard.typeInVain(wrong), `Type exactly this: ${COUNT}`);
    }
    assert.equal(planned.service.requests.detachTag, 0);
    await keyboard.type(String(COUNT));
    await done;
    await waitForResult();
    assert.equal(planned.service.requests.detachTag, COUNT);
  });

  it('is not run if the user closes the prompt for the number', async () => {
    const { keyboard, done } = await runByHand(planned.plan(COUNT));
    assert.equal(await keyboard.typeInVain('11'), `Type exactly this: ${COUNT}`);
    await keyboard.escape();
    await done;
    assert.equal(attachCount(), 0);
    assert.deepEqual(
      recorder.shown.filter(([sink]) => sink === 'notification'),
      [],
    );
  });

  it('requires the name of a folder that it deletes', async () => {
    const { keyboard, done } = await runByHand(await deletionOf('folder'));
    const { placeholder } = await keyboard.box();
    assert.equal(placeholder, 'To delete, type the name of the folder: Goes');
    for (const wrong of ['1', 'goes', 'Tea House']) {
      assert.equal(await keyboard.typeInVain(wrong), 'Type exactly this: Goes');
    }
    assert.equal(deleteCount(), 0);
    await keyboard.type('Goes');
    await done;
    await waitForResult();
    assert.equal(deleteCount(), 1);
  });

  it('requires the number of tags that it deletes', async () => {
    const { keyboard, done } = await runByHand(await deletionOf('tag'));
    assert.equal(
      (await keyboard.box()).placeholder,
      'To delete, type the number of tags and folders: 1',
    );
    assert.equal(await keyboard.typeInVain('Tea House'), 'Type exactly this: 1');
    assert.equal(deleteCount(), 0);
    await keyboard.type('1');
    await done;
    await waitForResult();
    assert.equal(deleteCount(), 1);
  });
});
