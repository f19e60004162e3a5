import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { bodyOf } from '../support/ownClient.ts';
import { Keyboard } from './keyboard.ts';
import {
  addBot,
  closeEditors,
  failure,
  nodeOf,
  run,
  startServer,
  tabsNamed,
  until,
} from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const PAGE_SIZE = 20;
/** Pattern of the time in the name of a document. */
const TIME_PATTERN = String.raw`\d\d\.\d\d`;

/** Returns every token of a JSON text as it is spelled, without the white space between tokens. */
function tokens(json: string): string[] {
  return json.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
}

/** Asserts that a text is the sent text, indented. The expected indentation is that of `JSON.stringify`. */
function assertReindented(text: string, sent: string): void {
  assert.deepEqual(tokens(text), tokens(sent));
  const indents = (lines: string) => lines.split('\n').map((line) => /^ */.exec(line)?.[0].length);
  assert.deepEqual(indents(text), indents(JSON.stringify(JSON.parse(sent), null, 2)));
  assert.doesNotMatch(text, /[ \t\r]$/m);
}

describe('JSON documents', () => {
  let service: Sandbox;
  let bot: string;

  before(async () => {
    service = await startSandbox({
      token: 'documents',
      botId: 'bot-json',
      customers: 2 * PAGE_SIZE + 5,
      switches: { numberSpelling: 'odd' },
    });
    bot = await addBot(service);
    await run('botTags.openCustomers', { bot, limit: PAGE_SIZE });
    await run('botTags.loadMore', { bot });
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
  });

  /** Returns the bodies of the first pages, as the service sends them to another client. */
  async function bodies(count: number): Promise<string[]> {
    const bodyTexts: string[] = [];
    let next = '';
    while (bodyTexts.length < count) {
      const path = `/v1/api/bot/customers?botId=bot-json&limit=${PAGE_SIZE}${next}`;
      const body = await bodyOf(service, 'GET', path);
      const { res } = JSON.parse(body) as { res: { next?: string } };
      next = `&next=${encodeURIComponent(res.next ?? '')}`;
      bodyTexts.push(body);
    }
    return bodyTexts;
  }

  /** Returns the document of the active editor, which must be the one that a command has reported as opened. */
  function activeDocument(uri: string): vscode.TextDocument {
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document, 'there is an active editor');
    assert.equal(document.uri.toString(), uri);
    return document;
  }

  it('shows a page with the spelling that the service sent', async () => {
    const [firstBody = '', secondBody = ''] = await bodies(2);
    assert.match(secondBody, /"x_unknown" : 12345678901234567890\.10/, 'too long for a double');
    const first = activeDocument(await run('botTags.exportPage', { bot, row: PAGE_SIZE - 1 }));
    assertReindented(first.getText(), firstBody);
    const second = activeDocument(await run('botTags.exportPage', { bot, row: PAGE_SIZE }));
    assertReindented(second.getText(), secondBody);
    assert.equal(second.uri.scheme, 'bot-tags-json');
    assert.equal(second.languageId, 'json');
    assert.match(second.uri.path, new RegExp(`/Tea House page 2, ${TIME_PATTERN}\\.json$`));
  });

  it('shows one record with the spelling that the service sent', async () => {
    const [, secondBody = ''] = await bodies(2);
    const document = activeDocument(await run('botTags.openRecord', { bot, row: PAGE_SIZE + 3 }));
    const text = document.getText();
    const { res } = JSON.parse(secondBody) as { res: { records: unknown[] } };
    assert.deepEqual(JSON.parse(text), res.records[3]);
    assert.ok(tokens(secondBody).join(' ').includes(tokens(text).join(' ')));
    assertReindented(text, text);
    assert.match(document.uri.path, new RegExp(`/Customer 24\\.json$`));
  });

  it('exports a page without a panel, but none after the last page', async () => {
    const [, , thirdBody = ''] = await bodies(3);
    const argument = { bot: 'bot-json', limit: PAGE_SIZE, page: 3 };
    const requestsBefore = service.requests.listCustomers;
    const document = activeDocument(await run('botTags.exportPage', argument));
    assert.equal(service.requests.listCustomers, requestsBefore + 3);
    assertReindented(document.getText(), thirdBody);
    const beyond = run('botTags.exportPage', { ...argument, page: 4 });
    assert.equal(await failure(beyond), 'This page does not exist. Enter a page number up to 3.');
  });

  it('exports a page that a user selects', async () => {
    const [, secondBody = ''] = await bodies(2);
    const recorder = new WindowRecorder();
    recorder.start();
    try {
      const keyboard = new Keyboard(recorder);
      const done = vscode.commands.executeCommand('botTags.exportPage', await nodeOf(bot));
      assert.equal((await keyboard.box()).prompt, 'Customers per page (1 to 3086)');
      await keyboard.type(String(PAGE_SIZE));
      await keyboard.pick('All customers');
      assert.equal((await keyboard.box()).prompt, 'Page number');
      await keyboard.type('2');
      await done;
    } finally {
      recorder.stop();
    }
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    assertReindented(document.getText(), secondBody);
    assert.match(document.uri.path, new RegExp(`/Tea House page 2, ${TIME_PATTERN}`));
  });

  it('exports a page of the customers active after `from`', async () => {
    const from = 1_793_000_000_000;
    const path = `/v1/api/bot/customers?botId=bot-json&limit=100&from=${from}`;
    const document = activeDocument(await run('botTags.exportPage', { bot, from }));
    const sent = await bodyOf(service, 'GET', path);
    assertReindented(document.getText(), sent);
    const { records } = (JSON.parse(sent) as { res: { records: unknown[] } }).res;
    assert.ok(records.length > 0 && records.length < 2 * PAGE_SIZE + 5);
  });

  it('exports nothing when the service fails', async () => {
    // VS Code releases closed documents late, so their number proves nothing.
    const documentsBefore = new Set(vscode.workspace.textDocuments);
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    const message = await failure(run('botTags.exportPage', { bot }));
    assert.equal(message, 'listCustomers: the token is not valid (errorCode 401)');
    await run('botTags.replaceToken', { bot, token: service.token });
    const opened = vscode.workspace.textDocuments.filter(
      (document) => !documentsBefore.has(document),
    );
    assert.deepEqual(opened, []);
  });

  it('cannot be edited', async () => {
    const uri = await run('botTags.openRecord', { bot, row: 0 });
    const original = activeDocument(uri);
    const text = original.getText();
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(original.getText(), text);
    assert.equal(original.isDirty, false);
  });

  it('is discarded after its tab is closed', async () => {
    const uri = await run('botTags.openRecord', { bot, row: 1 });
    const label = vscode.Uri.parse(uri).path.split('/').at(-1) ?? '';
    await vscode.window.tabGroups.close(tabsNamed(label));
    const isOpen = () =>
      vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
    await until('VS Code releases the document', async () => {
      // VS Code keeps the last few documents that an extension opened.
      await vscode.workspace.openTextDocument({ content: '' });
      return !isOpen();
    });
    const again = Promise.resolve(vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
    assert.match(await failure(again), /because the window was reloaded/);
  });
});

describe('JSON that is too large for an editor', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let bot: string;
  let values: string;

  before(async () => {
    server = await startServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"status":200,"res":{"records":[{"id":"a","x":${values}}]}}`);
    });
    // Small at first, so that the bot can be added.
    values = '1';
    const { baseUrl } = server;
    bot = await run('botTags.addBot', { baseUrl, botId: 'bot-large', token: 't', label: 'Large' });
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await server.close();
  });

  it('is refused with a hint to use a file export', async () => {
    // When indented, each of the 800,000 values is on its own line after 64 spaces: more than the limit of 52,428,800 characters.
    values = `${'['.repeat(28)}${'1,'.repeat(800_000)}1${']'.repeat(28)}`;
    const tooLarge =
      /^This JSON is too large for a VS Code editor.*5\d,\d+,\d+ characters, and the limit is 52,428,800.*Export Customers…/;
    assert.match(await failure(run('botTags.exportPage', { bot, limit: 1 })), tooLarge);
    await run('botTags.openCustomers', { bot, limit: 1 });
    await until('the customer is there', async () => {
      const { loaded } = await run('botTags.loadMore', { bot });
      return loaded === 1;
    });
    assert.match(await failure(run('botTags.exportPage', { bot, row: 0 })), tooLarge);
  });
});
