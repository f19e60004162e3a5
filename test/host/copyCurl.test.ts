import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBot, closeEditors, failure, run } from './product.ts';

const TOKEN = 'a-token-that-is-in-no-line';
const HEADERS = `-H 'Content-Type: application/json' -H "Authorization: Bearer $BOT_TOKEN"`;

describe('Copy as curl', () => {
  let service: Sandbox;
  let bot: string;

  beforeEach(async () => {
    service = await startSandbox({ token: TOKEN, botId: 'bot-curl', customers: 25 });
    bot = await addBot(service);
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
  });

  const copied = () => vscode.env.clipboard.readText();
  const customers = (query: string): string =>
    `curl '${service.baseUrl}/v1/api/bot/customers?botId=bot-curl&${query}' ${HEADERS}`;
  const shell = 'posix';

  it('gives each kind of request, sends none, and knows no token', async () => {
    const sent = { ...service.requests };
    const user = { rawUid: "'; touch x #", pageId: 'p', channel: 'line' } as const;
    const tagId = 'tag-1';
    assert.equal(await run('botTags.copyCurl', { bot, shell }), customers('limit=100'));
    assert.equal(await copied(), customers('limit=100'));
    const from = 1_700_000_000_000;
    assert.equal(
      await run('botTags.copyCurl', { bot, limit: 7, from, next: 'a&b', shell }),
      customers(`limit=7&from=${from}&next=a%26b`),
    );
    const body = `{"bot_raw_uid":"'\\''; touch x #","bot_pid":"p","bot_channel":1}`;
    const tagging = `${service.baseUrl}/v1/api/user/tag' ${HEADERS} --data-raw '{"bot_tag_id":"tag-1",${body.slice(1)}'`;
    const lines: string[] = [];
    for (const request of ['attachTag', 'detachTag', 'getItem', 'listUserTags'] as const) {
      lines.push(await run('botTags.copyCurl', { bot, request, tagId, user, shell }));
    }
    assert.deepEqual(lines, [
      `curl '${tagging}`,
      `curl -X DELETE '${tagging}`,
      `curl '${service.baseUrl}/v1/api/tag/tag-1' ${HEADERS}`,
      `curl '${service.baseUrl}/v1/api/user/taglist' ${HEADERS} --data-raw '${body}'`,
    ]);
    const powershell = await run('botTags.copyCurl', { bot, shell: 'powershell' });
    assert.match(powershell, /^Invoke-RestMethod -Method GET -Uri '.*"Bearer \$env:BOT_TOKEN" }$/);
    for (const line of [...lines, powershell]) assert.ok(!line.includes(TOKEN));
    assert.deepEqual(service.requests, sent);
  });

  it('says what is missing, and what to do with an ID that a terminal would act on', async () => {
    const request = 'attachTag';
    const user = { rawUid: 'a\u001b[201~b', pageId: 'p', channel: 'line' } as const;
    await vscode.env.clipboard.writeText('before');
    const unsafe = run('botTags.copyCurl', { bot, request, tagId: 't', user });
    assert.match(await failure(unsafe), /control character/);
    const noUser = run('botTags.copyCurl', { bot, request, tagId: 't' });
    assert.match(await failure(noUser), /add "user"/);
    const noTag = run('botTags.copyCurl', { bot, request: 'getItem' });
    assert.match(await failure(noTag), /enter an ID/);
    assert.equal(await copied(), 'before');
  });

  it('follows the setting, which follows the platform', async () => {
    const settings = vscode.workspace.getConfiguration('botTags.copyAsCurl');
    const begins: string[] = [];
    for (const value of [undefined, 'powershell', 'posix']) {
      await settings.update('shell', value, vscode.ConfigurationTarget.Global);
      begins.push((await run('botTags.copyCurl', { bot })).split(' ')[0] ?? '');
    }
    await settings.update('shell', undefined, vscode.ConfigurationTarget.Global);
    const own = process.platform === 'win32' ? 'Invoke-RestMethod' : 'curl';
    assert.deepEqual(begins, [own, 'Invoke-RestMethod', 'curl']);
  });
});
