import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { endpoints } from '../../../src/base/endpoints.ts';
import type { UserRef } from '../../../src/base/model.ts';
import { checkBaseUrl } from '../../../src/base/baseUrl.ts';
import { readCurlLine } from '../../../src/service/readCurl.ts';
import { shellWords } from '../../../src/service/shellWords.ts';
import {
  CURL_REQUESTS,
  CURL_SHELLS,
  curlLine,
  type CurlRequest,
  type CurlShell,
} from '../../../src/service/writeCurl.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/startSandbox.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporaryFolder.ts';

const BASE = 'https://api.example.com/base';
/** ID that would run a command if it could end its quotes. */
const HOSTILE = "'; touch x #";
const HEADERS = ['-H', 'Content-Type: application/json'];

/** Returns every kind of request, with this text in each place for an ID. */
function requestsWith(id: string): readonly CurlRequest[] {
  const user: UserRef = { rawUid: id, pageId: id, channel: 1 };
  const query = { botId: id, limit: 50, from: 1_700_000_000_000, next: id };
  return CURL_REQUESTS.map((request): CurlRequest => {
    if (request === 'listCustomers') return { request, query };
    if (request === 'getItem') return { request, tagId: id };
    if (request === 'listUserTags') return { request, user };
    return { request, tagId: id, user };
  });
}

const bodyOf = ({ request }: CurlRequest, id: string): unknown => {
  const user = { bot_raw_uid: id, bot_pid: id, bot_channel: 1 };
  return request === 'listUserTags' ? user : { bot_tag_id: id, ...user };
};

/** Writes a command, and asserts that it was not refused. */
const writtenLine = (request: CurlRequest, base: string, shell: CurlShell): string =>
  curlLine(request, base, shell) ?? assert.fail('no command was written');

/** Generates IDs of a service: well-formed, and without control characters. */
const ids = fc
  .oneof(
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.string({ minLength: 1, unit: fc.constantFrom(...`'"\\$\`!^%@#;&|<>(){}[] ‘’‚‛“”–`) }),
  )
  .filter((id) => !/\p{Cc}/u.test(id) && id.isWellFormed() && id !== '.' && id !== '..');

const baseUrls = fc
  .tuple(
    fc.constantFrom('https://api.example.com', 'http://[::1]:8080', 'https://xn--5brq7f.example'),
    fc.array(
      fc.oneof(
        fc.string({ unit: fc.constantFrom(...`/'"\\$\`!^%@;&|<>(){}[]=,~ a\n’`) }),
        fc.constantFrom('/v1/api', "/it's", "''", `'\\''`, '$(x)', '%60'),
      ),
    ),
  )
  .map(([origin, path]) => checkBaseUrl(`${origin}/${path.join('')}`))
  .filter((checked) => checked.ok)
  .map(({ url }) => url);

/** Generates IDs with words that would count as options if an ID could end its quotes. */
const wordIds = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      '`',
      '\\',
      '^',
      '$',
      ' ',
      '-d botId=evil',
      '--url http://evil',
      '&botId=e&',
    ),
    {
      minLength: 1,
    },
  )
  .map((words) => words.join(' '));

describe('curlLine', () => {
  let folder: TemporaryFolder;

  beforeEach(() => {
    folder = temporaryFolder('curl-line');
    const script = `#!/bin/sh\nprintf '%s\\0' "$@" > "$ARGUMENTS"\n`;
    writeFileSync(join(folder.path, 'curl'), script, { mode: 0o755 });
  });

  afterEach(() => folder.remove());

  /** Returns the arguments with which a real `sh` starts `curl`. */
  function argumentsOf(line: string): readonly string[] {
    const file = join(folder.path, 'arguments');
    const env = {
      PATH: `${folder.path}:${process.env['PATH']}`,
      BOT_TOKEN: 'a $b',
      ARGUMENTS: file,
    };
    execFileSync('sh', ['-c', line], { cwd: folder.path, env });
    return readFileSync(file, 'utf8').split('\0').slice(0, -1);
  }

  it('passes a real sh the exact arguments, so that an ID executes nothing', () => {
    const token = ['-H', 'Authorization: Bearer a $b'];
    for (const id of [
      HOSTILE,
      '$(touch x)',
      '`touch x`',
      '"; touch x "',
      "\\'; touch x #",
      '茶 !1',
    ]) {
      for (const request of requestsWith(id)) {
        const [option = '', ...rest] = argumentsOf(writtenLine(request, BASE, 'posix'));
        const requestArguments = option === '-X' ? rest.slice(1) : [option, ...rest];
        if (request.request === 'detachTag') assert.deepEqual([option, rest[0]], ['-X', 'DELETE']);
        else assert.notEqual(option, '-X');
        const [url = '', ...otherArguments] = requestArguments;
        const encoded = encodeURIComponent(id);
        if (request.request === 'listCustomers') {
          const query = `botId=${encoded}&limit=50&from=1700000000000&next=${encoded}`;
          assert.deepEqual(requestArguments, [
            `${BASE}/v1/api/bot/customers?${query}`,
            ...HEADERS,
            ...token,
          ]);
        } else if (request.request === 'getItem') {
          assert.deepEqual(requestArguments, [
            `${BASE}/v1/api/tag/${encoded}`,
            ...HEADERS,
            ...token,
          ]);
        } else {
          assert.equal(url, BASE + endpoints[request.request].path);
          assert.deepEqual(otherArguments.slice(0, -1), [...HEADERS, ...token, '--data-raw']);
          assert.deepEqual(JSON.parse(otherArguments.at(-1) ?? ''), bodyOf(request, id));
        }
      }
    }
    assert.deepEqual(readdirSync(folder.path).toSorted(), ['arguments', 'curl']);
  });

  it('is parsed back unchanged in either shell, for any base URL and ID', () => {
    const check = (id: string, base: string): void => {
      for (const shell of CURL_SHELLS) {
        for (const request of requestsWith(id)) {
          const line = writtenLine(request, base, shell);
          assert.match(line, /^[ -~]+$/, 'the line has only printable ASCII');
          const isList = request.request === 'listCustomers';
          assert.deepEqual(readCurlLine(line), { baseUrl: base, ...(isList ? { botId: id } : {}) });
          const words = shellWords(line, shell);
          const body = words[words.findIndex((word) => /^(?:-Body|--data-raw)$/.test(word)) + 1];
          if (!isList && request.request !== 'getItem') {
            assert.deepEqual(JSON.parse(body ?? ''), bodyOf(request, id));
          }
        }
      }
    };
    check(HOSTILE, BASE);
    check('a`b', "https://api.example.com/it's");
    fc.assert(fc.property(fc.oneof(ids, wordIds), baseUrls, check), { numRuns: 500 });
  });

  it('reads the token from a variable of its shell', () => {
    for (const request of requestsWith('id')) {
      assert.ok(writtenLine(request, BASE, 'posix').includes('"Authorization: Bearer $BOT_TOKEN"'));
      assert.ok(
        writtenLine(request, BASE, 'powershell').includes(
          '-Headers @{ Authorization = "Bearer $env:BOT_TOKEN" }',
        ),
      );
    }
    assert.equal(
      curlLine({ request: 'getItem', tagId: "a'b" }, BASE, 'powershell'),
      `Invoke-RestMethod -Method GET -Uri '${BASE}/v1/api/tag/a''b' -ContentType 'application/json' -Headers @{ Authorization = "Bearer $env:BOT_TOKEN" }`,
    );
  });

  it('turns off the URL globbing of curl for brackets in an address', () => {
    const curlRequest: CurlRequest = { request: 'getItem', tagId: 'tag-1' };
    const base = 'http://[::1]:8080/{a}';
    const [option, url] = argumentsOf(writtenLine(curlRequest, base, 'posix'));
    assert.deepEqual([option, url], ['-g', 'http://[::1]:8080/%7Ba%7D/v1/api/tag/tag-1']);
  });

  it('rejects an ID with a control character, and requests that the client would not send', () => {
    for (const control of ['\n', '\u001b[201~', '\u0000', '\u0085', '\u007f']) {
      for (const request of requestsWith(`a${control}b`)) {
        for (const shell of CURL_SHELLS) {
          assert.equal(curlLine(request, BASE, shell), undefined);
        }
      }
    }
    const withoutUser: CurlRequest = { request: 'listUserTags', user: { pageId: 'p', channel: 1 } };
    assert.throws(() => curlLine(withoutUser, BASE, 'posix'), /add the user ID/);
    assert.throws(() => curlLine({ request: 'getItem', tagId: '..' }, BASE, 'posix'), /not an ID/);
    assert.throws(
      () => curlLine({ request: 'getItem', tagId: 't' }, 'ftp://x', 'posix'),
      /baseUrl/,
    );
  });

  describe('with the sandbox and the curl of this machine', () => {
    let service: Sandbox;

    before(async function () {
      try {
        execFileSync('curl', ['--version']);
      } catch {
        this.skip();
      }
      service = await startSandbox({ token: 'curl-token', customers: 3 });
    });

    after(() => service?.close());

    it('lists customers, reads a tag, attaches, lists and detaches', async () => {
      const run = async (curlRequest: CurlRequest): Promise<{ res: unknown }> => {
        const line = writtenLine(curlRequest, service.baseUrl, 'posix').replace('curl', 'curl -sS');
        const child = spawn('sh', ['-c', line], {
          env: { PATH: process.env['PATH'], BOT_TOKEN: 'curl-token' },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const output: string[] = [];
        for await (const chunk of child.stdout) output.push(String(chunk));
        return JSON.parse(output.join('')) as { res: unknown };
      };
      const { botId } = service;
      const tag = service.items().find(({ type }) => type === 0) ?? assert.fail();
      const page = await run({ request: 'listCustomers', query: { botId, limit: 2 } });
      assert.equal((page.res as { records: unknown[] }).records.length, 2);
      const read = await run({ request: 'getItem', tagId: tag.id });
      assert.equal((read.res as { name: string }).name, tag.name);
      const user: UserRef = { rawUid: HOSTILE, pageId: 'page 茶', channel: 1 };
      assert.equal((await run({ request: 'attachTag', tagId: tag.id, user })).res, 'ok');
      const list = async (): Promise<readonly string[]> => {
        const { res } = await run({ request: 'listUserTags', user });
        return (res as { bot_raw_uid: string; tags: { id: string }[] }[]).flatMap((entry) => {
          assert.equal(entry.bot_raw_uid, HOSTILE);
          return entry.tags.map(({ id }) => id);
        });
      };
      assert.deepEqual(await list(), [tag.id]);
      assert.equal((await run({ request: 'detachTag', tagId: tag.id, user })).res, 'ok');
      assert.deepEqual(await list(), []);
    });
  });
});
