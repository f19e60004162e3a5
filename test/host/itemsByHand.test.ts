import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, nodeOf, product, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const DELETE_TWO = 'Delete "二" in the service?';

describe('tags and folders by hand', () => {
  let service: Sandbox;
  let bot: string;
  const recorder = new WindowRecorder();
  const { executeCommand } = vscode.commands;
  const copied = () => vscode.env.clipboard.readText();
  let keyboard: Keyboard;
  let tree: BotTree;
  let one: string;
  let two: string;

  const create = (name: string) => run('botTags.createTag', { bot, name });
  const isThere = (id: string): boolean => service.items().some((item) => item.id === id);

  beforeEach(async () => {
    service = await startSandbox({ token: 'items', botId: 'bot-items', customers: 10 });
    bot = await addBot(service);
    [one, two] = [await create('One'), await create('二')];
    ({ tree } = await product());
    await tree.reveal(bot, one);
    await until('it is selected', () => tree.view.selection[0]?.item === one);
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  it('are copied from their row, as the bot is', async () => {
    const texts: string[] = [];
    for (const command of ['botTags.copyId', 'botTags.copyName']) {
      for (const node of [await nodeOf(bot, two), await nodeOf(bot)]) {
        await executeCommand(command, node);
        texts.push(await copied());
      }
    }
    assert.deepEqual(texts, [two, 'bot-items', '二', 'Tea House']);
  });

  it('are offered beside the bot to be copied without a row', async () => {
    const copying = executeCommand('botTags.copyId');
    assert.equal(await keyboard.placeholder(), 'Search 2 tags and folders by name, ID, or folder');
    await keyboard.tick('Tea House', '二');
    await copying;
    assert.equal(await copied(), `bot-items\n${two}`);
    assert.deepEqual(recorder.shown.at(-1), ['statusBar', `$(check) bot-items, ${two} copied.`]);
    const naming = executeCommand('botTags.copyName');
    await keyboard.tick('One', '二');
    await naming;
    assert.equal(await copied(), 'One\n二');
  });

  it('are asked for before they are deleted without a row, whatever is selected', async () => {
    const deleting = executeCommand('botTags.deleteItem');
    await keyboard.tick('二');
    await deleting;
    assert.equal(recorder.shown.find(([sink]) => sink === 'dialog')?.[1], DELETE_TWO);
    assert.deepEqual([isThere(one), isThere(two)], [true, false]);
    assert.equal(tree.view.selection[0]?.item, one);
  });
});
