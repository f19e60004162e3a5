import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { VIP } from '../support/sandboxItems.ts';
import { ACCEPTED, Keyboard } from './keyboard.ts';
import { addBot, nodeOf, run, set, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const { executeCommand } = vscode.commands;

describe('Service that is busy, unreachable or unsafe', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let keyboard: Keyboard;

  beforeEach(async () => {
    service = await startSandbox({ token: 'busy', botId: 'bot-busy', customers: 0 });
    bot = await addBot(service, 'Far');
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const texts = (): string => recorder.shown.map(([, text]) => text ?? '').join('\n');

  it('is retried until the user cancels, and then no tag is added', async () => {
    Object.assign(service.switches, { outage: 'on', busySeconds: 15 });
    const canceling = new vscode.CancellationTokenSource();
    const reports: string[] = [];
    recorder.replace({
      withProgress: (
        { title = '' }: vscode.ProgressOptions,
        task: Parameters<typeof vscode.window.withProgress>[1],
      ) => {
        const report = ({ message = '' }): void => void reports.push(`${title}: ${message}`);
        return task({ report }, canceling.token);
      },
    });
    const done = executeCommand('botTags.addExisting', await nodeOf(bot));
    const adding = keyboard.typeInVain('too-early');
    await until('the retry is shown', () =>
      reports.some((text) => /^Reading too-early.*retrying in \d+ s$/.test(text)),
    );
    canceling.cancel();
    assert.notEqual(await adding, ACCEPTED);
    await keyboard.escape();
    await done;
    assert.equal(await nodeOf(bot, 'too-early'), undefined);
  });

  it('is skipped by a refresh, which still reads the tags of the other bots', async () => {
    const near = await startSandbox({ token: 'near', botId: 'bot-near', customers: 0 });
    const other = await addBot(near, 'Near');
    await run('botTags.addExisting', { bot, id: VIP });
    await run('botTags.addExisting', { bot: other, id: VIP });
    const readsBefore = near.requests.getItem;
    await set('network.maxRetryTime', 0);
    await service.close();
    try {
      await executeCommand('botTags.refresh');
      assert.match(texts(), /Could not read the tag or folder\./);
      assert.match(texts(), /1 tag or folder checked.* These bots could not be refreshed: Far/);
      assert.equal(near.requests.getItem, readsBefore + 1);
    } finally {
      await set('network.maxRetryTime', undefined);
      await run('botTags.removeBot', { bot: other, confirmed: true });
      await near.close();
    }
  });

  it('is reported by Check Connection, with advice for the step that failed', async () => {
    await executeCommand('botTags.checkConnection', await nodeOf(bot));
    assert.match(texts(), /The connection to "Far" works\./);
    assert.match(texts(), /✓ HTTP, \d+ ms: HTTP 200[^]*✓ Authentication[^]*✓ Token storage/);
    recorder.shown = [];
    await service.close();
    await executeCommand('botTags.checkConnection', await nodeOf(bot));
    assert.match(texts(), /The connection to "Far" does not work\./);
    assert.match(
      texts(),
      /✗ HTTP[^]*ECONNREFUSED[^]*→ Check the host name and the port in the base URL/,
    );
  });

  it('causes a message below the input if it does not have the tag, and the input accepts the next ID', async () => {
    const done = executeCommand('botTags.addExisting', await nodeOf(bot));
    assert.match(await keyboard.typeInVain('tag-nothing'), /Could not read the tag or folder\./);
    await keyboard.type(VIP);
    await done;
    assert.ok(await nodeOf(bot, VIP));
  });

  it('requires confirmation for plain HTTP, and cannot have a password in its URL', async () => {
    recorder.replace({
      showWarningMessage: async (text: string, { detail }: vscode.MessageOptions) =>
        void recorder.shown.push(['dialog', `${text}\n${detail}`]),
    });
    const done = executeCommand('botTags.addBot');
    assert.match(
      await keyboard.typeInVain('https://user:secret@example.com'),
      /Remove the user name/,
    );
    assert.match(await keyboard.typeInVain('http://bot.example'), /starts with https:\/\//);
    assert.match(texts(), /^Send the token without encryption\?/);
    await keyboard.escape();
    await done;
  });
});
