import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CustomerPage } from '../../src/core/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBot, failure, idsBelow, nodeOf, resOf, run, shown } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const VIP = 'tag--PTfLM4wQ';
/** None of them is without an ID. */
const CUSTOMERS = 40;

interface Record {
  readonly id: string;
  readonly tags: readonly { readonly id: string; readonly count: number }[];
}

describe('one tag in the place of others', () => {
  let service: Sandbox;
  let bot: string;
  const recorder = new WindowRecorder();

  const open = async (customers = CUSTOMERS): Promise<void> => {
    service = await startSandbox({ token: 'refactor', botId: 'bot-refactor', customers });
    bot = await addBot(service);
    await run('botTags.addExisting', { bot, id: VIP });
  };

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const customers = async (): Promise<readonly Record[]> => {
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=3086`;
    return ((await resOf(service, 'GET', path)) as { records: Record[] } & CustomerPage).records;
  };
  const holdersOf = async (...ids: readonly string[]): Promise<readonly string[]> =>
    (await customers())
      .filter(({ tags }) => tags.some(({ id }) => ids.includes(id)))
      .map(({ id }) => id);
  const texts = (): string => recorder.shown.map(([, text]) => text).join('\n');

  it('renames: everybody gets a new tag, which stands in the tree where the old one was', async () => {
    await open();
    const before = await holdersOf(VIP);
    assert.ok(before.length > 3);
    await run('botTags.setFolder', { bot, ids: [VIP], folderId: null });
    const summary = await run('botTags.renameTag', {
      ...{ bot, tagId: VIP, name: 'Gold' },
      confirmed: true,
    });
    assert.deepEqual([summary.isDone, summary.reason, summary.deleted], [true, null, [VIP]]);
    assert.deepEqual([summary.holders, summary.withNew], [before.length, before.length]);
    assert.deepEqual(await holdersOf(summary.tagId), before);
    const { requests } = service;
    assert.deepEqual([requests.createItem, requests.deleteItem], [1, 1]);
    assert.equal(requests.attachTag, before.length);
    assert.deepEqual(await idsBelow(bot), [summary.tagId]);
    assert.equal((await shown(bot, summary.tagId)).label, 'Gold');
    assert.match(
      await failure(run('botTags.renameTag', { bot, tagId: VIP, name: 'x', confirmed: true })),
      /tag--PTfLM4wQ is not on the list/,
    );
  });

  it('merges several tags, and raises the count of nobody who had the one that stays', async () => {
    await open();
    const tagId = await run('botTags.createTag', { bot, name: 'Stays' });
    const other = await run('botTags.createTag', { bot, name: 'Goes' });
    const records = await customers();
    const refs = records.map(({ id }, index) => ({ id, ...refAt(records, index) }));
    const [one, two] = refs;
    assert.ok(one !== undefined && two !== undefined);
    const { id: _one, ...user } = one;
    const { id: _two, ...second } = two;
    await run('botTags.attachTag', { bot, tagId, user });
    await run('botTags.attachTag', { bot, tagId: other, user });
    await run('botTags.attachTag', { bot, tagId: other, user: second });
    const wanted = await holdersOf(VIP, other, tagId);
    const summary = await run('botTags.mergeTags', {
      ...{ bot, tagIds: [VIP, other], into: tagId },
      confirmed: true,
    });
    assert.deepEqual([summary.isDone, summary.tagId], [true, tagId]);
    assert.deepEqual(summary.deleted, [VIP, other]);
    assert.deepEqual(await holdersOf(tagId), wanted);
    for (const { tags } of await customers()) {
      assert.ok(tags.every(({ id, count }) => id !== tagId || count === 1));
    }
    assert.match(
      await failure(
        run('botTags.mergeTags', { bot, tagIds: [tagId], into: tagId, confirmed: true }),
      ),
      /cannot be merged into itself/,
    );
  });

  it('recreates in a folder of the service, which "Set Folder…" never does', async () => {
    await open();
    const folderId = await run('botTags.createFolder', { bot, name: 'Campaigns' });
    await run('botTags.setFolder', { bot, ids: [VIP], folderId });
    const { isDone, tagId } = await run('botTags.recreateInFolder', {
      ...{ bot, tagId: VIP, folderId },
      confirmed: true,
    });
    assert.ok(isDone, 'what somebody said of its place is not what the service has');
    const item = service.items().find(({ id }) => id === tagId);
    assert.deepEqual([item?.name, item?.parentId], ['VIP', folderId]);
    assert.deepEqual(await idsBelow(bot, folderId), [tagId]);
    const again = run('botTags.recreateInFolder', { bot, tagId, folderId, confirmed: true });
    assert.match(await failure(again), /is in this folder already/);
  });

  it('keeps the old tag when somebody would be left without one, unless it is told to', async () => {
    await open(700);
    const argument = { bot, tagId: VIP, name: 'Gold', confirmed: true } as const;
    const kept = await run('botTags.renameTag', argument);
    assert.deepEqual([kept.isDone, kept.reason, kept.deleted], [false, 'person', []]);
    assert.ok(kept.untaggable > 0);
    assert.equal(service.requests.deleteItem, 0);
    const done = await run('botTags.mergeTags', {
      ...{ bot, tagIds: [VIP], into: kept.tagId, confirmed: true },
      deleteAnyway: true,
    });
    assert.deepEqual([done.isDone, done.untaggable], [true, kept.untaggable]);
  });

  it('sends nothing to a bot that is read-only', async () => {
    await open();
    await run('botTags.makeReadOnly', { bot });
    const confirmed = true as const;
    const refusals = [
      run('botTags.renameTag', { bot, tagId: VIP, name: 'Gold', confirmed }),
      run('botTags.mergeTags', { bot, tagIds: [VIP], into: VIP, confirmed }),
      run('botTags.recreateInFolder', { bot, tagId: VIP, folderId: null, confirmed }),
    ];
    for (const refusal of refusals)
      assert.match(await failure(refusal), /is read-only, so nothing/);
    recorder.start();
    await vscode.commands.executeCommand('botTags.renameTag', await nodeOf(bot, VIP));
    assert.match(texts(), /is read-only, so nothing was sent/);
    const { requests } = service;
    assert.deepEqual([requests.createItem, requests.attachTag, requests.deleteItem], [0, 0, 0]);
    recorder.stop();
    await run('botTags.allowChanges', { bot });
  });

  it('says of a folder that the service cannot rename it, and what can be done', async () => {
    await open();
    const folderId = await run('botTags.createFolder', { bot, name: 'Campaigns' });
    recorder.start();
    await vscode.commands.executeCommand('botTags.renameTag', await nodeOf(bot, folderId));
    assert.match(texts(), /cannot rename a folder\. You can create a new one and use "Recreate in/);
    recorder.shown = [];
    await vscode.commands.executeCommand('botTags.mergeTags', await nodeOf(bot, folderId));
    assert.match(texts(), /"Campaigns" is not a tag/);
  });
});

function refAt(records: readonly Record[], index: number) {
  const { id, pageId, platform } = records[index] as Record & {
    readonly pageId: string;
    readonly platform: string;
  };
  const channel = platform === 'LINE' ? ('line' as const) : ('facebook' as const);
  return { rawUid: id, pageId, channel };
}
