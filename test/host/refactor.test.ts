import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CustomerPage } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { writeRefactor } from '../../src/runs/refactorState.ts';
import { holdOwner } from '../../src/catalogue/livingOwner.ts';
import { runRecord } from '../unit/catalogue/store/journalRecords.ts';
import { resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { addBot, failure, idsBelow, nodeOf, run, shown, until } from './product.ts';
import { resumeRun, undoRun } from './resumed.ts';
import { otherWindow } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';

/** Number of customers. All have an ID. Tests with 700 customers have some without an ID, who cannot get a new tag. */
const CUSTOMERS = 40;

interface Customer {
  readonly id: string;
  readonly tags: readonly { readonly id: string; readonly count: number }[];
}

describe('Replacing tags by another one', () => {
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

  const customers = async (): Promise<readonly Customer[]> => {
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=3086`;
    return ((await resOf(service, 'GET', path)) as { records: Customer[] } & CustomerPage).records;
  };
  const holdersOf = async (...ids: readonly string[]): Promise<readonly string[]> =>
    (await customers())
      .filter(({ tags }) => tags.some(({ id }) => ids.includes(id)))
      .map(({ id }) => id);
  const texts = (): string => recorder.shown.map(([, text]) => text).join('\n');

  it('renames a tag: all of its customers get a new tag, which takes its position in the tree', async () => {
    await open();
    const oldHolders = await holdersOf(VIP);
    assert.ok(oldHolders.length > 3);
    await run('botTags.moveToFolder', { bot, ids: [VIP], folderId: null });
    const summary = await run('botTags.renameTag', {
      bot,
      tagId: VIP,
      name: 'Gold',
      confirmed: true,
    });
    assert.deepEqual([summary.isDone, summary.reason, summary.deleted], [true, null, [VIP]]);
    assert.deepEqual([summary.holders, summary.withNew], [oldHolders.length, oldHolders.length]);
    assert.deepEqual(await holdersOf(summary.tagId), oldHolders);
    const { requests } = service;
    assert.deepEqual([requests.createItem, requests.deleteItem], [1, 1]);
    assert.equal(requests.attachTag, oldHolders.length);
    assert.deepEqual(await idsBelow(bot), [summary.tagId]);
    assert.equal((await shown(bot, summary.tagId)).label, 'Gold');
    assert.match(
      await failure(run('botTags.renameTag', { bot, tagId: VIP, name: 'x', confirmed: true })),
      /tag--PTfLM4wQ is not in the list/,
    );
  });

  it('merges several tags without raising the count for customers who already had the remaining tag', async () => {
    await open();
    const tagId = await run('botTags.createTag', { bot, name: 'Stays' });
    const other = await run('botTags.createTag', { bot, name: 'Goes' });
    const records = await customers();
    const users = records.map(({ id }, index) => ({ id, ...userAt(records, index) }));
    const [first, next] = users;
    assert.ok(first !== undefined && next !== undefined);
    const { id: _one, ...user } = first;
    const { id: _two, ...second } = next;
    await run('botTags.attachTag', { bot, tagId, user });
    await run('botTags.attachTag', { bot, tagId: other, user });
    await run('botTags.attachTag', { bot, tagId: other, user: second });
    const expectedHolders = await holdersOf(VIP, other, tagId);
    const summary = await run('botTags.mergeTags', {
      bot,
      tagIds: [VIP, other],
      into: tagId,
      confirmed: true,
    });
    assert.deepEqual([summary.isDone, summary.tagId], [true, tagId]);
    assert.deepEqual(summary.deleted, [VIP, other]);
    assert.deepEqual(await holdersOf(tagId), expectedHolders);
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

  it('recreates a tag in a folder of the service only if requested', async () => {
    await open();
    const folderId = await run('botTags.createFolder', { bot, name: 'Campaigns' });
    await run('botTags.moveToFolder', { bot, ids: [VIP], folderId });
    assert.equal(service.requests.createItem, 1, 'only the folder was created in the service');
    // In the list, the tag is already in the folder, but in the service, it is not.
    const options = { bot, folderId, recreate: true, confirmed: true } as const;
    const moved = await run('botTags.moveToFolder', { ...options, ids: [VIP] });
    assert.ok(moved?.isDone, 'the tag is recreated, because it was in the folder only in the list');
    const { tagId } = moved;
    const item = service.items().find(({ id }) => id === tagId);
    assert.deepEqual([item?.name, item?.parentId], ['VIP', folderId]);
    assert.deepEqual(await idsBelow(bot, folderId), [tagId]);
    const again = run('botTags.moveToFolder', { ...options, ids: [tagId] });
    assert.match(await failure(again), /is already in this folder/);
  });

  it('keeps the old tag if a customer would be left without one, unless `deleteAnyway` is set', async () => {
    await open(700);
    const argument = { bot, tagId: VIP, name: 'Gold', confirmed: true } as const;
    const paused = await run('botTags.renameTag', argument);
    assert.deepEqual([paused.isDone, paused.reason, paused.deleted], [false, 'person', []]);
    assert.ok(paused.untaggable > 0);
    assert.equal(service.requests.deleteItem, 0);
    const done = await run('botTags.renameTag', { ...argument, deleteAnyway: true });
    assert.deepEqual([done.isDone, done.untaggable], [true, paused.untaggable]);
    assert.deepEqual([done.run, done.tagId], [paused.run, paused.tagId], 'the run is continued');
    const { requests } = service;
    assert.deepEqual([requests.createItem, requests.attachTag], [1, paused.holders]);
  });

  it('is resumed and undone like any run, until the old tag is deleted', async () => {
    await open(700);
    const into = await run('botTags.createTag', { bot, name: 'Stays' });
    const oldHolders = await holdersOf(VIP);
    const argument = { bot, tagIds: [VIP], into, confirmed: true } as const;
    const { run: id, untaggable, withNew } = await run('botTags.mergeTags', argument);
    assert.ok(untaggable > 0 && withNew > 0);
    const again = await resumeRun({ run: id, confirmed: true });
    assert.deepEqual([again.state, again.reason], ['paused', 'person']);
    assert.equal(service.requests.attachTag, withNew, 'no customer got the new tag twice');
    assert.equal((await holdersOf(into)).length, withNew);
    const undone = await undoRun(id);
    assert.equal(undone.state, 'cancelled');
    assert.deepEqual([await holdersOf(VIP), await holdersOf(into)], [oldHolders, []]);
    assert.match(
      await failure(run('botTags.undo', { run: id, confirmed: true })),
      /has already been undone/,
    );
    assert.match(await failure(resumeRun({ run: id })), /has already been undone/);
  });

  it('is resumed by a program only with confirmation, in any environment', async () => {
    await open(700);
    const argument = { bot, tagId: VIP, name: 'Gold', confirmed: true } as const;
    const { run: id } = await run('botTags.renameTag', argument);
    const requestsBefore = service.requests.listCustomers;
    for (const command of ['botTags.resume', 'botTags.retryFailed'] as const) {
      assert.match(
        await failure(run(command, { run: id })),
        /^To delete something in the service, this command requires the argument "confirmed": true\. Nothing was sent\.$/,
      );
    }
    assert.equal(service.requests.listCustomers, requestsBefore);
    await run('botTags.undo', { run: id, confirmed: true });
  });

  it('is finished by a program with confirmation after its host was killed during the create', async () => {
    await open();
    const oldHolders = await holdersOf(VIP);
    const { journal, close } = await otherWindow();
    const killed = await holdOwner();
    const { botId, baseUrl } = service;
    const detail = writeRefactor({
      kind: 'rename',
      old: [{ id: VIP, name: 'VIP' }],
      phase: 'creating',
      start: Date.now(),
      target: { id: null, name: 'Gold', parentId: null },
      hasDeleted: false,
      at: { botId, baseUrl },
    });
    const recordFields = { bot, detail, kind: 'rename', plan: '', state: 'running' } as const;
    const record = runRecord(crypto.randomUUID(), { ...recordFields, owner: killed.text });
    journal.saveRun(record);
    killed.close();
    close();
    assert.match(await failure(resumeRun({ run: record.id })), /requires the argument "confirmed"/);
    const { createItem } = service.requests;
    assert.equal(createItem, 0);
    const ended = await resumeRun({ run: record.id, confirmed: true });
    assert.deepEqual([ended.state, ended.reason], ['done', null]);
    const created = service.items().find(({ name }) => name === 'Gold') ?? assert.fail();
    assert.deepEqual(await holdersOf(created.id), oldHolders);
    assert.equal(service.requests.attachTag, oldHolders.length);
  });

  it('accepts only confirmed calls of programs in production', async () => {
    await open();
    await run('botTags.botSettings', { bot, environment: 'production' });
    const into = await run('botTags.createTag', { bot, name: 'Stays', confirmed: true });
    const argument = { bot, tagIds: [VIP], into } as never;
    assert.match(await failure(run('botTags.mergeTags', argument)), /mergeTags: confirmed: /);
    assert.equal(service.requests.attachTag, 0);
    const done = await run('botTags.mergeTags', { bot, tagIds: [VIP], into, confirmed: true });
    assert.ok(done.isDone);
  });

  it('requires typing the number of customers once in production', async () => {
    await open();
    await run('botTags.botSettings', { bot, environment: 'production' });
    const { length: count } = await holdersOf(VIP);
    recorder.start();
    const { createInputBox } = vscode.window;
    const boxes: vscode.InputBox[] = [];
    const hidden = new Set<vscode.InputBox>();
    recorder.replace({
      createInputBox: () => {
        const box = createInputBox();
        boxes.push(box);
        box.onDidHide(() => hidden.add(box));
        return box;
      },
    });
    const answer = async (index: number, text: string, placeholder: string): Promise<void> => {
      await until(`input box ${index} is open`, () => boxes[index]?.title !== undefined);
      const box = boxes[index] ?? assert.fail();
      assert.equal(box.placeholder ?? '', placeholder);
      box.value = text;
      await until(`input box ${index} is answered`, async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return hidden.has(box);
      });
    };
    const renaming = vscode.commands.executeCommand('botTags.renameTag', await nodeOf(bot, VIP));
    await answer(0, 'Gold', '');
    await renaming;
    await answer(1, String(count), `Type the number of customers: ${count}`);
    await until('the tag is renamed', () => texts().includes('"VIP" is now "Gold", with a new ID'));
    assert.match(texts(), /Rename "VIP" to "Gold"\?[^]*Environment: production/);
    assert.doesNotMatch(texts(), /Delete "VIP" in the service\?/);
    assert.equal(boxes.length, 2);
    assert.equal(service.requests.deleteItem, 1);
    assert.equal((await customers()).filter(({ tags }) => tags.some(isVip)).length, 0);
  });

  it('sends nothing to a read-only bot', async () => {
    await open();
    await run('botTags.botSettings', { bot, readOnly: true });
    const confirmed = true as const;
    const refusals = [
      run('botTags.renameTag', { bot, tagId: VIP, name: 'Gold', confirmed }),
      run('botTags.mergeTags', { bot, tagIds: [VIP], into: VIP, confirmed }),
      run('botTags.moveToFolder', { bot, ids: [VIP], folderId: null, recreate: true, confirmed }),
    ];
    for (const refusal of refusals)
      assert.match(await failure(refusal), /is read-only, so nothing/);
    recorder.start();
    await vscode.commands.executeCommand('botTags.renameTag', await nodeOf(bot, VIP));
    assert.match(texts(), /is read-only, so nothing was sent/);
    const { requests } = service;
    assert.deepEqual([requests.createItem, requests.attachTag, requests.deleteItem], [0, 0, 0]);
    recorder.stop();
    await run('botTags.botSettings', { bot, readOnly: false });
  });

  it('reports that the service cannot rename a folder, and what the user can do', async () => {
    await open();
    const folderId = await run('botTags.createFolder', { bot, name: 'Campaigns' });
    recorder.start();
    await vscode.commands.executeCommand('botTags.renameTag', await nodeOf(bot, folderId));
    assert.match(
      texts(),
      /cannot rename a folder\. Create a new folder, then use "Move to Folder…"/,
    );
    recorder.shown = [];
    await vscode.commands.executeCommand('botTags.mergeTags', await nodeOf(bot, folderId));
    assert.match(texts(), /This command works only on tags\. Select a tag\./);
  });
});

const isVip = ({ id }: { readonly id: string }): boolean => id === VIP;

function userAt(records: readonly Customer[], index: number) {
  const { id, pageId, platform } = records[index] as Customer & {
    readonly pageId: string;
    readonly platform: string;
  };
  const channel = platform === 'LINE' ? ('line' as const) : ('facebook' as const);
  return { rawUid: id, pageId, channel };
}
