import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, nodeOf, product, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const DELETE_TWO = 'Delete "二" in the service?';

describe('Tags and folders in the UI', () => {
  let service: Sandbox;
  let bot: string;
  const recorder = new WindowRecorder();
  const { executeCommand } = vscode.commands;
  const copied = () => vscode.env.clipboard.readText();
  let keyboard: Keyboard;
  let tree: BotTree;
  let oneId: string;
  let twoId: string;

  const create = (name: string) => run('botTags.createTag', { bot, name });
  const existsInService = (id: string): boolean => service.items().some((item) => item.id === id);

  beforeEach(async () => {
    service = await startSandbox({ token: 'items', botId: 'bot-items', customers: 10 });
    bot = await addBot(service);
    [oneId, twoId] = [await create('One'), await create('二')];
    ({ tree } = await product());
    await tree.reveal(bot, oneId);
    await until('the item is selected', () => tree.view.selection[0]?.item === oneId);
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  it('copies the ID and the name of a tag or bot from its row', async () => {
    const texts: string[] = [];
    for (const command of ['botTags.copyId', 'botTags.copyName']) {
      for (const node of [await nodeOf(bot, twoId), await nodeOf(bot)]) {
        await executeCommand(command, node);
        texts.push(await copied());
      }
    }
    assert.deepEqual(texts, [twoId, 'bot-items', '二', 'Tea House']);
  });

  it('offers the tags and the bot to copy if no row is given, regardless of the selection', async () => {
    const copying = executeCommand('botTags.copyId');
    assert.equal(await keyboard.placeholder(), 'Search 2 tags and folders by name, ID, or folder');
    await keyboard.toggleAndAccept('Tea House', '二');
    await copying;
    assert.equal(await copied(), `bot-items\n${twoId}`);
    assert.deepEqual(recorder.shown.at(-1), ['statusBar', `$(check) bot-items, ${twoId} copied.`]);
    const naming = executeCommand('botTags.copyName');
    await keyboard.toggleAndAccept('One', '二');
    await naming;
    assert.equal(await copied(), 'One\n二');
  });

  it('prompts for the items to delete if no row is given, regardless of the selection', async () => {
    const deleting = executeCommand('botTags.deleteItem');
    await keyboard.toggleAndAccept('二');
    await deleting;
    assert.equal(recorder.shown.find(([sink]) => sink === 'dialog')?.[1], DELETE_TWO);
    assert.deepEqual([existsInService(oneId), existsInService(twoId)], [true, false]);
    assert.equal(tree.view.selection[0]?.item, oneId);
  });
});
