import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { JournalTree } from '../../src/runs/ui/journalTree.ts';
import type { JournalNode } from '../../src/catalogue/ui/treeNode.ts';
import { filesWith } from '../support/filesWith.ts';
import { VIP } from '../support/sandboxItems.ts';
import { addBot, closeEditors, failure, product, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const CANARY = 'U-canary-of-the-journal';
const user = { rawUid: CANARY, pageId: 'page-1', channel: 'line' } as const;

interface Row {
  readonly node: JournalNode;
  readonly item: vscode.TreeItem;
}

/** Returns the value if it is a string, otherwise an empty string. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

describe('Journal', () => {
  let service: Sandbox;
  let bot: string;
  let journal: JournalTree;
  const recorder = new WindowRecorder();

  before(async () => {
    journal = await (await product()).openJournal();
  });

  beforeEach(async () => {
    service = await startSandbox({ token: 'journal', botId: 'bot-journal', customers: 10 });
    bot = await addBot(service, 'Journal Bot');
    await run('botTags.clearJournal', { confirmed: true });
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
  });

  /** Returns the rows of all days, as VS Code would draw them now. */
  async function rows(): Promise<readonly Row[]> {
    const foundRows: Row[] = [];
    for (const day of await journal.getChildren()) {
      for (const node of await journal.getChildren(day)) {
        foundRows.push({ node, item: await journal.getTreeItem(node) });
      }
    }
    return foundRows;
  }

  const labels = async () => (await rows()).map(({ item }) => textOf(item.label));
  const descriptionOf = (item: vscode.TreeItem | undefined): string => textOf(item?.description);

  async function newestRow(): Promise<Row> {
    const [row] = await rows();
    assert.ok(row, 'the Journal has a row');
    return row;
  }

  const hasTag = async (tagId: string): Promise<boolean> =>
    (await run('botTags.listUserTags', { bot, user })).some(({ tags }) =>
      tags.some(({ id }) => id === tagId),
    );

  it('lists each write with its customer, newest first, by day', async () => {
    const id = await run('botTags.createTag', { bot, name: 'Moon cake' });
    await run('botTags.attachTag', { bot, tagId: id, user });
    await run('botTags.detachTag', { bot, tagId: id, user });
    await run('botTags.deleteItem', { bot, id, confirmed: true });
    assert.deepEqual(await labels(), [
      'Delete tag "Moon cake"',
      `Detach "Moon cake" from ${CANARY}`,
      `Attach "Moon cake" to ${CANARY}`,
      'Create tag "Moon cake"',
    ]);
    const days = await journal.getChildren();
    assert.equal((await journal.getTreeItem(days[0] as JournalNode)).label, 'Today');
    const { item } = await newestRow();
    assert.match(descriptionOf(item), /^Journal Bot · /);
    assert.match(
      item.accessibilityInformation?.label ?? '',
      /^Delete tag "Moon cake", Journal Bot, /,
    );
  });

  it('shows a failed write with the message of the service', async () => {
    const tagId = await run('botTags.createTag', { bot, name: 'fine' });
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    await failure(run('botTags.attachTag', { bot, tagId, user }));
    const { item } = await newestRow();
    assert.match(descriptionOf(item), /^failed · Journal Bot · /);
    assert.match(textOf(item.tooltip), /\nFailed: /);
    assert.equal(item.contextValue, 'write');
  });

  it('undoes an attach only if the attach is known to have changed something', async () => {
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    const attachOfUnknownEffect = await newestRow();
    assert.equal(attachOfUnknownEffect.item.contextValue, 'write');
    assert.match(
      textOf(attachOfUnknownEffect.item.tooltip),
      /cannot be undone, because it is unknown whether/,
    );
    const refused = await failure(run('botTags.undo', { write: attachOfUnknownEffect.node.id }));
    assert.match(refused, /cannot be undone/);
    await run('botTags.detachTag', { bot, tagId: VIP, user });

    await run('botTags.attachTag', { bot, tagId: VIP, user });
    const row = await newestRow();
    assert.equal(row.item.contextValue, 'write.undoable');
    recorder.start();
    await vscode.commands.executeCommand('botTags.undo', row.node);
    recorder.stop();
    const dialogs = recorder.shown.filter(([sink]) => sink === 'dialog').map(([, text]) => text);
    assert.match(
      dialogs.join('\n'),
      /^Detach ".*" from U-canary.*\?\nBot: Journal Bot\nUndo does not restore the previous time and count /,
    );
    assert.equal(await hasTag(VIP), false);
    const [undo, undone] = await rows();
    assert.match(textOf(undo?.item.label), /^Detach /);
    assert.match(descriptionOf(undone?.item), /^undone · /);
    assert.equal(undone?.item.contextValue, 'write');
    const again = await failure(run('botTags.undo', { write: row.node.id }));
    assert.equal(again, 'This change has already been undone.');
  });

  it('undoes a detach, but no change that is no longer in effect', async () => {
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    await run('botTags.detachTag', { bot, tagId: VIP, user });
    const { node } = await newestRow();
    await run('botTags.undo', { write: node.id });
    assert.equal(await hasTag(VIP), true);

    await run('botTags.detachTag', { bot, tagId: VIP, user });
    const second = await newestRow();
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    const attachRequests = service.requests.attachTag;
    const message = await failure(run('botTags.undo', { write: second.node.id }));
    assert.match(message, /^There is nothing to undo/);
    assert.equal(service.requests.attachTag, attachRequests, 'the failed undo sent no write');
  });

  it('undoes a create by deleting, which a program must confirm', async () => {
    const id = await run('botTags.createTag', { bot, name: 'By mistake' });
    const write = (await newestRow()).node.id;
    assert.match(
      await failure(run('botTags.undo', { write })),
      /requires the argument "confirmed": true/,
    );
    await run('botTags.undo', { write, confirmed: true });
    assert.ok(!service.items().some((item) => item.id === id));
    assert.match(descriptionOf((await rows())[1]?.item), /^undone/);
  });

  it('creates a deleted tag again in its folder, and attaches it to its known customers', async () => {
    const parentId = await run('botTags.createFolder', { bot, name: 'Tea' });
    const id = await run('botTags.createTag', { bot, name: 'Oolong', parentId });
    const other = { ...user, rawUid: `${CANARY}-2` };
    await run('botTags.attachTag', { bot, tagId: id, user });
    await run('botTags.attachTag', { bot, tagId: id, user: other });
    await run('botTags.detachTag', { bot, tagId: id, user: other });
    await run('botTags.deleteItem', { bot, id, confirmed: true });
    const row = await newestRow();
    assert.equal(row.item.contextValue, 'write.undoable');
    recorder.start();
    await vscode.commands.executeCommand('botTags.undo', row.node);
    recorder.stop();
    const text = recorder.shown.map(([, shown]) => shown).join('\n');
    assert.match(text, /^Create "Oolong"\?\nBot: Journal Bot\nThe ID will change/);
    assert.match(text, / to 1 customer known to have had the deleted tag\./);
    const recreated = service.items().find((item) => item.name === 'Oolong');
    assert.ok(recreated && recreated.id !== id);
    assert.equal(recreated.parentId, parentId);
    assert.equal(await hasTag(recreated.id), true);
    // The deletion was the sixth write of this test. The oldest write is the last row.
    assert.match(descriptionOf((await rows()).at(-6)?.item), /^undone/);
  });

  it('undoes nothing for a read-only bot, and in production only with confirmation', async () => {
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    await run('botTags.detachTag', { bot, tagId: VIP, user });
    const write = (await newestRow()).node.id;
    await run('botTags.botSettings', { bot, readOnly: true });
    assert.match(await failure(run('botTags.undo', { write })), /is read-only/);
    await run('botTags.botSettings', { bot, readOnly: false });
    await run('botTags.botSettings', { bot, environment: 'production' });
    assert.match(
      await failure(run('botTags.undo', { write })),
      /requires the argument "confirmed": true/,
    );
    await run('botTags.undo', { write, confirmed: true });
    assert.equal(await hasTag(VIP), true);
  });

  it('opens as JSON, is stored without users, and is cleared', async () => {
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    const { node } = await newestRow();
    const uri = await run('botTags.openJournal', {});
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const [entry] = JSON.parse(document.getText()) as readonly Record<string, unknown>[];
    assert.deepEqual(
      [entry?.['write'], entry?.['kind'], entry?.['result']],
      [node.id, 'attach', 'done'],
    );
    assert.ok(document.getText().includes(CANARY), 'the user ID is in memory only');
    await vscode.commands.executeCommand('botTags.openJournal', node);
    await until('the document of the row is in front', () =>
      Promise.resolve(
        vscode.window.activeTextEditor?.document.getText().includes(node.id) === true,
      ),
    );

    const { context } = await product();
    const stored = [context.globalState, context.workspaceState].map((state) =>
      state.keys().map((key) => [key, state.get(key)]),
    );
    assert.ok(!JSON.stringify(stored).includes(CANARY));
    assert.deepEqual(await filesWith(context.globalStorageUri.fsPath, CANARY), []);

    await run('botTags.clearJournal', { confirmed: true });
    assert.deepEqual(await rows(), []);
  });
});
