import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cleanUp } from '../../cleanup.ts';
import { openInput } from '../../../../src/plans/input/openInput.ts';
import {
  big5,
  encodingOf,
  inBig5,
  opened,
  problemsOf,
  rawOf,
  rowsOf,
  signal,
  usersOf,
  written,
} from './inputs.ts';

const SEED = 14;
const TEXT = '使用者ID,粉專ID,平台,姓名\r\nU1,p1,LINE,王小明\r\nU2,p2,FB,許功蓋\r\n';
const USERS = [
  { rawUid: 'U1', pageId: 'p1', channel: 1 },
  { rawUid: 'U2', pageId: 'p2', channel: 0 },
];

function utf16(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(`\u{feff}${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

/** Encodings by the name that is reported, with a title and an encoder. */
const ENCODINGS = [
  ['utf-8', 'UTF-8', (text: string) => Buffer.from(text)],
  ['utf-8', 'UTF-8 with BOM', (text: string) => Buffer.from(`\u{feff}${text}`)],
  ['utf-16le', 'UTF-16 LE', (text: string) => utf16(text, false)],
  ['utf-16be', 'UTF-16 BE', (text: string) => utf16(text, true)],
  ['big5', 'Big5', big5],
] as const;

describe('encoding of an input', () => {
  afterEach(cleanUp);

  for (const [encoding, title, encode] of ENCODINGS) {
    const byteOrderMark = title === 'UTF-8' ? '' : '\u{feff}';

    it(`is detected as ${title}`, async () => {
      const file = written('a.csv', encode(TEXT));
      assert.equal(await encodingOf(file), encoding);
      const rows = await rowsOf(await openInput(file, signal));
      assert.deepEqual(
        rows.map(({ user }) => user),
        USERS,
      );
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['王小明', '許功蓋'],
      );
    });

    it(`is ${title} in the file, and UTF-8 in saved rows, ${byteOrderMark === '' ? 'without' : 'with'} a byte order mark`, async () => {
      const input = await opened('a.csv', encode(TEXT));
      const [header, , second] = TEXT.split('\r\n');
      const userOfRow = new Map([[2, 'U2']]);
      const savedBytes = await rawOf(input, userOfRow);
      assert.equal(savedBytes.toString(), `${byteOrderMark}${header}\r\n${second}\r\n`);
    });

    it(`does not affect JSON and NDJSON: ${title}`, async () => {
      const records = USERS.map(({ rawUid, pageId, channel }) => ({
        使用者ID: rawUid,
        bot_pid: pageId,
        channel,
        name: '王',
      }));
      const json = await opened('a.json', encode(JSON.stringify(records)));
      assert.deepEqual([json.format, await usersOf(json)], ['json', USERS]);
      const lines = records.map((record) => JSON.stringify(record)).join('\n');
      const ndjson = await opened('a.txt', encode(lines));
      assert.deepEqual([ndjson.format, await usersOf(ndjson)], ['ndjson', USERS]);
    });
  }

  it('is detected as UTF-8 if the last character of the file is not ASCII', async () => {
    for (const last of ['é', '王', '😀']) {
      const file = written('a.csv', Buffer.from(`id,page,platform,name\nU1,p1,LINE,${last}`));
      const rows = await rowsOf(await openInput(file, signal));
      assert.equal(await encodingOf(file), 'utf-8');
      assert.deepEqual(
        rows.map(({ name }) => name),
        [last],
      );
    }
  });

  it('rejects UTF-8 that ends within a character', async () => {
    for (const last of ['é', '王', '😀']) {
      const whole = Buffer.from(`id,page,platform,name\nU1,p1,LINE,${last}`);
      await assert.rejects(opened('a.csv', whole.subarray(0, -1)));
    }
  });

  it(`is detected as Big5 if a character is split between two chunks of the file (seed ${SEED})`, async () => {
    const characters = inBig5();
    assert.ok(characters.length > 13_000);
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.constantFrom(...characters), async (shift, character) => {
        // The names are longer than a chunk. The shift determines at which byte of a character the chunk ends.
        const names = `${'a'.repeat(shift)}${character.repeat(140_000)}`;
        const file = written('a.csv', big5(`id,page,platform,name\nU1,p,LINE,${names}\n`));
        assert.equal(await encodingOf(file), 'big5');
        assert.deepEqual(
          (await rowsOf(await openInput(file, signal))).map(({ name }) => name),
          [names],
        );
      }),
      { seed: SEED, numRuns: 8 },
    );
  });

  it('is detected as UTF-8 if a character is split between two chunks of the file', async () => {
    for (let shift = 0; shift < 4; shift++) {
      const name = `${'a'.repeat(shift)}${'𠮷'.repeat(70_000)}`;
      const file = written('a.csv', `id,page,platform,name\nU1,p,LINE,${name}\n`);
      assert.equal(await encodingOf(file), 'utf-8');
      assert.equal((await rowsOf(await openInput(file, signal)))[0]?.name, name);
    }
  });

  it('is refused if it is none of the supported ones, with the lines that are invalid in UTF-8', async () => {
    const lines = ['id,page,platform,name', 'U1,p,LINE,王', 'U2,p,LINE,明', 'U3,p,LINE,x'];
    const bytes = Buffer.from(lines.join('\n'));
    bytes[bytes.indexOf('明')] = 0xff;
    assert.deepEqual(await problemsOf('a.csv', bytes), [
      {
        kind: 'bad-text',
        positions: { unit: 'line', first: [3], count: 1 },
      },
    ]);
    const header = bytes.subarray(0, bytes.indexOf('\n') + 1);
    const truncatedLine = Buffer.from(lines[1] ?? '').subarray(0, -1);
    const [problem] = await problemsOf('a.csv', Buffer.concat([header, truncatedLine]));
    assert.equal(problem?.kind, 'bad-text', 'the text is truncated in the middle of a character');
  });

  it('is refused if the file contains NUL bytes, as UTF-16 without a byte order mark does, with their lines', async () => {
    const bytes = utf16('id,page,platform\nU1,p,1\n', false).subarray(2);
    assert.deepEqual(await problemsOf('a.csv', bytes), [
      { kind: 'bad-text', positions: { unit: 'line', first: [1, 2, 3], count: 3 } },
    ]);
  });

  it('is refused for UTF-16 with an incomplete character', async () => {
    const bytes = Buffer.concat([
      utf16('id,page,platform\nU1,p,1\n', false),
      Buffer.from([0, 0xd8]),
    ]);
    const [problem] = await problemsOf('a.csv', bytes);
    assert.equal(problem?.kind, 'bad-text');
  });
});
