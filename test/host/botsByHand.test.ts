import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, allNodes, idsBelow, product, run, shown, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

describe('Adding bots in the UI', () => {
  let service: Sandbox;

  before(async () => {
    service = await startSandbox({ token: 'right', botId: 'bot-tea', customers: 30 });
  });

  after(() => service.close());

  afterEach(async () => {
    for (const { bot, isBot } of await allNodes()) {
      if (isBot) await run('botTags.removeBot', { bot, confirmed: true });
    }
  });

  it('refuses to add a bot twice, and selects the one in the list', async () => {
    const bot = await addBot(service);
    const recorder = new WindowRecorder();
    recorder.start();
    try {
      const keyboard = new Keyboard(recorder);
      const done = vscode.commands.executeCommand('botTags.addBot');
      await keyboard.type(`${service.baseUrl}/`);
      await keyboard.type(service.token);
      assert.equal(
        await keyboard.typeInVain(service.botId),
        'This bot is already in the list as "Tea House". To change its token, use "Bot Settings…".',
      );
      const { tree } = await product();
      await until('the bot is selected', () => tree.view.selection[0]?.bot === bot);
      await keyboard.escape();
      await done;
      assert.equal((await allNodes()).filter(({ isBot }) => isBot).length, 1);
    } finally {
      recorder.stop();
    }
  });

  it('offers a new tag in a row of a bot without customers, and the row can be removed', async () => {
    const empty = await startSandbox({ token: 'right', botId: 'bot-empty', customers: 0 });
    const recorder = new WindowRecorder();
    const isRow = ({ isInitialSampleRow }: { isInitialSampleRow: boolean }): boolean =>
      isInitialSampleRow;
    try {
      const { baseUrl, botId, token } = empty;
      const { tree } = await product();
      const bot = await run('botTags.addBot', { baseUrl, botId, token });
      const row = (await allNodes()).find(isRow) ?? assert.fail('the bot has no such row');
      const { label, command } = await tree.getTreeItem(row);
      assert.equal(label, 'No customers yet');
      recorder.start();
      const keyboard = new Keyboard(recorder);
      assert.ok(command);
      const done = vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
      await keyboard.type('First tag');
      await done;
      const [tag] = await idsBelow(bot);
      assert.equal((await shown(bot, tag)).label, 'First tag');
      assert.ok(!(await allNodes()).some(isRow));
      await run('botTags.removeBot', { bot, confirmed: true });

      // A bot with customers also has the row, which then names tags of its first customers.
      await run('botTags.addBot', { baseUrl: service.baseUrl, token, botId: 'bot-tea' });
      const other = (await allNodes()).find(isRow) ?? assert.fail('the bot has no such row');
      await vscode.commands.executeCommand('botTags.removeFromList', other);
      assert.ok(!(await allNodes()).some(isRow));
      assert.ok((await idsBelow(other.bot)).length > 1, 'the tags of the bot are kept');
    } finally {
      recorder.stop();
      await empty.close();
    }
  });
});
