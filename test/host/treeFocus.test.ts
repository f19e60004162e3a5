import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { TreeFocus } from '../../src/catalogue/ui/treeDrawing.ts';
import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { itemsInFocus } from './itemsInFocus.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, nodeOf, product, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const { executeCommand } = vscode.commands;

/** In VS Code's own tree, whose rows are focused by its own commands. */
describe('the row with the focus ring', () => {
  let service: Sandbox;
  let bot: string;
  let tree: BotTree;
  let one: string;
  let two: string;

  beforeEach(async () => {
    const state = new MemoryState();
    service = await startSandbox({ token: 'focus', botId: 'bot-focus', customers: 10, state });
    bot = await addBot(service);
    one = await run('botTags.createTag', { bot, name: 'One' });
    two = await run('botTags.createTag', { bot, name: 'Two' });
    ({ tree } = await product());
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const inFocus = () => itemsInFocus(tree);
  const selected = () => tree.view.selection.map(({ item }) => item);

  it('is found beside the selection, which stays, however many ask at once', async () => {
    await tree.reveal(bot, one, { focus: true });
    await until('it is selected', () => tree.view.selection[0]?.item === one);
    assert.deepEqual(await inFocus(), [one]);
    // A tree that is just being drawn misses a key.
    await until('the next row has the focus', async () => {
      await executeCommand('list.focusDown');
      return (await inFocus())[0] === two;
    });
    assert.deepEqual(await Promise.all([inFocus(), inFocus()]), [[two], [two]]);
    assert.deepEqual(selected(), [one]);
    await executeCommand('botTags.copyId', 'focus');
    assert.equal(await vscode.env.clipboard.readText(), two);
    assert.deepEqual(selected(), [one]);
  });

  it('brings the rest of the selection when it is part of it', async () => {
    await tree.reveal(bot, one, { focus: true });
    await until('it is selected', () => tree.view.selection[0]?.item === one);
    await executeCommand('list.expandSelectionDown');
    await until('both are selected', () => tree.view.selection.length === 2);
    assert.deepEqual(await inFocus(), [two, one]);
    assert.deepEqual(new Set(selected()), new Set([one, two]));
  });

  it('is found after a refresh, when VS Code reports no selection at first', async () => {
    await tree.reveal(bot, one, { focus: true });
    await until('it is selected', () => tree.view.selection[0]?.item === one);
    let isStale = true;
    const view = {
      get selection() {
        const reported = isStale ? [] : tree.view.selection;
        isStale = false;
        return reported;
      },
    };
    const found = await new TreeFocus(view).read();
    assert.deepEqual(
      found.map(({ item }) => item),
      [one],
    );
  });

  it('is none where the tree has no row', async () => {
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

  it('goes beside what is deleted, which is deleted also when no row can be shown', async () => {
    const recorder = new WindowRecorder();
    const deleteByHand = async (id: string): Promise<void> => {
      const node = await nodeOf(bot, id);
      recorder.start();
      await executeCommand('botTags.deleteItem', node);
      recorder.stop();
    };
    const reveal = tree.view.reveal.bind(tree.view);
    const shown: unknown[] = [];
    const failing = (node: { item?: string }): Promise<void> => {
      shown.push(node.item);
      return Promise.reject(new Error('Cannot resolve tree item for element'));
    };
    try {
      Object.assign(tree.view, { reveal: failing });
      await deleteByHand(one);
    } finally {
      Object.assign(tree.view, { reveal });
      recorder.stop();
    }
    assert.deepEqual(shown, [two]);
    assert.equal(service.requests.deleteItem, 1);
    await deleteByHand(two);
    assert.equal(service.requests.deleteItem, 2);
  });
});

describe('a command that shows a row', () => {
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

  it('leaves the keyboard on the new tag when it was started on a folder', async () => {
    const done = executeCommand('botTags.createTag', await nodeOf(bot, folder));
    await keyboard.type('New');
    await done;
    assert.deepEqual(await inFocus(), [idOf('New')]);
    await executeCommand('botTags.deleteItem', 'focus');
    assert.deepEqual([idOf('New'), idOf('Folder'), idOf('Tag')], [undefined, folder, tag]);
  });

  it('leaves the keyboard on an item that was added by its ID', async () => {
    await run('botTags.removeFromList', { bot, ids: [tag] });
    const done = executeCommand('botTags.addExisting', await nodeOf(bot));
    await keyboard.type(tag);
    await done;
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('leaves the keyboard on a tag that moved, also when the tag was selected before', async () => {
    await tree.reveal(bot, tag);
    const done = executeCommand('botTags.moveToFolder', await nodeOf(bot, tag));
    await keyboard.pick('Folder');
    await keyboard.pick('Move in List Only');
    await done;
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('moves the keyboard also when VS Code drops that for a row that is selected already', async () => {
    await tree.reveal(bot, tag);
    const reveal = tree.view.reveal.bind(tree.view);
    let times = 0;
    tree.view.reveal = async (...given) => {
      times += 1;
      if (times > 2) await reveal(...given);
    };
    try {
      await tree.reveal(bot, tag, { focus: true });
    } finally {
      tree.view.reveal = reveal;
    }
    assert.ok(times >= 3);
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('leaves the keyboard on a tag that Undo puts back in the list', async () => {
    recorder.replace({
      showInformationMessage: (_: string, ...buttons: unknown[]) => Promise.resolve(buttons.at(-1)),
    });
    await executeCommand('botTags.removeFromList', await nodeOf(bot, tag));
    assert.notEqual(await nodeOf(bot, tag), undefined);
    assert.deepEqual(await inFocus(), [tag]);
  });

  it('leaves the keyboard on a new bot when it was started in the welcome or the title', async () => {
    for (const received of [['welcome'], [undefined]]) {
      await tree.reveal(bot, folder, { focus: true });
      await executeCommand('botTags.trySandbox', ...received);
      const [node] = await tree.inFocus();
      assert.equal(node?.isBot, true);
      assert.notEqual(node?.bot, bot);
      await run('botTags.removeBot', { bot: node?.bot ?? '', confirmed: true });
    }
  });

  it('moves no keyboard focus when it was started from the palette', async () => {
    const done = executeCommand('botTags.createTag');
    await keyboard.type('New');
    await done;
    await until('it is selected', () => tree.view.selection[0]?.item === idOf('New'));
    assert.deepEqual(await inFocus(), [folder]);
    await executeCommand('botTags.trySandbox');
    const [sandbox] = tree.view.selection;
    assert.deepEqual(await inFocus(), [folder]);
    await run('botTags.removeBot', { bot: sandbox?.bot ?? '', confirmed: true });
  });

  it('moves no keyboard focus when a program calls it', async () => {
    await run('botTags.createTag', { bot, name: 'New', parentId: folder });
    await run('botTags.moveToFolder', { bot, ids: [tag], folderId: folder });
    await run('botTags.removeFromList', { bot, ids: [tag] });
    await run('botTags.addExisting', { bot, id: tag });
    assert.deepEqual(await inFocus(), [folder]);
  });
});
