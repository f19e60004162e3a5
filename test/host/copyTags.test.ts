import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, failure, nodeOf, run } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const ODD = 'Odd [x](command:evil) $(zap) "q"';

describe('Copying tags to another bot', () => {
  let state: MemoryState;
  let shop: Sandbox;
  let staging: Sandbox;
  let from: string;
  let to: string;
  let folder: string;
  let tags: readonly string[];

  beforeEach(async () => {
    state = new MemoryState();
    const options = { customers: 5 };
    shop = await startSandbox({ ...options, token: 'copy-shop', botId: 'bot-copy-shop' });
    staging = await startSandbox({ ...options, token: 'copy-to', botId: 'bot-copy-to', state });
    from = await addBot(shop, 'Copy Shop');
    to = await addBot(staging, 'Copy Staging');
    folder = await run('botTags.createFolder', { bot: from, name: 'Campaigns' });
    const create = (name: string, parentId?: string): Promise<string> =>
      run('botTags.createTag', {
        bot: from,
        name,
        ...(parentId === undefined ? {} : { parentId }),
      });
    tags = [await create('Spring', folder), await create(ODD, folder), await create('Plain')];
  });

  afterEach(async () => {
    for (const bot of [from, to]) await run('botTags.removeBot', { bot, confirmed: true });
    for (const service of [shop, staging]) await service.close();
  });

  const inStaging = (id: string | undefined) => staging.items().find((item) => item.id === id);

  it('creates missing items, maps old to new IDs, and is undone', async () => {
    const countBefore = staging.items().length;
    const copied = await run('botTags.copyTags', { bot: from, to });
    assert.deepEqual([copied.state, copied.counts.done], ['done', 4]);
    assert.deepEqual(Object.keys(copied.ids).toSorted(), [folder, ...tags].toSorted());
    const [spring, odd, plain] = tags.map((id) => inStaging(copied.ids[id]));
    assert.deepEqual([spring?.name, odd?.name, plain?.name], ['Spring', ODD, 'Plain']);
    const parentIds = [spring, odd, plain].map((item) => item?.parentId);
    assert.deepEqual(parentIds, [copied.ids[folder], copied.ids[folder], null]);
    const again = await run('botTags.copyTags', { bot: from, to, ids: [tags[0] ?? ''] });
    assert.deepEqual([again.state, again.counts.total], ['done', 0]);
    assert.equal(again.ids[tags[0] ?? ''], copied.ids[tags[0] ?? '']);
    assert.equal(staging.items().length, countBefore + 4);
    const undone = await run('botTags.undo', { run: copied.run, confirmed: true });
    // The undo deletes the created items, and then the copy itself counts as canceled.
    assert.ok('state' in undone && undone.state === 'cancelled');
    assert.equal(staging.items().length, countBefore);
    const twice = await failure(run('botTags.undo', { run: copied.run, confirmed: true }));
    assert.match(twice, /already been undone/);
  });

  it('sends nothing to a read-only bot, and requires confirmation from programs in production', async () => {
    const { createItem } = staging.requests;
    await run('botTags.botSettings', { bot: to, readOnly: true });
    assert.match(await failure(run('botTags.copyTags', { bot: from, to })), /read-only/);
    await run('botTags.botSettings', { bot: to, readOnly: false, environment: 'production' });
    assert.match(
      await failure(run('botTags.copyTags', { bot: from, to })),
      /"Copy Staging" is production/,
    );
    assert.equal(staging.requests.createItem, createItem);
    await run('botTags.botSettings', { bot: to, environment: '', confirmed: true });
  });

  it('refuses a read-only bot as soon as the user has chosen it', async () => {
    await run('botTags.botSettings', { bot: to, readOnly: true });
    const recorder = new WindowRecorder();
    recorder.start();
    try {
      const keyboard = new Keyboard(recorder);
      const done = vscode.commands.executeCommand('botTags.copyTags', await nodeOf(from));
      await keyboard.pick('Copy Staging');
      await done;
      assert.ok(
        recorder.shown.some(([, text = '']) => text.includes('"Copy Staging" is read-only')),
      );
      assert.ok(
        !recorder.shown.some(([, text = '']) => text.startsWith('Select the items to create')),
      );
    } finally {
      recorder.stop();
    }
    await run('botTags.botSettings', { bot: to, readOnly: false });
  });

  it('resumes an unfinished copy without sending lost requests a second time', async () => {
    // The service carries out each request, but its response is lost.
    Object.assign(staging.switches, { lostEvery: 1, lostBy: '502' });
    const countBefore = staging.items().length;
    const unfinished = await run('botTags.copyTags', { bot: from, to, ids: [tags[2] ?? ''] });
    assert.deepEqual([unfinished.state, unfinished.counts.unknown], ['paused', 1]);
    assert.equal(staging.items().length, countBefore + 1);
    Object.assign(staging.switches, { lostEvery: 0 });
    for (let time = 0; time < 2; time++) {
      const again = await run('botTags.copyTags', { bot: from, to, ids: [tags[2] ?? ''] });
      assert.deepEqual(
        [again.run, again.state, again.counts.unknown],
        [unfinished.run, 'paused', 1],
      );
    }
    const resumed = await run('botTags.resume', { run: unfinished.run });
    assert.ok('state' in resumed && resumed.state === 'paused');
    assert.equal(staging.items().length, countBefore + 1);
    const result = await run('botTags.openRun', { run: unfinished.run });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(result));
    assert.match(document.getText(), /"ids": \{\}/);
    assert.match(document.getText(), /"name":"Plain","result":"unknown"/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is resumed after its bot was removed and added again', async () => {
    Object.assign(staging.switches, { lostEvery: 1, lostBy: '502' });
    const ids = tags.slice(2);
    const unfinished = await run('botTags.copyTags', { bot: from, to, ids });
    assert.equal(unfinished.state, 'paused');
    Object.assign(staging.switches, { lostEvery: 0 });
    await run('botTags.removeBot', { bot: to, confirmed: true });
    const countBefore = staging.items().length;
    to = await addBot(staging, 'Copy Staging Again');
    const again = await run('botTags.copyTags', { bot: from, to, ids });
    assert.deepEqual([again.run, again.counts.unknown], [unfinished.run, 1]);
    assert.equal(staging.items().length, countBefore, 'nothing is created a second time');
  });

  it('reports failed items in the result, and retries them on resume', async () => {
    const ids = [folder, tags[1] ?? ''] as const;
    const first = await run('botTags.copyTags', { bot: from, to, ids: [ids[1]] });
    const [folderId, odd] = ids.map((id) => first.ids[id] ?? assert.fail(id)) as [string, string];
    const item = inStaging(folderId) ?? assert.fail();
    // The list of the other bot has a folder that no longer exists in the service.
    state.removeItems([folderId, odd]);
    await run('botTags.removeFromList', { bot: to, ids: [odd] });
    const failed = await run('botTags.copyTags', { bot: from, to, ids: [ids[1]] });
    assert.deepEqual([failed.state, failed.counts.failed], ['paused', 1]);
    const uri = vscode.Uri.parse(await run('botTags.openRun', { run: failed.run }));
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /"result":"failed","words":"[^"]+/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    state.addItem(item);
    const resumed = await run('botTags.resume', { run: failed.run });
    assert.ok('state' in resumed && resumed.state === 'done');
  });
});
