import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { Keyboard } from './keyboard.ts';
import { Messages } from './messages.ts';
import { addBot, nodeOf, run, set, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

/** Number of customers: three pages, so that the second page can fail. */
const COUNT = 7000;

describe('Export Customers in the UI', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let messages: Messages;
  let keyboard: Keyboard;

  const fileNamed = (name: string): string => join(folder, name);

  beforeEach(async () => {
    service = await startSandbox({ token: 'pages', botId: 'bot-by-hand', customers: COUNT });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-export-'));
    recorder.start();
    messages = new Messages(recorder);
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  async function startExport(file: string, format: string): Promise<{ done: Thenable<unknown> }> {
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(file) });
    const done = vscode.commands.executeCommand('botTags.exportCustomers', await nodeOf(bot));
    for (const answer of ['Format', format, 'Export']) await keyboard.pick(answer);
    return { done };
  }

  it('offers Open at the end only if an editor can show the file', async () => {
    const buttons: (readonly string[])[] = [];
    for (const format of ['NDJSON', 'Parquet']) {
      const { done } = await startExport(fileNamed(`a.${format.toLowerCase()}`), format);
      await done;
      const [last = assert.fail('no message is shown')] = messages.all.slice(-1);
      assert.match(last.text, /^7,000 customers exported to ".*\.(?:ndjson|parquet)"\.$/);
      buttons.push(last.buttons);
    }
    const commonButtons = ['Reveal', 'Copy Path'];
    assert.deepEqual(buttons, [['Open', ...commonButtons], commonButtons]);
  });

  it('remembers how personal fields are exported, even those that were left out', async () => {
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(fileNamed('less.ndjson')) });
    const first = vscode.commands.executeCommand('botTags.exportCustomers', await nodeOf(bot));
    await keyboard.pick('Fields');
    await keyboard.toggleAndAccept('phone');
    await keyboard.pick('Personal fields');
    await keyboard.pick('Replace with a hash');
    await keyboard.pick('Export');
    await first;
    const second = vscode.commands.executeCommand('botTags.exportCustomers', await nodeOf(bot));
    await keyboard.pick('Fields');
    await keyboard.toggleAndAccept('phone');
    const rows = await keyboard.entries((entries) => entries.length > 2);
    assert.ok(rows.includes('Fields: 16 of 16'), rows.join('\n'));
    assert.ok(rows.includes('Personal fields: Replace with a hash'), rows.join('\n'));
    // Later tests export with the remembered choices, and need complete records.
    await keyboard.pick('Personal fields');
    await keyboard.pick('Keep');
    await keyboard.pick('Export');
    await second;
  });

  /** Asserts that the last message reports this file, and that it has the content of an undisturbed export. */
  async function assertExported(file: string): Promise<void> {
    const message = messages.texts.at(-1) ?? '';
    assert.ok(message.startsWith(`7,000 customers exported to "${file}"`), message);
    assert.deepEqual(messages.presses, []);
    const whole = fileNamed('whole.ndjson');
    await run('botTags.exportCustomers', { bot, file: whole });
    assert.equal(readFileSync(file, 'utf8'), readFileSync(whole, 'utf8'));
    assert.equal(existsSync(`${file}.checkpoint`), false);
  }

  it('offers Resume when the service fails in the middle, and continues', async () => {
    const file = fileNamed('failing.ndjson');
    await set('network.maxRetryTime', 0);
    // The first page has 3,086 customers, so the second page fails.
    service.switches.failingFrom = 3086;
    messages.beforePress = () => {
      assert.ok(existsSync(`${file}.partial`) && !existsSync(file));
      service.switches.failingFrom = 0;
    };
    messages.presses = ['Resume'];
    try {
      const { done } = await startExport(file, 'NDJSON');
      await done;
      await until('the export is finished', () => messages.all.length === 2);
    } finally {
      await set('network.maxRetryTime', undefined);
    }
    assert.match(
      messages.texts[0] ?? '',
      /^Could not read customers\. .* The file ".*\.partial" contains 3,086 customers\./,
    );
    assert.deepEqual(messages.all[0]?.buttons, ['Resume', 'Show Log']);
    await assertExported(file);
  });

  it('prompts for a new token when the old one is refused in the middle, and continues', async () => {
    const file = fileNamed('refused.ndjson');
    service.switches.latencyMs = 200;
    const requestsBefore = service.requests.listCustomers;
    const { done } = await startExport(file, 'NDJSON');
    await until('a page is requested', () => service.requests.listCustomers > requestsBefore);
    messages.presses = ['Enter Token…', 'Resume'];
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    await until('the token is refused', () => messages.all.length > 0);
    service.switches.latencyMs = 0;
    await keyboard.type('pages');
    await done;
    await until('the export is finished', () => messages.all.length === 3);
    const [refused, canResume] = messages.all;
    assert.match(refused?.text ?? '', /the token is not valid/);
    assert.deepEqual(refused?.buttons, ['Enter Token…', 'Resume', 'Show Log']);
    assert.equal(canResume?.text, `Ready to resume "${file}".`);
    await assertExported(file);
  });
});
