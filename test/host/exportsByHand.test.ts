import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, nodeOf, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

/** Three pages, so that the second one can fail. */
const COUNT = 7000;

describe('Export Customers by hand', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let folder: string;
  /** Messages with the titles of their buttons. */
  let told: { readonly message: string; readonly buttons: readonly string[] }[];
  /** Buttons to press, each in the next message that has it. */
  let presses: string[];
  let beforePress: () => void;
  let keyboard: Keyboard;

  const fileNamed = (name: string): string => join(folder, name);

  beforeEach(async () => {
    service = await startSandbox({ token: 'pages', botId: 'bot-by-hand', customers: COUNT });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-export-'));
    told = [];
    presses = [];
    beforePress = () => undefined;
    recorder.start();
    const titleOf = (item: unknown): string =>
      typeof item === 'string' ? item : (item as vscode.MessageItem).title;
    const show = (message: string, ...items: readonly unknown[]): Promise<unknown> => {
      told.push({ message, buttons: items.map(titleOf) });
      const pressed = items.find((item) => titleOf(item) === presses[0]);
      if (pressed !== undefined) {
        presses.shift();
        beforePress();
      }
      return Promise.resolve(pressed);
    };
    recorder.replace({
      ...{ showInformationMessage: show, showWarningMessage: show, showErrorMessage: show },
    });
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  async function begin(file: string, format: string): Promise<{ done: Thenable<unknown> }> {
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(file) });
    const done = vscode.commands.executeCommand('botTags.exportCustomers', await nodeOf(bot));
    await keyboard.pick('Everybody');
    await keyboard.pick(format);
    await keyboard.tick();
    await keyboard.pick('Keep');
    return { done };
  }

  it('offers Open at the end only if an editor can show the file', async () => {
    const buttons: (readonly string[])[] = [];
    for (const format of ['NDJSON', 'Parquet']) {
      const { done } = await begin(fileNamed(`a.${format.toLowerCase()}`), format);
      await done;
      const [last = assert.fail('it is said')] = told.slice(-1);
      assert.match(last.message, /^7,000 customers exported to ".*\.(?:ndjson|parquet)"\.$/);
      buttons.push(last.buttons);
    }
    const always = ['Reveal', 'Copy Path'];
    assert.deepEqual(buttons, [['Open', ...always], always]);
  });

  async function assertExported(file: string): Promise<void> {
    const message = told.at(-1)?.message ?? '';
    assert.ok(message.startsWith(`7,000 customers exported to "${file}"`), message);
    assert.deepEqual(presses, []);
    const whole = fileNamed('whole.ndjson');
    await run('botTags.exportCustomers', { bot, file: whole });
    assert.equal(readFileSync(file, 'utf8'), readFileSync(whole, 'utf8'));
    assert.equal(existsSync(`${file}.checkpoint`), false);
  }

  it('offers Resume when the service fails in the middle, and continues', async () => {
    const file = fileNamed('failing.ndjson');
    const settings = vscode.workspace.getConfiguration('botTags.network');
    await settings.update('maxRetryTime', 0, vscode.ConfigurationTarget.Global);
    service.switches.failingFrom = 3086;
    beforePress = () => {
      assert.ok(existsSync(`${file}.partial`) && !existsSync(file));
      service.switches.failingFrom = 0;
    };
    presses = ['Resume'];
    try {
      const { done } = await begin(file, 'NDJSON');
      await done;
      await until('it is exported', () => told.length === 2);
    } finally {
      await settings.update('maxRetryTime', undefined, vscode.ConfigurationTarget.Global);
    }
    assert.match(told[0]?.message ?? '', /^Reading customers failed: .* 3,086 customers kept in/);
    assert.deepEqual(told[0]?.buttons, ['Resume', 'Show Log']);
    await assertExported(file);
  });

  it('asks for a new token when the old one is refused in the middle, and continues', async () => {
    const file = fileNamed('refused.ndjson');
    service.switches.latencyMs = 200;
    const before = service.requests.listCustomers;
    const { done } = await begin(file, 'NDJSON');
    await until('a page is requested', () => service.requests.listCustomers > before);
    presses = ['Enter Token…', 'Resume'];
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    await until('it is refused', () => told.length > 0);
    service.switches.latencyMs = 0;
    await keyboard.type('pages');
    await done;
    await until('it is exported', () => told.length === 3);
    const [refused, canResume] = told;
    assert.match(refused?.message ?? '', /the token is not valid/);
    assert.deepEqual(refused?.buttons, ['Enter Token…', 'Resume', 'Show Log']);
    assert.equal(canResume?.message, `The export to "${file}" can be resumed.`);
    await assertExported(file);
  });
});
