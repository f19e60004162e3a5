import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { exportRecords } from './exported.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, closeEditors, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const { executeCommand } = vscode.commands;
const CUSTOMERS = 150;

describe('Command that is called without a row', () => {
  const recorder = new WindowRecorder();
  const folder = mkdtempSync(join(tmpdir(), 'bot-tags-without-row-'));
  let service: Sandbox;
  let bot: string;
  let keyboard: Keyboard;

  before(async () => {
    const token = 'without-row';
    service = await startSandbox({ token, botId: 'bot-row', customers: CUSTOMERS });
    bot = await addBot(service);
    await run('botTags.addExisting', { bot, id: VIP });
  });

  beforeEach(() => {
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  for (const command of ['renameTag', 'mergeTags'] as const) {
    it(`offers the tags to pick from: ${command}`, async () => {
      const done = executeCommand(`botTags.${command}`);
      const tags = await keyboard.entries((entries) => entries.length > 0);
      assert.ok(
        tags.some((entry) => entry.startsWith('VIP: ')),
        tags.join('\n'),
      );
      await keyboard.escapePick();
      await done;
    });
  }

  it('shows the customers with the picked tag', async () => {
    const query = `botId=${service.botId}&limit=100`;
    const page = await resOf(service, 'GET', `/v1/api/bot/customers?${query}`);
    const { records } = page as { records: readonly { tags: readonly { id: string }[] }[] };
    const tagged = records.filter(({ tags }) => tags.some(({ id }) => id === VIP));
    assert.ok(tagged.length > 0 && tagged.length < records.length);
    const done = executeCommand('botTags.showTagCustomers');
    await keyboard.pick('VIP');
    await done;
    await until('the page is filtered', async () => {
      const file = join(folder, 'tagged.ndjson');
      const matching = { bot, file, scope: 'matching', overwrite: true } as const;
      return (await exportRecords(matching)).records === tagged.length;
    });
  });

  it('prompts for action, customers and tags, and creates a plan', async () => {
    const file = join(folder, 'everybody.bot-tags-plan.jsonc');
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(file) });
    const done = executeCommand('botTags.attachTags');
    await keyboard.pick('Detach Tags');
    await keyboard.pick('All Customers of the Bot');
    await keyboard.toggleAndAccept('VIP');
    await keyboard.pick('Without Names');
    await done;
    const text = readFileSync(file, 'utf8').replaceAll(/^\/\/.*\n/gm, '');
    const plan = JSON.parse(text) as { readonly do: string; readonly users: readonly unknown[] };
    assert.deepEqual([plan.do, plan.users.length], ['detach', CUSTOMERS]);
  });
});
