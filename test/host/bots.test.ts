import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { DATABASE_FILE } from '../../src/base/manifest.ts';
import {
  addBot,
  allNodes,
  drawnBy,
  failure,
  idsBelow,
  nodeOf,
  product,
  run,
  shown,
  startServer,
  tooltip,
} from './product.ts';

const secretKey = (bot: string): string => `botTags.token.${bot}`;

describe('Bots', () => {
  let service: Sandbox;
  let context: vscode.ExtensionContext;

  before(async () => {
    service = await startSandbox({ token: 'right', botId: 'bot-tea', customers: 30 });
    ({ context } = await product());
  });

  after(() => service.close());

  afterEach(async () => {
    for (const { bot, isBot } of await allNodes()) {
      if (isBot) await run('botTags.removeBot', { bot, confirmed: true });
    }
  });

  /** Returns all data that adding a bot would leave behind. */
  async function storedData(): Promise<unknown> {
    const { globalState, workspaceState } = context;
    return {
      nodes: (await allNodes()).map(({ id }) => id),
      global: globalState.keys().map((key) => [key, globalState.get(key)]),
      workspace: workspaceState.keys(),
    };
  }

  it('adds a bot with the tags of its first customers, which it reads from the service', async () => {
    const requestsBefore = service.requests.listCustomers;
    const { baseUrl, botId, token } = service;
    const bot = await run('botTags.addBot', { baseUrl, botId, token, label: 'Tea House' });
    assert.equal(service.requests.listCustomers, requestsBefore + 1);
    assert.equal(await context.secrets.get(secretKey(bot)), 'right');
    const { label, contextValue, description, id } = await shown(bot);
    assert.deepEqual(
      { label, contextValue, description, id },
      {
        label: 'Tea House',
        contextValue: 'bot',
        description: new URL(service.baseUrl).host,
        id: bot,
      },
    );
    const text = await tooltip(bot);
    const [added = '', ...lines] = text.split('\n').toReversed();
    assert.deepEqual(lines, [`URL: ${service.baseUrl}`, 'ID: bot-tea', 'Tea House']);
    assert.match(added, /^Added: .*\d{4}/);
    const tags = await idsBelow(bot);
    assert.ok(tags.length > 1);
    const row = (await allNodes()).find((node) => node.isInitialSampleRow) ?? assert.fail();
    const { tree } = await product();
    const { label: rowLabel, accessibilityInformation, command } = await tree.getTreeItem(row);
    assert.equal(rowLabel, `${tags.length} tags found on the first 30 customers. Scan all…`);
    assert.equal(accessibilityInformation?.label, rowLabel);
    assert.deepEqual([command?.command, command?.arguments], ['botTags.discoverTags', [row]]);
    await run('botTags.discoverTags', { bot });
    assert.ok(
      !(await allNodes()).some((node) => node.isInitialSampleRow),
      'a scan removes the row of the first customers',
    );
  });

  it('refuses to add a bot twice at one base URL, and names the existing bot', async () => {
    const bot = await addBot(service);
    assert.ok(
      !(await allNodes()).some((node) => node.isInitialSampleRow),
      'a bot that was added without a request has no row of first customers',
    );
    const tokens = await context.secrets.keys();
    const { baseUrl, botId, token } = service;
    const requestsBefore = service.requests.listCustomers;
    for (const check of [true, false]) {
      const again = { baseUrl: `${baseUrl.toUpperCase()}/`, botId, token, label: 'Again', check };
      const message = `This bot is already in the list as "Tea House". In the arguments of other commands, use the key of this bot: ${bot}.`;
      assert.equal(await failure(run('botTags.addBot', again)), message);
    }
    assert.equal(service.requests.listCustomers, requestsBefore);
    assert.deepEqual(await context.secrets.keys(), tokens);
  });

  it('uses the bot ID as label if none is given, and drops a slash at the end of the URL', async () => {
    const { baseUrl, botId, token } = service;
    const bot = await run('botTags.addBot', { baseUrl: `${baseUrl}/`, botId, token });
    assert.equal((await shown(bot)).label, 'bot-tea');
    assert.ok((await tooltip(bot)).includes(`\nURL: ${baseUrl}\n`));
  });

  it('saves nothing with a wrong token, a wrong bot ID or an unreachable service', async () => {
    const storedBefore = await storedData();
    const { baseUrl, botId, token } = service;
    const closedServer = await startServer(() => {});
    await closedServer.close();
    const closedUrl = closedServer.baseUrl;
    const add = (argument: { baseUrl: string; botId: string; token: string }) =>
      failure(run('botTags.addBot', argument));
    assert.equal(
      await add({ baseUrl, botId, token: 'wrong' }),
      'listCustomers: the token is not valid (errorCode 401)',
    );
    assert.equal(
      await add({ baseUrl, botId: 'bot-coffee', token }),
      'listCustomers: there is no bot "bot-coffee" (errorCode 404)',
    );
    assert.match(
      await add({ baseUrl: closedUrl, botId, token }),
      /^listCustomers: no connection: .*REFUSED/,
    );
    assert.match(await add({ baseUrl, botId, token: 'two words' }), /^listCustomers: token: /);
    assert.deepEqual(await storedData(), storedBefore);
  });

  it('saves and sends nothing with a URL that could reveal the token', async () => {
    const storedBefore = await storedData();
    const requestsBefore = service.requests.listCustomers;
    const { host } = new URL(service.baseUrl);
    const refusedUrls: [string, RegExp][] = [
      [`http://user:pass@${host}`, /user name and password/],
      [`http://pass@${host}`, /user name and password/],
      [`http://${host}/?key=1`, /must not contain .* a question mark/],
      [`http://${host}?`, /must not contain .* a question mark/],
      [`http://${host}/#part`, /must not contain .* #/],
      [`ftp://${host}`, /must begin with https:/],
      [host, /This is not a URL|must begin with/],
      ['http://bot.example', /plain http/],
      ['http://10.0.0.1:8080/base', /plain http/],
      ['http://127.0.0.1.bot.example', /plain http/],
    ];
    for (const [baseUrl, message] of refusedUrls) {
      const adding = run('botTags.addBot', { baseUrl, botId: 'bot-tea', token: 'right' });
      assert.match(await failure(adding), message, baseUrl);
      const unchecked = { baseUrl, botId: 'bot-tea', token: 'right', check: false };
      assert.match(await failure(run('botTags.addBot', unchecked)), message, baseUrl);
    }
    assert.equal(service.requests.listCustomers, requestsBefore);
    assert.deepEqual(await storedData(), storedBefore);
  });

  it('adds a bot without a request to the service if `check` is false', async () => {
    const requestsBefore = service.requests.listCustomers;
    const unreachable = { baseUrl: 'https://bot.invalid/base', botId: 'bot-away', token: 'any' };
    const bot = await run('botTags.addBot', { ...unreachable, check: false });
    assert.equal((await shown(bot)).description, 'bot.invalid');
    assert.equal(service.requests.listCustomers, requestsBefore);
  });

  it('leaves no token behind when a bot cannot be stored', async () => {
    await allNodes();
    const keysBefore = await context.secrets.keys();
    const database = new DatabaseSync(
      vscode.Uri.joinPath(context.globalStorageUri, DATABASE_FILE).fsPath,
    );
    for (const when of ['INSERT ON bot', 'INSERT ON note', 'DELETE ON note']) {
      const trigger = `"full: ${when}" BEFORE ${when}`;
      const failingStatement = "SELECT RAISE(ROLLBACK, 'the disk is full')";
      database.exec(`CREATE TRIGGER ${trigger} BEGIN ${failingStatement}; END`);
    }
    try {
      const { baseUrl, botId, token } = service;
      const adding = run('botTags.addBot', { baseUrl, botId, token });
      assert.match(await failure(adding), /the disk is full/);
      assert.match(await failure(run('botTags.trySandbox', {})), /the disk is full/);
    } finally {
      const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'");
      for (const { name } of triggers.all()) database.exec(`DROP TRIGGER "${String(name)}"`);
      database.close();
    }
    assert.deepEqual(await context.secrets.keys(), keysBefore);
  });

  it('changes the label of a bot and redraws only its node', async () => {
    const bot = await addBot(service);
    await allNodes();
    const drawn = await drawnBy(bot, () => run('botTags.botSettings', { bot, label: '茶屋 *x*' }));
    assert.deepEqual(drawn, [bot]);
    assert.equal((await shown(bot)).label, '茶屋 *x*');
    assert.match(await failure(run('botTags.botSettings', { bot, label: '' })), /label: /);
  });

  it('uses a replaced token immediately', async () => {
    const bot = await addBot(service);
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    const refused = run('botTags.createTag', { bot, name: 'refused' });
    assert.equal(await failure(refused), 'createItem: the token is not valid (errorCode 401)');
    assert.deepEqual(await idsBelow(bot), []);
    await run('botTags.replaceToken', { bot: 'bot-tea', token: 'right' });
    const tag = await run('botTags.createTag', { bot, name: 'let in' });
    assert.deepEqual(await idsBelow(bot), [tag]);
  });

  it('keeps a bot as "token missing" when its token is lost, until a new one is entered', async () => {
    const bot = await addBot(service);
    const tag = await run('botTags.createTag', { bot, name: 'kept' });
    await context.secrets.delete(secretKey(bot));
    const nodeWithoutToken = await shown(bot);
    assert.equal(nodeWithoutToken.contextValue, 'bot.noToken');
    assert.equal(nodeWithoutToken.description, 'token missing');
    assert.deepEqual(await idsBelow(bot), [tag]);
    const created = service.requests.createItem;
    const errorWithoutToken = await failure(run('botTags.createTag', { bot, name: 'no token' }));
    assert.equal(errorWithoutToken, 'createItem: the bot has no token; enter one first');
    assert.equal(service.requests.createItem, created, 'no request was sent');

    const drawn = await drawnBy(bot, () => run('botTags.replaceToken', { bot, token: 'right' }));
    assert.deepEqual(drawn, [bot]);
    assert.equal((await shown(bot)).contextValue, 'bot');
    await run('botTags.createTag', { bot, name: 'with token' });
    assert.equal(service.requests.createItem, created + 1);
  });

  it('removes a bot with its token and items without a request to the service', async () => {
    const bot = await addBot(service);
    const tag = await run('botTags.createTag', { bot, name: 'stays at the service' });
    const deleted = service.requests.deleteItem;
    const drawn = await drawnBy(bot, () => run('botTags.removeBot', { bot, confirmed: true }));
    assert.deepEqual(drawn, [undefined], 'the list of bots is redrawn');
    assert.equal(await nodeOf(bot), undefined);
    assert.equal(await context.secrets.get(secretKey(bot)), undefined);
    assert.ok(!JSON.stringify(await storedData()).includes(bot));
    assert.equal(service.requests.deleteItem, deleted);
    assert.ok(service.items().some(({ id }) => id === tag));
    assert.match(await failure(run('botTags.removeBot', { bot, confirmed: true })), /no bot/);
  });

  it('keeps bots of several services apart', async () => {
    const other = await startSandbox({ token: 'other', botId: 'bot-tea', customers: 30 });
    try {
      const [one, two] = [await addBot(service, 'One'), await addBot(other, 'Two')];
      const tag = await run('botTags.createTag', { bot: two, name: 'only at two' });
      assert.ok(other.items().some(({ id }) => id === tag));
      assert.ok(!service.items().some(({ id }) => id === tag));
      assert.deepEqual(await idsBelow(one), []);
      assert.deepEqual(await idsBelow(two), [tag]);
    } finally {
      await other.close();
    }
  });
});
