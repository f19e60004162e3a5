import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { TreeNode } from '../../src/catalogue/ui/treeNode.ts';
import { filesWith } from '../support/filesWith.ts';
import { ACTIVE_CHARACTER } from '../support/hostileTexts.ts';
import {
  addBot,
  closeEditors,
  failure,
  nodeOf,
  product,
  run,
  shown,
  tabsNamed,
  tooltip,
  until,
} from './product.ts';
import { assertPlain, textIn, WindowRecorder } from './windowRecorder.ts';

/** Harmful text in names that a user or a file has set. */
const HARMFUL_NAME = '[x](command:workbench.action.terminal.new) $(trash)\n\u202e';

/** Returns the error with which a step fails. */
async function thrownBy(step: Promise<unknown>): Promise<Error> {
  try {
    await step;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new assert.AssertionError({ message: 'the step did not fail' });
}

describe('Text of a service', () => {
  let service: Sandbox;
  let bot: string;
  const lines: string[] = [];
  const recorder = new WindowRecorder();

  before(async () => {
    const { log } = await product();
    for (const name of ['info', 'warn', 'error'] as const) {
      const write = log[name].bind(log);
      log[name] = (line: string | Error) => {
        lines.push(String(line));
        write(String(line));
      };
    }
    service = await startSandbox({ token: 'token-plain', botId: 'bot-plain', customers: 60 });
    bot = await addBot(service, 'Plain');
  });

  after(async () => {
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  beforeEach(() => {
    lines.length = 0;
    Object.assign(service.switches, { outsideText: 'plain', bodies: 'whole' });
    recorder.start();
  });

  afterEach(() => recorder.stop());

  /** Runs a command as a user does, with or without a node. */
  async function runInteractively(command: string, node?: TreeNode): Promise<void> {
    await vscode.commands.executeCommand(command, ...(node === undefined ? [] : [node]));
  }

  for (const kind of ['links', 'icons', 'lines', 'turned', 'long'] as const) {
    it(`is plain text in messages, panels, the log and the list: ${kind}`, async () => {
      await run('botTags.botSettings', { bot, label: `Bot ${HARMFUL_NAME}` });
      const tag = await run('botTags.createTag', {
        bot,
        name: `Tag ${HARMFUL_NAME} ${kind}`,
      });
      service.switches.outsideText = kind;
      // Requests that are refused for a wrong token are not retried.
      await run('botTags.replaceToken', { bot, token: 'wrong' });
      const node = await nodeOf(bot, tag);
      assert.ok(node);
      await runInteractively('botTags.refresh', await nodeOf(bot));
      await runInteractively('botTags.deleteItem', node);
      await runInteractively('botTags.checkConnection', await nodeOf(bot));
      await runInteractively('botTags.openCustomers', await nodeOf(bot));
      const refused = await failure(run('botTags.createTag', { bot, name: 'never made' }));
      assert.match(refused, /^createItem: .*the token is/);
      assert.ok(refused.length < 400 && !ACTIVE_CHARACTER.test(refused));
      const sinks = recorder.shown.map(([sink]) => sink);
      for (const sink of ['notification', 'notificationProgress', 'dialog'] as const) {
        assert.ok(sinks.includes(sink), sink);
      }
      assertPlain(recorder.shown);
      const { label, description, tooltip: tooltipText } = await shown(bot, tag);
      assertPlain([
        ['treeItem', textIn(label)],
        ['treeItem', textIn(description)],
        ['tooltip', textIn(tooltipText)],
      ]);
      assert.ok(lines.some((line) => line.includes('the token is')));
      assertPlain(lines.map((line) => ['log', line]));
      await run('botTags.replaceToken', { bot, token: service.token });
      await run('botTags.deleteItem', { bot, id: tag, confirmed: true });
    });
  }

  it('is shortened in the stored reason why a tag was not checked', async () => {
    const tag = await run('botTags.createTag', { bot, name: 'marked' });
    Object.assign(service.switches, { outsideText: 'long', missingItem: '500' });
    await fetch(`${service.baseUrl}/v1/api/tag/${tag}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer token-plain' },
    });
    await run('botTags.refresh', { bot });
    const text = await tooltip(bot, tag);
    assert.match(text, /not checked: getItem: .* and so on/);
    assert.ok(text.length < 900, String(text.length));
    const { context } = await product();
    const filesWithWholeText = await filesWith(
      context.globalStorageUri.fsPath,
      ' and so on'.repeat(40),
    );
    assert.deepEqual(filesWithWholeText, []);
    service.switches.missingItem = '404';
    await run('botTags.removeFromList', { bot, ids: [tag] });
  });

  it('is one line in the title of a tab and the name of a document', async () => {
    await closeEditors();
    await run('botTags.botSettings', { bot, label: 'A\n[x](command:y)\u202e/..' });
    await run('botTags.openCustomers', { bot, limit: 10 });
    const uri = await run('botTags.exportPage', { bot, limit: 10 });
    const tabs = tabsNamed('Customers: A↵[x](command:y)[U+202E]/..');
    assert.equal(tabs.length, 1);
    assert.match(
      vscode.Uri.parse(uri).path,
      /\/A↵\[x\]\(command\.y\)\[U\+202E\]-\.\. page 1, \d\d\.\d\d\.json$/,
    );
  });

  it('is shown only to the user, if it is the beginning of a response body', async () => {
    service.switches.bodies = 'cut';
    const page = await fetch(`${service.baseUrl}/v1/api/bot/customers?botId=bot-plain&limit=2`, {
      headers: { authorization: 'Bearer token-plain' },
    });
    const [, name = ''] = /"name":"([^"]+)"/.exec(await page.text()) ?? [];
    assert.ok(name.length > 1);
    await run('botTags.botSettings', { bot, label: 'Plain' });
    await runInteractively('botTags.refresh', await nodeOf(bot));
    const argument = { bot, limit: 2 };
    const refused = await failure(run('botTags.exportPage', argument));
    assert.match(refused, /the body is not a JSON object/);
    assert.ok(!refused.includes(name));
    const error = await thrownBy(run('botTags.exportPage', argument));
    assert.ok(!JSON.stringify([error, error.stack, error.cause]).includes(name));
    assert.ok(lines.length > 0 && !lines.join('\n').includes(name));
    const { context } = await product();
    // Logs of the whole window: VS Code also logs the errors that commands throw, if it has a log writer.
    const logs = vscode.Uri.joinPath(context.logUri, '..', '..', '..').fsPath;
    const sentinel = `sentinel-${crypto.randomUUID()}`;
    await failure(run('botTags.copyId', { bot: sentinel, ids: ['x'] }));
    if ((await filesWith(logs, '')).length > 0) {
      await until('the thrown error is in a log', async () => {
        return (await filesWith(logs, sentinel)).length > 0;
      });
    }
    assert.deepEqual(await filesWith(logs, name), []);
  });
});
