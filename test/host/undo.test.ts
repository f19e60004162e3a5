import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { Keyboard } from './keyboard.ts';
import { Messages } from './messages.ts';
import { addBot, failure, idsBelow, nodeOf, run } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

describe('Undo', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let messages: Messages;
  let keyboard: Keyboard;

  beforeEach(async () => {
    service = await startSandbox({ token: 'undo', botId: 'bot-undo', customers: 10 });
    bot = await addBot(service);
    await run('botTags.clearJournal', { confirmed: true });
    recorder.start();
    messages = new Messages(recorder);
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const inStatusBar = (): string | undefined =>
    recorder.shown.findLast(([sink]) => sink === 'statusBar')?.[1];

  it('deletes a new tag from the message about its creation, after confirmation', async () => {
    messages.presses = ['Undo'];
    const created = commands.executeCommand('botTags.createTag', await nodeOf(bot));
    await keyboard.type('Spring');
    await created;
    const question = 'Delete "Spring" in the service?';
    assert.deepEqual(messages.texts, ['"Spring" created.', question]);
    assert.deepEqual([(await idsBelow(bot)).length, service.requests.deleteItem], [1, 0]);
    messages.presses = ['Undo', 'Delete'];
    const again = commands.executeCommand('botTags.createTag', await nodeOf(bot));
    await keyboard.type('Autumn');
    await again;
    assert.equal(inStatusBar(), '$(check) Deleted "Autumn".');
    assert.deepEqual([(await idsBelow(bot)).length, service.requests.deleteItem], [1, 1]);
  });

  it('creates all deleted tags again from the message about their deletion', async () => {
    const ids: string[] = [];
    for (const name of ['One', 'Two']) ids.push(await run('botTags.createTag', { bot, name }));
    const nodes = await Promise.all(ids.map((id) => nodeOf(bot, id)));
    messages.presses = ['Delete', 'Undo', 'Undo'];
    await commands.executeCommand('botTags.deleteItem', nodes[0], nodes);
    assert.deepEqual(messages.texts.slice(1), ['Deleted 2 tags and folders.', 'Undo 2 changes?']);
    assert.match(
      messages.all[2]?.detail ?? '',
      /^Delete tag "One"\nDelete tag "Two"\n\nThe ID will change/,
    );
    assert.equal(inStatusBar(), '$(check) 2 changes undone.');
    const created = await idsBelow(bot);
    assert.equal(created.filter((id) => !ids.includes(id ?? '')).length, 2);
    assert.equal(created.length, 2);
  });

  it('is not offered after a folder was deleted, which cannot be created again', async () => {
    const id = await run('botTags.createFolder', { bot, name: 'Folder' });
    messages.presses = ['Delete'];
    await commands.executeCommand('botTags.deleteItem', await nodeOf(bot, id));
    assert.deepEqual(messages.texts, ['Delete "Folder" in the service?']);
    assert.equal(inStatusBar(), '$(check) Deleted "Folder".');
  });

  it('lists the changes that can be undone, latest first, if called from the palette', async () => {
    const user = { rawUid: 'U-1', channel: 'line', pageId: 'page-1' } as const;
    await run('botTags.createTag', { bot, name: 'First' });
    const tagId = await run('botTags.createTag', { bot, name: 'Second' });
    // Undo is offered only if the customer is known to have been without the tag.
    await run('botTags.listUserTags', { bot, user });
    await run('botTags.attachTag', { bot, tagId, user });
    await failure(run('botTags.attachTag', { bot, tagId: 'tag-none', user }));
    messages.presses = ['Detach'];
    const undone = commands.executeCommand('botTags.undo');
    const entries = await keyboard.entries((rows) => rows.length > 0);
    assert.deepEqual(
      entries.map((entry) => entry.replace(/: Tea House .*/, '')),
      ['Attach "Second" to U-1', 'Create tag "Second"', 'Create tag "First"'],
    );
    await keyboard.pick('Attach "Second" to U-1');
    await undone;
    assert.deepEqual(messages.texts, ['Detach "Second" from U-1?']);
    assert.equal(service.requests.detachTag, 1);
  });
});
