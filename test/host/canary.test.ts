import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { CommandId } from '../../src/commands/commands.ts';
import { filesWith } from '../support/filesWith.ts';
import { LogLines } from './logLines.ts';
import {
  addBot,
  allNodes,
  closeEditors,
  failure,
  product,
  run,
  shown,
  startServer,
  until,
} from './product.ts';

/** Token with characters that are encoded differently in URLs and in HTML. */
const CANARY = 'canary-7f3a9c/1e+5b&02==';
const SPELLINGS = [
  CANARY,
  'canary-7f3a9c',
  encodeURIComponent(CANARY),
  Buffer.from(CANARY).toString('base64'),
];
const user = { rawUid: 'U1', pageId: 'page', channel: 'line' } as const;

type EchoResponse = (authorization: string) => {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
};

/** Responses that repeat the Authorization header, as a proxy or a service in debug mode may do. */
const echoes: Readonly<Record<string, EchoResponse>> = {
  'an errorMessage': (header) => ({
    status: 500,
    body: JSON.stringify({ errorMessage: `refused: Authorization: ${header}`, errorCode: 500 }),
  }),
  'an errorMessage that is an object': (header) => ({
    status: 200,
    body: JSON.stringify({ errorMessage: { header: [header] }, errorCode: header }),
  }),
  'an HTML page': (header) => ({
    status: 401,
    headers: { 'content-type': 'text/html' },
    body: `<html><h1>401</h1><pre>Authorization: ${header}</pre></html>`,
  }),
  'an address in an HTML page': (header) => ({
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: `<a href="/login?auth=${encodeURIComponent(header)}">log in</a>`,
  }),
  'a status': (header) => ({ status: 200, body: JSON.stringify({ status: header, res: 'ok' }) }),
  'a redirect': (header) => ({
    status: 302,
    headers: { location: `https://login.invalid/${encodeURIComponent(header)}?${header.slice(7)}` },
    body: '',
  }),
  'a content type': (header) => ({
    status: 200,
    headers: { 'content-type': `text/plain; auth="${header}"` },
    body: 'hello',
  }),
};

/**
 * Uses the token in every way and collects what the product shows, logs and stores. The last two tests search these
 * texts, and all files, for the token.
 */
describe('Token', () => {
  const messages: string[] = [];
  const texts: string[] = [];
  let logged: LogLines;
  const opened = vscode.workspace.onDidOpenTextDocument(
    (document) => void texts.push(document.getText()),
  );
  let service: Sandbox;
  let bot: string;
  let context: vscode.ExtensionContext;

  before(async () => {
    const { log, ...rest } = await product();
    ({ context } = rest);
    logged = new LogLines(log);
    service = await startSandbox({ token: CANARY, botId: 'bot-canary', customers: 250 });
    bot = await addBot(service, 'Canary');
  });

  after(async () => {
    opened.dispose();
    logged.stop();
    for (const node of await allNodes()) {
      if (!node.isBot) continue;
      await run('botTags.removeBot', { bot: node.bot, confirmed: true });
    }
    await closeEditors();
    await service.close();
  });

  /** Runs commands that fail for this bot and collects their error messages. */
  async function failEverywhere(key: string): Promise<string[]> {
    const steps: [CommandId, object][] = [
      ['botTags.createTag', { name: 'x' }],
      ['botTags.createFolder', { name: 'x' }],
      ['botTags.addExisting', { id: 'tag-x' }],
      ['botTags.deleteItem', { id: 'tag-x', confirmed: true }],
      ['botTags.attachTag', { tagId: 'tag-x', user }],
      ['botTags.detachTag', { tagId: 'tag-x', user }],
      ['botTags.listUserTags', { user }],
      ['botTags.exportPage', {}],
      ['botTags.openCustomers', { limit: 2 }],
      ['botTags.loadMore', {}],
    ];
    const errors: string[] = [];
    for (const [id, argument] of steps) {
      const step = vscode.commands.executeCommand(id, { bot: key, ...argument });
      errors.push(await failure(Promise.resolve(step)));
    }
    messages.push(...errors);
    return errors;
  }

  it('is used for all successful requests', async () => {
    const folder = await run('botTags.createFolder', { bot, name: 'Canary folder' });
    const tag = await run('botTags.createTag', { bot, name: 'Canary tag', parentId: folder });
    await run('botTags.attachTag', { bot, tagId: tag, user });
    await run('botTags.listUserTags', { bot, user });
    await run('botTags.detachTag', { bot, tagId: tag, user });
    await run('botTags.refresh', { bot });
    await run('botTags.openCustomers', { bot, limit: 100 });
    await run('botTags.loadMore', { bot });
    await run('botTags.exportPage', { bot, row: 0 });
    await run('botTags.openRecord', { bot, row: 0 });
    await run('botTags.exportPage', { bot, limit: 100, page: 2 });
    await run('botTags.copyId', { bot, ids: [tag] });
    await run('botTags.botSettings', { bot, label: 'Canary bot' });
    await run('botTags.replaceToken', { bot, token: CANARY });
  });

  for (const unauthorized of ['http-401', 'ok-401', 'http-403', 'html'] as const) {
    it(`is refused (${unauthorized})`, async () => {
      service.switches.unauthorized = unauthorized;
      await run('botTags.replaceToken', { bot, token: `${CANARY}wrong` });
      for (const message of await failEverywhere(bot)) assert.match(message, /40[13]/);
      await run('botTags.replaceToken', { bot, token: CANARY });
    });
  }

  for (const [name, echoResponse] of Object.entries(echoes)) {
    it(`is echoed in ${name}`, async () => {
      let tokenRequests = 0;
      let lastUrl = '';
      const listener: RequestListener = (request, response) => {
        const { authorization = '' } = request.headers;
        if (authorization === `Bearer ${CANARY}`) tokenRequests++;
        // The second attempt gets a long Retry-After, so that the client gives up and the test does not wait.
        if (request.url === lastUrl) response.setHeader('retry-after', '120');
        lastUrl = request.url ?? '';
        const { status, headers, body } = echoResponse(authorization);
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      };
      const server = await startServer(listener);
      const { baseUrl } = server;
      const settings = { baseUrl, botId: 'bot-echo', token: CANARY, label: 'Echo' };
      try {
        messages.push(await failure(run('botTags.addBot', settings)));
        const echo = await run('botTags.addBot', { ...settings, check: false });
        const errors = await failEverywhere(echo);
        assert.ok(tokenRequests > errors.length, 'each call sent the token in its header');
        await run('botTags.removeBot', { bot: echo, confirmed: true });
      } finally {
        await server.close();
      }
    });
  }

  it('is not stored in the reason why a tag could not be read', async () => {
    const listener: RequestListener = ({ headers }, response) => {
      const errorMessage = `refused: ${headers.authorization}`;
      response.writeHead(500).end(JSON.stringify({ errorMessage, errorCode: 500 }));
    };
    const tag = await run('botTags.createTag', { bot, name: 'marked' });
    // From now on, an echo server replaces the bot's service.
    await service.close();
    const echo = await startServer(listener, Number(new URL(service.baseUrl).port));
    const { checked, failed } = await run('botTags.refresh', { bot });
    assert.ok(checked >= 3);
    assert.equal(failed, checked);
    await echo.close();
    assert.equal((await shown(bot, tag)).contextValue, 'tag.error');
    for (const message of await failEverywhere(bot)) {
      assert.match(message, /connection|could not be reached/);
    }
  });

  it('is in no argument error', async () => {
    const refused: [CommandId, object][] = [
      [
        'botTags.addBot',
        { baseUrl: `https://${encodeURIComponent(CANARY)}@bot.example`, botId: 'b', token: CANARY },
      ],
      ['botTags.addBot', { baseUrl: `https://b.example?${CANARY}`, botId: 'b', token: CANARY }],
      ['botTags.addBot', { baseUrl: 'http://bot.example', botId: 'b', token: CANARY }],
      ['botTags.addBot', { baseUrl: 'https://b.example', token: CANARY, tokn: CANARY }],
      ['botTags.replaceToken', { bot: 'nobody', token: CANARY }],
      ['botTags.replaceToken', { bot, token: [CANARY] }],
      ['botTags.replaceToken', { bot, token: { CANARY } }],
    ];
    for (const [id, argument] of refused) {
      const step = vscode.commands.executeCommand(id, argument);
      messages.push(await failure(Promise.resolve(step)));
    }
  });

  it('is in SecretStorage, and in no text that was shown, logged or stored by then', async () => {
    const { tree } = await product();
    const items = await Promise.all((await allNodes()).map((node) => tree.getTreeItem(node)));
    const { globalState, workspaceState } = context;
    const sinks = {
      messages,
      lines: logged.all,
      texts: [...texts, ...vscode.workspace.textDocuments.map((document) => document.getText())],
      tree: items,
      tabs: vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      state: [globalState, workspaceState].map((state) =>
        state.keys().map((key) => [key, state.get(key)]),
      ),
      clipboard: await vscode.env.clipboard.readText(),
    };
    // The tests above must have produced enough texts for a leak to show.
    assert.ok(messages.length > 100);
    assert.ok(texts.length >= 3);
    assert.ok(logged.all.length > 100);
    for (const [name, sink] of Object.entries(sinks)) {
      const text = JSON.stringify(sink);
      for (const spelling of SPELLINGS) {
        assert.ok(!text.includes(spelling), name);
      }
    }
    assert.equal(await context.secrets.get(`botTags.token.${bot}`), CANARY);
  });

  it('is in no file by then, neither in the database nor in a log', async () => {
    const storage = context.globalStorageUri.fsPath;
    // Logs of the whole window, because VS Code also logs the errors of commands.
    const logs = vscode.Uri.joinPath(context.logUri, '..', '..').fsPath;
    await until('the database is written', async () =>
      (await filesWith(storage, 'Canary bot')).some((file) => file.includes('catalogue.sqlite')),
    );
    await logged.waitUntilWritten(context);
    // The user data also contains what VS Code keeps for its windows, and the local history of files.
    const userData = vscode.Uri.joinPath(context.globalStorageUri, '..', '..').fsPath;
    for (const spelling of SPELLINGS) {
      for (const folder of [storage, userData, logs])
        assert.deepEqual(await filesWith(folder, spelling), []);
    }
  });
});
