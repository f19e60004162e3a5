import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { itemsInFocus } from './itemsInFocus.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, failure, nodeOf, product, run, shown, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';
import { useWorkspaceFile } from './useWorkspaceFile.ts';

const { executeCommand } = vscode.commands;

describe('Bot Settings', () => {
  const recorder = new WindowRecorder();
  const file = useWorkspaceFile();
  let service: Sandbox;
  let bot: string;
  let keyboard: Keyboard;

  beforeEach(async () => {
    service = await startSandbox({ token: 'settings', botId: 'bot-settings', customers: 0 });
    bot = await addBot(service);
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await service.close();
  });

  const has = (entry: string) => (entries: readonly string[]) => entries.includes(entry);
  /** Returns the row of the bot: its label, and its description without the address. */
  const rowOfBot = async (): Promise<readonly unknown[]> => {
    const { label, description } = await shown(bot);
    return [label, ...String(description).split(' · ').slice(0, -1)];
  };
  const texts = (): readonly string[] => recorder.shown.map(([, text]) => text ?? '');

  it('lists the current values, and opens again after each change until Escape', async () => {
    const done = executeCommand('botTags.botSettings', await nodeOf(bot));
    assert.deepEqual(await keyboard.entries(has('Token: Stored')), [
      'Label: Tea House',
      'Environment: None',
      'Read-Only: Off',
      'Token: Stored',
    ]);
    await keyboard.pick('Label');
    await keyboard.type('Tea Room');
    await keyboard.entries(has('Label: Tea Room'));
    await keyboard.pick('Environment');
    await keyboard.pick('Staging');
    await keyboard.entries(has('Environment: Staging'));
    await keyboard.pick('Read-Only');
    await keyboard.entries(has('Read-Only: On'));
    await keyboard.pick('Token');
    await keyboard.type('another');
    await keyboard.entries(has('Token: Stored'));
    await keyboard.escapePick();
    await done;
    assert.deepEqual(await rowOfBot(), ['Tea Room', 'staging', 'read-only']);
    const { context } = await product();
    assert.equal(await context.secrets.get(`botTags.token.${bot}`), 'another');
    assert.deepEqual(texts(), [
      '$(check) Environment of Tea Room: Staging',
      '$(check) The bot "Tea Room (staging)" is read-only.',
      '$(check) Token for "Tea Room" saved.',
    ]);
  });

  it('locks and unlocks the only bot from the palette without prompting for a bot', async () => {
    const done = executeCommand('botTags.botSettings');
    await keyboard.pick('Read-Only');
    await keyboard.entries(has('Read-Only: On'));
    assert.deepEqual(await rowOfBot(), ['Tea House', 'read-only']);
    await keyboard.pick('Read-Only');
    await keyboard.entries(has('Read-Only: Off'));
    await keyboard.escapePick();
    await done;
    assert.deepEqual(await rowOfBot(), ['Tea House']);
  });

  it('closes on Escape in a prompt and changes nothing', async () => {
    const done = executeCommand('botTags.botSettings', await nodeOf(bot));
    await keyboard.pick('Label');
    await keyboard.escape();
    await done;
    assert.equal((await shown(bot)).label, 'Tea House');
  });

  it('prompts only for the label when F2 is pressed on a bot', async () => {
    const { tree } = await product();
    await until('the bot has the focus', async () => {
      await tree.reveal(bot, undefined, { focus: true });
      return (await itemsInFocus(tree)).includes(undefined);
    });
    // The key binding of the tree passes this argument instead of a row.
    const done = executeCommand('botTags.renameTag', 'focus');
    await keyboard.type('Tea Room');
    await done;
    assert.equal((await shown(bot)).label, 'Tea Room');
  });

  it('offers the workspace file that locks the bot, and closes', async () => {
    const shared = { label: 'Shared', baseUrl: service.baseUrl, botId: 'bot-settings' };
    const text = JSON.stringify({ version: 1, bots: [{ ...shared, readOnly: true }] });
    await file.write(text);
    await run('botTags.loadCatalogueFile', {});
    const done = executeCommand('botTags.botSettings', await nodeOf(bot));
    await keyboard.entries(has('Read-Only: On'));
    await keyboard.pick('Read-Only');
    await done;
    assert.match(
      texts().join('\n'),
      /The workspace file bot-tags\.jsonc makes "Tea House" read-only/,
    );
    assert.match(String((await shown(bot)).description), /^read-only · /);
  });

  it('has no token entry for the sandbox, which creates its own token', async () => {
    const sandbox = await run('botTags.trySandbox', {});
    const done = executeCommand('botTags.botSettings', await nodeOf(sandbox));
    const entries = await keyboard.entries(has('Read-Only: Off'));
    assert.deepEqual(
      entries.map((entry) => entry.split(':')[0]),
      ['Label', 'Environment', 'Read-Only'],
    );
    await keyboard.escapePick();
    await done;
    await run('botTags.removeBot', { bot: sandbox, confirmed: true });
  });

  it('changes several settings for a program, or none if one of them is refused', async () => {
    await run('botTags.botSettings', {
      bot,
      label: 'Shop',
      environment: 'production',
      readOnly: true,
    });
    assert.deepEqual(await rowOfBot(), ['Shop', 'production', 'read-only']);
    const refusal = /production, so this command requires the argument "confirmed": true/;
    const unlocking = { bot, label: 'Store', readOnly: false };
    assert.match(await failure(run('botTags.botSettings', unlocking)), refusal);
    const leaving = { bot, label: 'Store', environment: '' };
    assert.match(await failure(run('botTags.botSettings', leaving)), refusal);
    assert.deepEqual(await rowOfBot(), ['Shop', 'production', 'read-only']);
    await run('botTags.botSettings', { ...unlocking, ...leaving, confirmed: true });
    assert.deepEqual(await rowOfBot(), ['Store']);
  });
});
