import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, idsBelow, nodeOf, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const LIST = 'Move in List Only';
const SERVICE = 'Recreate in Service';

describe('Move to Folder', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let keyboard: Keyboard;

  beforeEach(async () => {
    service = await startSandbox({ token: 'moving', botId: 'bot-moving', customers: 10 });
    bot = await addBot(service);
    folder = await run('botTags.createFolder', { bot, name: 'Campaigns' });
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const createTag = (name: string, parentId?: string): Promise<string> =>
    run('botTags.createTag', { bot, name, parentId });
  const texts = (): string => recorder.shown.map(([, text]) => text).join('\n');
  /** Moves items as a user who makes these picks. */
  async function move(ids: readonly string[], ...picks: readonly string[]): Promise<void> {
    const nodes = await Promise.all(ids.map((id) => nodeOf(bot, id)));
    const done = vscode.commands.executeCommand('botTags.moveToFolder', nodes[0], nodes);
    for (const pick of picks) await keyboard.pick(pick);
    await done;
  }

  it('changes only the list, if that is chosen', async () => {
    const tag = await createTag('Tea');
    const created = service.requests.createItem;
    await move([tag], 'Campaigns', LIST);
    assert.deepEqual(await idsBelow(bot, folder), [tag]);
    assert.equal(service.items().find(({ id }) => id === tag)?.parentId, null);
    assert.equal(service.requests.createItem, created);
  });

  it('recreates one tag in the picked folder of the service, if that is chosen', async () => {
    const tag = await createTag('Tea');
    await move([tag], 'Campaigns', SERVICE);
    await until('the old tag is gone', async () => (await nodeOf(bot, tag)) === undefined);
    assert.doesNotMatch(texts(), /\?/, 'no customer has the tag, so no question is shown');
    const [recreated, ...others] = service.items().filter(({ name }) => name === 'Tea');
    assert.deepEqual([recreated?.parentId, others], [folder, []]);
    assert.deepEqual(await idsBelow(bot, folder), [recreated?.id]);
  });

  it('recreates a tag that is in the picked folder only in the list', async () => {
    const tag = await createTag('Tea');
    await run('botTags.moveToFolder', { bot, ids: [tag], folderId: folder });
    await move([tag], 'Campaigns', SERVICE);
    await until('the old tag is gone', async () => (await nodeOf(bot, tag)) === undefined);
    assert.equal(service.items().find(({ name }) => name === 'Tea')?.parentId, folder);
  });

  it('offers no choice if only the list can change', async () => {
    const [tag, other] = [await createTag('Tea'), await createTag('Coffee', folder)];
    const created = service.requests.createItem;
    // With a choice, each of these moves would wait for a second pick. First: several items.
    await move([tag, other], 'Campaigns');
    assert.deepEqual(new Set(await idsBelow(bot, folder)), new Set([tag, other]));
    // A tag that is already there.
    await move([other], 'Campaigns');
    assert.match(
      texts(),
      /Nothing was moved, because all items are already in the selected location/,
    );
    // A folder, and then a tag of a read-only bot.
    await move([folder], 'No Folder');
    await run('botTags.botSettings', { bot, readOnly: true });
    await move([tag], 'No Folder');
    assert.deepEqual(await idsBelow(bot, folder), [other]);
    assert.equal(service.requests.createItem, created);
  });
});
