import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { failure, product, run, until } from './product.ts';

const user = { rawUid: 'U1', pageId: 'page', channel: 'line' } as const;

/** Sets a setting of the user. `undefined` restores the default. */
async function set(
  key: string,
  value: unknown,
  target = vscode.ConfigurationTarget.Global,
): Promise<void> {
  await vscode.workspace.getConfiguration().update(key, value, target);
}

describe('Network settings', () => {
  const proxiedUrls: string[] = [];
  /** Provides the bot ID and the token. The requests go to the proxy. */
  let sandbox: Sandbox;
  let proxy: Server;
  let bot: string;

  before(async () => {
    await product();
    sandbox = await startSandbox({ token: 'a-token', botId: 'bot-network', customers: 1 });
    // The proxy refuses all requests, because they have no credentials.
    proxy = createServer((request, answer) => {
      proxiedUrls.push(request.url ?? '');
      answer.writeHead(407).end();
    });
    proxy.on('connect', (request, socket) => {
      proxiedUrls.push(request.url ?? '');
      socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const baseUrl = 'https://service.invalid';
    const { botId, token } = sandbox;
    const label = 'Behind a proxy';
    bot = await run('botTags.addBot', { baseUrl, botId, token, label, check: false });
    await set('botTags.network.maxRetryTime', 0);
  });

  after(async () => {
    for (const key of ['maxRetryTime', 'transport', 'ca'])
      await set(`botTags.network.${key}`, undefined);
    await set('http.proxy', undefined);
    await run('botTags.removeBot', { bot, confirmed: true });
    proxy.close();
    await sandbox.close();
  });

  it('ignores a workspace, which could send tokens through a proxy of its own', async () => {
    const { Workspace } = vscode.ConfigurationTarget;
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    // Newer versions of VS Code refuse the setting, and older ones accept it.
    await set('http.proxy', address, Workspace).catch(() => undefined);
    try {
      await assert.rejects(run('botTags.listUserTags', { bot, user }));
      assert.deepEqual(proxiedUrls, []);
      await assert.rejects(set('botTags.network.ca', '/of/the/workspace.pem', Workspace));
    } finally {
      await set('http.proxy', undefined, Workspace).catch(() => undefined);
    }
  });

  it('stops a connection check when the caller cancels', async () => {
    const source = new vscode.CancellationTokenSource();
    const silent = createServer(() => source.cancel()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const silentBot = await run('botTags.addBot', {
      baseUrl,
      botId: 'b',
      token: 't',
      check: false,
    });
    const check = () =>
      run('botTags.checkConnection', { bot: silentBot, cancellation: source.token });
    try {
      await assert.rejects(check(), { name: 'Cancelled' });
      await assert.rejects(check(), { name: 'Cancelled' }, 'canceled before the first request');
    } finally {
      await run('botTags.removeBot', { bot: silentBot, confirmed: true });
      silent.close();
    }
  });

  it('uses the newest token: no read joins a request that was sent with the previous token', async () => {
    const authorizations: string[] = [];
    const answers: (() => void)[] = [];
    const slow = createServer(({ headers }, answer) => {
      authorizations.push(headers.authorization ?? '');
      answers.push(() => answer.end('{"res":[],"status":200}'));
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const baseUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const slowSettings = { baseUrl, botId: 'slow', token: 'old-token', check: false };
    const slowBot = await run('botTags.addBot', slowSettings);
    try {
      const oldCall = run('botTags.listUserTags', { bot: slowBot, user });
      await until('the old token was sent', () => authorizations.length === 1);
      await run('botTags.replaceToken', { bot: slowBot, token: 'new-token' });
      const newCall = run('botTags.listUserTags', { bot: slowBot, user });
      await until('the new token was sent', () => authorizations.length === 2);
      for (const answer of answers) answer();
      await Promise.all([oldCall, newCall]);
      assert.deepEqual(authorizations, ['Bearer old-token', 'Bearer new-token']);
    } finally {
      await run('botTags.removeBot', { bot: slowBot, confirmed: true });
      slow.closeAllConnections();
      slow.close();
    }
  });

  it('applies a change to the next request, without a reload', async () => {
    const failToListTags = (): Promise<string> =>
      failure(run('botTags.listUserTags', { bot, user }));
    assert.match(await failToListTags(), /service\.invalid/);
    assert.deepEqual(proxiedUrls, []);
    const name = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await set('http.proxy', `http://user:hidden@${name}`);
    const refused = await failToListTags();
    assert.ok(refused.includes(`the proxy ${name} requires a user name and password`), refused);
    assert.ok(!refused.includes('hidden'));
    assert.deepEqual(proxiedUrls, ['service.invalid:443']);
    await set('botTags.network.ca', '/nowhere/ca.pem');
    assert.match(await failToListTags(), /botTags\.network\.ca/);
    await set('http.proxy', undefined);
    assert.match(await failToListTags(), /botTags\.network\.ca/);
    await set('botTags.network.ca', undefined);
    assert.match(await failToListTags(), /service\.invalid/);
    assert.equal(proxiedUrls.length, 1);
  });
});
