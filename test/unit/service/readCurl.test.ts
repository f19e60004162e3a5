import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { type CurlLine, readCurlLine } from '../../../src/service/readCurl.ts';
import { shellWords } from '../../../src/service/shellWords.ts';
import { cpuTimeOf } from '../../support/cpuTime.ts';

const BASE = 'https://api.example.com/base';
/** Values that each of the lines below contains. */
const EXPECTED: CurlLine = { baseUrl: BASE, token: 'a.b-c_1', botId: 'bot-1' };
const CUSTOMERS = `${BASE}/v1/api/bot/customers?botId=bot-1&limit=1`;
const CREATE = `${BASE}/v1/api/tag/autogen`;

/** Lines with all three values, by shell and spelling. */
const LINES: Readonly<Record<string, string>> = {
  'POSIX, single quotes': `curl -s '${CUSTOMERS}' -H 'Authorization: Bearer a.b-c_1'`,
  'POSIX, the option before the URL': `curl -H "authorization: bearer a.b-c_1" --url "${CUSTOMERS}"`,
  'POSIX, several lines': `curl \\\n  '${CUSTOMERS}' \\\n  -H 'Authorization: Bearer a.b-c_1'\n`,
  'POSIX, line ends lost': `curl \\  '${CUSTOMERS}' \\  -H 'Authorization: Bearer a.b-c_1'`,
  'POSIX, line ends removed': `curl \\'${CUSTOMERS}' -X GET \\-H 'Authorization: Bearer a.b-c_1'`,
  'POSIX, a body': `curl -X POST ${CREATE} -H "Authorization: Bearer a.b-c_1" -d '{"botId": "bot-1", "name": "it'\\''s"}'`,
  'POSIX, an escaped body': `curl ${CREATE} --header 'Authorization: Bearer a.b-c_1' --data-raw "{\\"botId\\":\\"bot-1\\"}"`,
  'POSIX, a form': `curl -G ${BASE}/v1/api/bot/customers -H 'Authorization: Bearer a.b-c_1' -d botId=bot-1`,
  'a prompt, a glued option and a proxy': `$ curl -x http://proxy.example:1 -H'Authorization: Bearer a.b-c_1' -XPOST -d'{"botId":"bot-1"}' ${CREATE}`,
  'an option for the token': `curl --oauth2-bearer a.b-c_1 '${CUSTOMERS}'`,
  'Bash, ANSI-C quotes': `curl $'${BASE}/v1/api/bot/customers?botId=bot-1\\u0026limit=1' -H $'Authorization: \\x42earer a.b-c_1'`,
  'Bash, as a browser copies it': `curl '${CREATE}' \\\n  -X 'POST' \\\n  -H 'authorization: Bearer a.b-c_1' \\\n  --data-raw $'{"name":"it\\'s\\u0021 ^","botId":"bot-1"}' \\\n  --compressed`,
  'cmd, double quotes': `curl.exe "${CUSTOMERS}" ^\r\n -H "Authorization: Bearer a.b-c_1"`,
  'cmd, everything escaped': `curl ^"${BASE}/v1/api/bot/customers?botId=bot-1^&limit=1^" ^\n  -H ^"Authorization: Bearer a.b-c_1^"`,
  'cmd, line ends lost': `curl ^  ${BASE}/v1/api/bot/customers?botId=bot-1^&limit=1 ^-H "Authorization: Bearer a.b-c_1"`,
  'cmd, carets within quotes': `curl "${BASE}/v1/api/bot/customers?botId=bot-1&name=a^^b" ^\n -H "X-A: ^-" -H ^"Authorization: Bearer a.b-c_1^"`,
  'cmd, a body': `curl -X POST ${CREATE} ^\n -H "Authorization: Bearer a.b-c_1" ^\n -d "{\\"botId\\":\\"bot-1\\"}"`,
  'cmd, doubled quotes': `curl -d "{""botId"":""bot-1""}" ^\n ${CREATE} -H "Authorization: Bearer a.b-c_1"`,
  'cmd, an escaped URL and doubled quotes': `curl ^"${CREATE}?a=1^&b=2^" ^\n -H "Authorization: Bearer a.b-c_1" -d "{""botId"":""bot-1""}"`,
  'PowerShell, curl.exe': `curl.exe "${CUSTOMERS}" \`\n  -H 'Authorization: Bearer a.b-c_1'`,
  'PowerShell, line ends lost': `curl.exe \`  "${CUSTOMERS}" \`-H "Authorization: Bearer a.b-c_1"`,
  'PowerShell, a body of version 5': `curl.exe ${CREATE} -H "Authorization: Bearer a.b-c_1" -d '{\\"botId\\":\\"bot-1\\"}'`,
  'PowerShell, doubled quotes': `curl.exe ${CREATE} -H "Authorization: Bearer a.b-c_1" -d "{""botId"":""bot-1""}"`,
  'Invoke-RestMethod': `Invoke-RestMethod -Uri "${CUSTOMERS}" -Headers @{Authorization="Bearer a.b-c_1"}`,
  'Invoke-RestMethod, more headers': `Invoke-RestMethod -Method Post \`\n -Uri '${CREATE}' \`\n -Headers @{ 'Content-Type' = 'application/json'; 'Authorization' = 'Bearer a.b-c_1' } \`\n -Body '{"botId":"bot-1"}'`,
  'irm, a table as body': `irm ${CREATE} -Headers @{"Authorization"="Bearer a.b-c_1"} -Body (@{botId="bot-1"; name="x"} | ConvertTo-Json)`,
};

describe('readCurlLine', () => {
  for (const [kind, line] of Object.entries(LINES)) {
    it(`reads: ${kind}`, () => assert.deepEqual(readCurlLine(line), EXPECTED));
  }

  it('returns only the valid parts of a line', () => {
    const cases: readonly (readonly [string, CurlLine | undefined])[] = [
      ['https://api.example.com', undefined],
      ['curly https://api.example.com', undefined],
      ['', undefined],
      ['curl', {}],
      ['curl https://api.example.com/', { baseUrl: 'https://api.example.com' }],
      ['curl https://api.example.com/v1/api', { baseUrl: 'https://api.example.com' }],
      ["curl -H 'Authorization: Bearer t'", { token: 't' }],
      ["curl -H 'Authorization:Bearer t'", { token: 't' }],
      ["curl -H 'Authorization:t'", { token: 't' }],
      ['curl https://user:secret@api.example.com/v1/api/tag', {}],
      ['curl -H "Authorization: Bearer $TOKEN" -d "{"', {}],
      ['curl -H "Authorization: Bearer two words"', {}],
      ["curl -H 'X-Other: Bearer t' ftp://a.example/v1/api/", {}],
      ['curl -d \'{"botId":7}\'', {}],
      [
        "curl 'https://api.example.com/v1/api/bot/customers?botId=a%20%E8%8C%B6'",
        {
          baseUrl: 'https://api.example.com',
          botId: 'a 茶',
        },
      ],
      ['curl https://a.example --url https://b.example', { baseUrl: 'https://a.example' }],
      // A POSIX shell would find as many values here. In PowerShell, two quotes are one, and `curl.exe` is usual.
      [`curl.exe 'https://a.example?botId=it''s'`, { baseUrl: 'https://a.example', botId: "it's" }],
      [`curl -d "{""botId"":""b""}"`, { botId: 'b' }],
      [
        `curl 'https://a.example/it'\\''s/v1/api/tag/autogen' -d '{"botId":"a\`b"}'`,
        { baseUrl: "https://a.example/it's", botId: 'a`b' },
      ],
      [
        `curl "https://a.example/v1/api/?botId=a\\\`b"`,
        { baseUrl: 'https://a.example', botId: 'a`b' },
      ],
      ['curl https://a.example/v1/api/v1/api/tag', { baseUrl: 'https://a.example/v1/api' }],
      [`curl https://a.example -d '{"name":"&botId=evil&"}'`, { baseUrl: 'https://a.example' }],
      // A line of more than 65,536 characters is not read.
      [`curl ${'x'.repeat(70_000)} https://api.example.com`, {}],
    ];
    for (const [line, expected] of cases) assert.deepEqual(readCurlLine(line), expected, line);
  });

  it('does not use the address of a proxy or a referrer as the base URL', () => {
    for (const option of ['-x', '--proxy', '--preproxy', '-e', '--referer', '-Proxy', '-proxy']) {
      const line = `curl ${option} http://other.example https://a.example`;
      assert.deepEqual(readCurlLine(line), { baseUrl: 'https://a.example' }, option);
    }
  });

  it('reads values with any quoting', () => {
    const quoted: Readonly<Record<string, (text: string) => string>> = {
      posix: (text) => `'${text.replaceAll("'", `'\\''`)}'`,
      'posix, double': (text) => `"${text.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`,
      powershell: (text) => `'${text.replaceAll("'", "''")}'`,
    };
    const printable = fc.string({ unit: fc.constantFrom(...`ab'"\\ $\`{}=;^&|<>#%!茶`) });
    for (const [name, quote] of Object.entries(quoted)) {
      const shell = name === 'powershell' ? 'powershell' : 'posix';
      fc.assert(
        fc.property(fc.array(printable), (values) => {
          const line = ['curl', ...values.map(quote)].join(' ');
          assert.deepEqual(shellWords(line, shell), ['curl', ...values]);
        }),
      );
    }
  });

  it('reads the escapes of ANSI-C quotes only for POSIX shells', () => {
    const cases: Readonly<Record<string, string>> = {
      [String.raw`$'a\nb\r\tc'`]: 'a\nb\r\tc',
      [String.raw`$'it\'s \"\\\?'`]: `it's "\\?`,
      [String.raw`$'\a\b\e\E\f\v'`]: '\u0007\b\u001b\u001b\f\v',
      [String.raw`$'\x41\x9z \101\60'`]: 'A\tz A0',
      [String.raw`$'\u8336 \u41 \ud83c\udf75 \U0001F375'`]: '茶 A 🍵 🍵',
      // UTF-8 bytes as Bash writes them; otherwise characters, as browsers write them.
      [String.raw`$'\xe8\x8c\xb6 \350\214\266 caf\xe9'`]: '茶 茶 café',
      [String.raw`a$'b c'"$'d'"`]: `ab c$'d'`,
      [`$'`]: '',
      [`$'never closed\\`]: 'never closed\\',
    };
    for (const [text, word] of Object.entries(cases)) {
      assert.deepEqual(shellWords(`curl ${text}`, 'posix'), ['curl', word], text);
    }
    const unusualEscapes = String.raw`$'\cA\q\x\u\U00110000'`;
    const expectedWord = '\u0001' + String.raw`\q\x\u` + '\ufffd';
    assert.deepEqual(shellWords(unusualEscapes, 'posix'), [expectedWord]);
    assert.deepEqual(shellWords(`$'a b'`, 'powershell'), ['$a b']);
    assert.deepEqual(shellWords('"a^b" ^"c^&d^" e^f', 'cmd'), ['a^b', 'c&d', 'ef']);
  });

  it('never throws, and returns a valid base URL for any line', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ' -H ',
        '"',
        "'",
        '\\',
        '^',
        '`',
        '@{',
        '}',
        'Authorization: Bearer s3',
        BASE,
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const read = readCurlLine(`curl ${parts.join('')}`);
        assert.ok(read !== undefined);
        if (read.baseUrl !== undefined) assert.ok(URL.canParse(read.baseUrl));
      }),
    );
  });

  it('reads a line in linear time', async () => {
    for (const part of ['\\', '^', '`', '"', "'", '@{', '}', ' ', '[', '-H a: ', 'https://a/?']) {
      const line = `curl ${part.repeat(65_000 / part.length)}`;
      const cpuMs = await cpuTimeOf(() => readCurlLine(line));
      assert.ok(cpuMs < 1000, `${part}: ${cpuMs} ms`);
    }
  });
});
