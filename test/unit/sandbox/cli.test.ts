import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { CLI_HELP } from '../../../src/sandbox/cliOptions.ts';
import { closeSandboxes, openSandbox } from './client.ts';

const CLI = fileURLToPath(new URL('../../../src/sandbox/main.ts', import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];

/** Starts the sandbox with these arguments. The process is killed after the test. */
function launch(...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [CLI, ...args]);
  children.push(child);
  return child;
}

/** Returns the output up to the last line of the banner. The process keeps running. */
async function banner(child: ChildProcessWithoutNullStreams): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('/sandbox/switches\n')) return text;
  }
  throw new Error(`the sandbox ended after printing: ${text}`);
}

/** Waits for the end of the process. Returns its exit code, its error output and its standard output. */
async function readOutcome(child: ChildProcessWithoutNullStreams): Promise<readonly unknown[]> {
  let errors = '';
  let output = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, errors, output];
}

/** Sends the request of the printed curl line. */
async function runCurlLine(text: string): Promise<Response> {
  const line = /^ {2}curl (.*)$/m.exec(text)?.[1] ?? '';
  const url = / "(http[^"]+)"$/.exec(line)?.[1] ?? '';
  const pairs = [...line.matchAll(/-H "([^:"]+): ([^"]+)"/g)];
  return fetch(url, {
    headers: pairs.map(([, name = '', value = '']): [string, string] => [name, value]),
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until the process has ended, for at most 20 s. */
async function untilGone(pid: number): Promise<void> {
  for (const end = Date.now() + 20_000; isRunning(pid); await delay(20)) {
    assert.ok(Date.now() < end, 'the sandbox outlives its parent');
  }
}

describe('Sandbox: command line', function () {
  this.timeout(60_000);
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await closeSandboxes();
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`serves with the given token and customers until ${signal}`, async () => {
      const child = launch('--port', '0', '--customers', '2', '--token', 'abc.DEF-1=');
      const text = await banner(child);
      assert.match(text, /^BOT_TAGS_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
      assert.match(text, /^BOT_TAGS_BOT_ID=bot-sandbox$/m);
      assert.match(text, /^BOT_TAGS_TOKEN=abc\.DEF-1=$/m);
      assert.match(text, /tag--PTfLM4wQ +tag +VIP/);
      const { res } = (await (await runCurlLine(text)).json()) as { res: { records: unknown[] } };
      assert.equal(res.records.length, 2);
      child.kill(signal);
      assert.deepEqual((await once(child, 'exit')) as unknown[], [0, null]);
    });
  }

  it('uses English names by default, and Chinese names on request', async () => {
    assert.match(await banner(launch()), /tag-Km9aj04Bx +folder +Membership$/m);
    const text = await banner(launch('--language', 'zh-TW'));
    assert.match(text, /tag-Km9aj04Bx +folder +會員等級$/m);
    assert.match(await (await runCurlLine(text)).text(), /"name":"[\p{Script=Han}]{3}"/u);
  });

  it('creates a different token each time', async () => {
    const texts = await Promise.all([banner(launch()), banner(launch())]);
    const tokens = texts.map((text) => /^BOT_TAGS_TOKEN=(\S+)$/m.exec(text)?.[1] ?? '');
    for (const token of tokens) assert.match(token, /^[\w-]{32}$/);
    assert.notEqual(tokens[0], tokens[1]);
    for (const text of texts) assert.equal((await runCurlLine(text)).status, 200);
  });

  const invalidArguments: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--port', 'x'], /--port must be an integer from 0 to 65535, not 'x'/],
    [['--port', '65536'], /--port/],
    [['--customers', '1000001'], /--customers must be an integer from 0 to 1000000/],
    [['--customers', '1.5'], /--customers/],
    [['--language', 'de'], /--language must be en or zh-tw, not 'de'/],
    [['--token', ''], /--token/],
    [['--token', 'a b'], /--token/],
    [['--token'], /--token/],
    [['--switch', 'colour=1'], /unknown switch "colour"; known switches: createRes, /],
    [['--switch', 'lostEvery'], /switch lostEvery must be an integer from 0/],
    [['--colour'], /--colour/],
    [['stray'], /stray/],
  ];
  for (const [args, message] of invalidArguments) {
    it(`rejects ${args.map((arg) => JSON.stringify(arg)).join(' ')}`, async () => {
      const [code, errors, output] = await readOutcome(launch(...args));
      assert.deepEqual([code, output], [2, '']);
      assert.match(String(errors), message);
      assert.doesNotMatch(String(errors), /\n {4}at /, 'no stack is printed');
    });
  }

  it('applies the switches of its arguments', async () => {
    const args = ['--switch', 'missingItem=500', '--switch', 'outage=on', '--token', 't'];
    const text = await banner(launch(...args));
    const [, base = ''] = /^BOT_TAGS_BASE_URL=(.*)$/m.exec(text) ?? [];
    const headers = { authorization: 'Bearer t' };
    const answer = await fetch(`${base}/sandbox/switches`, { headers });
    const { res: switches } = (await answer.json()) as { res: object };
    assert.deepEqual({ ...switches, outage: 'on', missingItem: '500' }, switches);
    assert.equal((await runCurlLine(text)).status, 503);
  });

  it('ends when its parent process is gone', async () => {
    const start = `const { spawn } = require('node:child_process');
      const stdio = ['ignore', 'inherit', 'inherit'];
      const { pid } = spawn(process.execPath, [${JSON.stringify(CLI)}, '--token', 't'], { stdio });
      console.log('PID ' + pid);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', start]);
    children.push(parent);
    const text = await banner(parent);
    const pid = Number(/^PID (\d+)$/m.exec(text)?.[1]);
    assert.equal((await runCurlLine(text)).status, 200);
    parent.kill('SIGKILL');
    try {
      await untilGone(pid);
    } finally {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
    await assert.rejects(runCurlLine(text));
  });

  it('prints its help', async () => {
    assert.deepEqual(await readOutcome(launch('--help')), [0, '', CLI_HELP]);
  });

  it('reports a port that is in use', async () => {
    const { port } = new URL((await openSandbox()).baseUrl);
    const [code, errors, output] = await readOutcome(launch('--port', port));
    assert.deepEqual([code, output], [1, '']);
    assert.match(String(errors), new RegExp(`port ${port} is in use`));
  });
});
