import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, closeEditors, failure, nodeOf, run, set } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

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

  const copiedText = () => vscode.env.clipboard.readText();
  const customers = (query: string): string =>
    `curl '${service.baseUrl}/v1/api/bot/customers?botId=bot-curl&${query}' ${HEADERS}`;
  const shell = 'posix';

  it('copies each kind of request, sends none, and contains no token', async () => {
    const requestsBefore = { ...service.requests };
    const user = { rawUid: "'; touch x #", pageId: 'p', channel: 'line' } as const;
    const tagId = 'tag-1';
    assert.equal(await run('botTags.copyCurl', { bot, shell }), customers('limit=100'));
    assert.equal(await copiedText(), customers('limit=100'));
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
    assert.deepEqual(service.requests, requestsBefore);
  });

  it('reports what is missing, and rejects an ID with control characters', async () => {
    const request = 'attachTag';
    const user = { rawUid: 'a\u001b[201~b', pageId: 'p', channel: 'line' } as const;
    await vscode.env.clipboard.writeText('before');
    const unsafe = run('botTags.copyCurl', { bot, request, tagId: 't', user });
    assert.match(await failure(unsafe), /control character/);
    const noUser = run('botTags.copyCurl', { bot, request, tagId: 't' });
    assert.match(await failure(noUser), /Add "user"/);
    const noTag = run('botTags.copyCurl', { bot, request: 'getItem' });
    assert.match(await failure(noTag), /enter an ID/);
    assert.equal(await copiedText(), 'before');
  });

  it('prompts for what a request needs, and copies a command that works in a real shell', async function () {
    if (process.platform === 'win32') this.skip();
    const hostile = "'; touch x #";
    const folder = mkdtempSync(join(tmpdir(), 'bot-tags-curl-'));
    const recorder = new WindowRecorder();
    const answerTo = async (line: string): Promise<unknown> => {
      const env = { PATH: process.env['PATH'], BOT_TOKEN: TOKEN };
      const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder, env });
      return (JSON.parse(stdout) as { res: unknown }).res;
    };
    const tag = await run('botTags.createTag', { bot, name: 'Mine' });
    const requestsBefore = { ...service.requests };
    recorder.start();
    try {
      const keyboard = new Keyboard(recorder);
      /** Runs the command and answers its prompts in turn. Without a node, the command gets no argument. */
      const copy = async (
        node: unknown,
        ...answers: readonly (() => Promise<void>)[]
      ): Promise<string> => {
        const done = vscode.commands.executeCommand('botTags.copyCurl', ...[node ?? []].flat());
        for (const answer of answers) await answer();
        await done;
        assert.equal(recorder.shown.at(-1)?.[0], 'statusBar');
        const line = await copiedText();
        assert.ok(!line.includes(TOKEN) && line.includes('Bearer $BOT_TOKEN'), line);
        return line;
      };
      const pick = (label: string) => () => keyboard.pick(label);
      const type = (text: string) => () => keyboard.type(text);
      const attach = await copy(
        await nodeOf(bot, tag),
        async () => {
          assert.equal(
            await keyboard.placeholder(),
            'Which request do you want to copy? The request will not be sent.',
          );
          await keyboard.pick('Attach Tag to Customer');
        },
        () => keyboard.find(hostile, `Use ${hostile} as the user ID`),
        pick('Other LINE Account…'),
        type('page-1'),
      );
      const get = await copy(undefined, pick('Get Tag'), pick('Mine'));
      const list = await copy(await nodeOf(bot));
      assert.deepEqual(service.requests, requestsBefore, 'no request was sent');
      assert.equal(await answerTo(attach), 'ok');
      assert.equal(existsSync(join(folder, 'x')), false);
      const user = { bot_raw_uid: hostile, bot_pid: 'page-1', bot_channel: 1 };
      const lists = await resOf(service, 'POST', '/v1/api/user/taglist', user);
      assert.match(JSON.stringify(lists), /"Mine"/);
      assert.equal(((await answerTo(get)) as { name: string }).name, 'Mine');
      const path = '/v1/api/bot/customers?botId=bot-curl&limit=100';
      assert.deepEqual(await answerTo(list), await resOf(service, 'GET', path));
    } finally {
      recorder.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it('uses the shell in the setting, which defaults to that of the platform', async () => {
    const commandNames: string[] = [];
    for (const value of [undefined, 'powershell', 'posix']) {
      await set('copyAsCurl.shell', value);
      commandNames.push((await run('botTags.copyCurl', { bot })).split(' ')[0] ?? '');
    }
    await set('copyAsCurl.shell', undefined);
    const expectedCommand = process.platform === 'win32' ? 'Invoke-RestMethod' : 'curl';
    assert.deepEqual(commandNames, [expectedCommand, 'Invoke-RestMethod', 'curl']);
  });
});
