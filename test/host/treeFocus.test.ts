import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { TreeFocus } from '../../src/catalogue/ui/treeDrawing.ts';
import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { itemsInFocus } from './itemsInFocus.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, nodeOf, product, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const { executeCommand } = vscode.commands;

/** Uses VS Code's own tree, whose rows are focused with VS Code's own commands. */
describe('Row with the focus ring', () => {
  let service: Sandbox;
  let bot: string;
  let tree: BotTree;
  let oneId: string;
  let twoId: string;

  beforeEach(async () => {
    const state = new MemoryState();
    service = await startSandbox({ token: 'focus', botId: 'bot-focus', customers: 10, state });
    bot = await addBot(service);
    oneId = await run('botTags.createTag', { bot, name: 'One' });
    twoId = await run('botTags.createTag', { bot, name: 'Two' });
    ({ tree } = await product());
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const inFocus = () => itemsInFocus(tree);
  const selected = () => tree.view.selection.map(({ item }) => item);

  it('is found without changing the selection, even by two reads at the same time', async () => {
    await tree.reveal(bot, oneId, { focus: true });
    await until('the item is selected', () => tree.view.selection[0]?.item === oneId);
    assert.deepEqual(await inFocus(), [oneId]);
    // While VS Code redraws the tree, it may miss a key, or move the focus back to the selected row.
    await until('the next row has the focus, and its ID is copied', async () => {
      await executeCommand('list.focusDown');
      const [items, itemsReadMeanwhile] = await Promise.all([inFocus(), inFocus()]);
      assert.deepEqual(itemsReadMeanwhile, items);
      await executeCommand('botTags.copyId', 'focus');
      const copied = await vscode.env.clipboard.readText();
      return isDeepStrictEqual(items, [twoId]) && copied === twoId;
    });
    assert.deepEqual(selected(), [oneId]);
  });

  it('is returned with the rest of the selection if it is selected', async () => {
    await tree.reveal(bot, oneId, { focus: true });
    await until('the item is selected', () => tree.view.selection[0]?.item === oneId);
    await executeCommand('list.expandSelectionDown');
    await until('both items are selected', () => tree.view.selection.length === 2);
    assert.deepEqual(await inFocus(), [twoId, oneId]);
    assert.deepEqual(new Set(selected()), new Set([oneId, twoId]));
  });

  it('is found after a refresh, when VS Code reports no selection at first', async () => {
    await tree.reveal(bot, oneId, { focus: true });
    await until('the item is selected', () => tree.view.selection[0]?.item === oneId);
    let isStale = true;
    const view = {
      get selection() {
        const reported = isStale ? [] : tree.view.selection;
        isStale = false;
        return reported;
      },
    };
    const nodes = await new TreeFocus(view).read();
    assert.deepEqual(
      nodes.map(({ item }) => item),
      [oneId],
    );
  });

  it('does not exist if the tree has no row', async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    try {
      await executeCommand('botTags.tree.focus');
      assert.equal(await nodeOf(bot), undefined);
      await until('nothing is selected', () => tree.view.selection.length === 0);
      assert.deepEqual(await tree.inFocus(), []);
    } finally {
      bot = await addBot(service);
    }
  });

  it('moves next to a deleted item, which is deleted even if no row can be revealed', async () => {
    const recorder = new WindowRecorder();
    const deleteByHand = async (id: string): Promise<void> => {
      const node = await nodeOf(bot, id);
      recorder.start();
      await executeCommand('botTags.deleteItem', node);
      recorder.stop();
    };
    const reveal = tree.view.reveal.bind(tree.view);
    const revealed: unknown[] = [];
    const failing = (node: { item?: string }): Promise<void> => {
      revealed.push(node.item);
      return Promise.reject(new Error('Cannot resolve tree item for element'));
    };
    try {
      Object.assign(tree.view, { reveal: failing });
      await deleteByHand(oneId);
    } finally {
      Object.assign(tree.view, { reveal });
      recorder.stop();
    }
    assert.deepEqual(revealed, [twoId]);
    assert.equal(service.requests.deleteItem, 1);
    await deleteByHand(twoId);
    assert.equal(service.requests.deleteItem, 2);
  });
});

describe('Command that reveals a row', () => {
  let service: Sandbox;
  let bot: string;
  let tree: BotTree;
  let folder: string;
  let tag: string;
  let recorder: WindowRecorder;
  let keyboard: Keyboard;

  beforeEach(async () => {
    const state = new MemoryState();
    service = await startSandbox({ token: 'shows', botId: 'bot-shows', customers: 10, state });
    bot = await addBot(service);
    folder = await run('botTags.createFolder', { bot, name: 'Folder' });
    tag = await run('botTags.createTag', { bot, name: 'Tag' });
    ({ tree } = await product());
    await tree.reveal(bot, folder, { focus: true });
    recorder = new WindowRecorder();
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const inFocus = () => itemsInFocus(tree);
  const idOf = (name: string) => service.items().find((item) => item.name === name)?.id;

  it('sets the focus on the new tag if it was started on a folder', async () => {
    const done = executeCommand('botTags.createTag', await nodeOf(bot, folder));
    await keyboard.type('New');
    await done;
    assert.deepEqual(await inFocus(), [idOf('New')]);
    await executeCommand('botTags.deleteItem', 'focus');
    assert.deepEqual([idOf('New'), idOf('Folder'), idOf('Tag')], [undefined, folder, tag]);
  });

  it('sets the focus on an item that was added by its ID', async () => {
    await run('botTags.removeFromList', { bot, ids: [tag] });
    const done = executeCommand('botTags.addExisting', await nodeOf(bot));
    await keyboard.type(tag);
    await done;
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('sets the focus on a tag that was moved, even if the tag was selected before', async () => {
    await tree.reveal(bot, tag);
    const done = executeCommand('botTags.moveToFolder', await nodeOf(bot, tag));
    await keyboard.pick('Folder');
    await keyboard.pick('Move in List Only');
    await done;
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('sets the focus even if VS Code drops the reveal of a row that is already selected', async () => {
    await tree.reveal(bot, tag);
    const reveal = tree.view.reveal.bind(tree.view);
    let attempts = 0;
    tree.view.reveal = async (...args) => {
      attempts += 1;
      if (attempts > 2) await reveal(...args);
    };
    try {
      await tree.reveal(bot, tag, { focus: true });
    } finally {
      tree.view.reveal = reveal;
    }
    assert.ok(attempts >= 3);
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('sets the focus on a tag that Undo puts back into the list', async () => {
    recorder.replace({
      showInformationMessage: (_: string, ...buttons: unknown[]) => Promise.resolve(buttons.at(-1)),
    });
    await executeCommand('botTags.removeFromList', await nodeOf(bot, tag));
    assert.notEqual(await nodeOf(bot, tag), undefined);
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('sets the focus on a new bot if it was started in the welcome view or the title', async () => {
    // VS Code passes an argument from the welcome view, and `undefined` from the title of the view.
    for (const received of [['welcome'], [undefined]]) {
      await tree.reveal(bot, folder, { focus: true });
      await executeCommand('botTags.trySandbox', ...received);
      const [node] = await tree.inFocus();
      assert.equal(node?.isBot, true);
      assert.notEqual(node?.bot, bot);
      await run('botTags.removeBot', { bot: node?.bot ?? '', confirmed: true });
    }
  });

  it('does not move the focus if it was started from the palette', async () => {
    const done = executeCommand('botTags.createTag');
    await keyboard.type('New');
    await done;
    await until('the item is selected', () => tree.view.selection[0]?.item === idOf('New'));
    assert.deepEqual(await inFocus(), [folder]);
    await executeCommand('botTags.trySandbox');
    const [sandbox] = tree.view.selection;
    assert.deepEqual(await inFocus(), [folder]);
    await run('botTags.removeBot', { bot: sandbox?.bot ?? '', confirmed: true });
  });

  it('does not move the focus if a program calls it', async () => {
    await run('botTags.createTag', { bot, name: 'New', parentId: folder });
    await run('botTags.moveToFolder', { bot, ids: [tag], folderId: folder });
    await run('botTags.removeFromList', { bot, ids: [tag] });
    await run('botTags.addExisting', { bot, id: tag });
    assert.deepEqual(await inFocus(), [folder]);
  });
});
