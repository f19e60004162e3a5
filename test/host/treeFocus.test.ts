import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryState } from '../../src/sandbox/memoryState.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { BotTree } from '../../src/vscode/tree/treeView.ts';
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

  const inFocus = async () => (await tree.inFocus()).map(({ item }) => item);
  const selected = () => tree.view.selection.map(({ item }) => item);

  it('is found beside the selection, which stays, however many ask at once', async () => {
    await tree.goTo(bot, one);
    await until('it is selected', () => tree.view.selection[0]?.item === one);
    assert.deepEqual(await inFocus(), [one]);
    await executeCommand('list.focusDown');
    assert.deepEqual(await Promise.all([inFocus(), inFocus()]), [[two], [two]]);
    assert.deepEqual(selected(), [one]);
    await executeCommand('botTags.copyId', 'focus');
    assert.equal(await vscode.env.clipboard.readText(), two);
    assert.deepEqual(selected(), [one]);
  });

  it('brings the rest of the selection when it is part of it', async () => {
    await tree.goTo(bot, one);
    await until('it is selected', () => tree.view.selection[0]?.item === one);
    await executeCommand('list.expandSelectionDown');
    await until('both are selected', () => tree.view.selection.length === 2);
    assert.deepEqual(await inFocus(), [two, one]);
    assert.deepEqual(new Set(selected()), new Set([one, two]));
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
