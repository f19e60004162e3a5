import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Cancelled } from '../../../../src/base/errors.ts';
import { InputError } from '../../../../src/base/inputProblems.ts';
import { openInput } from '../../../../src/plans/input/openInput.ts';
import { cleanUp } from '../../cleanup.ts';
import {
  problemAt,
  clearChoice,
  opened,
  problemsOf,
  rawOf,
  rowsOf,
  signal,
  written,
} from './inputs.ts';

const HEAD = 'id,page,platform';

/** Returns a table with these IDs, from line 2 on. */
function csvOf(ids: readonly string[]): string {
  return [HEAD, ...ids.map((id) => `${id},p,LINE`)].join('\n');
}

describe('problems of an input', () => {
  afterEach(cleanUp);

  for (const id of [
    ...['1.23E+15', '1,23E+15', '1.234567E15', '1.23e+15', '1E+15', '123456789012345.0', '12.5'],
    ...['1,234,567', '123E+13', '-1.2E+3', '"1,23E+15"', '="1.5"', ' 1.23E+15 '],
  ]) {
    it(`include an ID that a spreadsheet converted to a number: ${id}`, async () => {
      const csv = csvOf(['U1', /,/.test(id) && !id.startsWith('"') ? `"${id}"` : id, '17']);
      const expected = [problemAt('bad-id', [3], { column: 'id' })];
      assert.deepEqual(await problemsOf('a.csv', csv), expected);
      const page = csv.replaceAll(/^(.*),p,LINE$/gm, 'U1,$1,LINE');
      const ofPage = [problemAt('bad-id', [3], { column: 'page' })];
      assert.deepEqual(await problemsOf('a.csv', page), ofPage);
    });
  }

  for (const id of [
    '12345e67890',
    '1234E5678',
    'e12',
    '123456789012345678',
    '0',
    'U1.5',
    '1_2.5',
  ]) {
    it(`do not include an ID that only resembles such a number: ${id}`, async () => {
      const input = await opened('a.csv', csvOf([id]));
      assert.equal((await rowsOf(input))[0]?.user?.rawUid, id);
    });
  }

  it('name the first 20 lines, and the number of all of them', async () => {
    const csv = csvOf(Array.from({ length: 50 }, (_, index) => (index % 2 ? 'U1' : '1.2E+15')));
    const [problem] = await problemsOf('a.csv', csv);
    assert.ok(problem?.kind === 'bad-id');
    assert.equal(problem.positions.count, 25);
    assert.deepEqual(
      problem.positions.first,
      Array.from({ length: 20 }, (_, index) => 2 + index * 2),
    );
  });

  it('count the lines of quoted cells, and empty lines', async () => {
    const csv = `\r\n${HEAD},note\r\nU1,p,1,"a\r\nb\nc"\r\n\r\n1.2E+15,p,1,\r\n`;
    const expected = [problemAt('bad-id', [7], { column: 'id' })];
    assert.deepEqual(await problemsOf('a.csv', csv), expected);
  });

  it('are all found in a single pass', async () => {
    const csv = `${HEAD}\nU1,p,1,2\n1.2E+15,12.0,1\n\u{fffd},p,1\n${'x'.repeat(1001)},p,1`;
    assert.deepEqual(await problemsOf('a.csv', csv), [
      problemAt('bad-record', [2]),
      problemAt('bad-id', [3, 4, 5], { column: 'id' }),
      problemAt('bad-id', [3], { column: 'page' }),
    ]);
  });

  it('do not include U+FFFD in a name, because names from the service may contain it', async () => {
    const input = await opened('a.csv', `${HEAD},name\nU1,p,LINE,\u{fffd}\n`);
    assert.equal((await rowsOf(input))[0]?.name, '\u{fffd}');
  });

  it('do not include extra or missing empty cells', async () => {
    const input = await opened('a.csv', `${HEAD},x\nU1,p,LINE,,, \nU2,p,LINE\n,,,\n`);
    assert.deepEqual(
      (await rowsOf(input)).map(({ user }) => user?.rawUid),
      ['U1', 'U2'],
    );
  });

  for (const [about, name, content, expected] of [
    ['nothing in it', 'a.csv', '', { kind: 'no-rows' }],
    ['nothing but white space', 'a.csv', '\u{feff}\r\n \n', { kind: 'no-rows' }],
    ['headings alone', 'a.csv', HEAD, { kind: 'no-rows' }],
    ['headings and empty lines', 'a.csv', `${HEAD}\n\n,,\n`, { kind: 'no-rows' }],
    ['an empty list', 'a.json', '[]', { kind: 'no-rows' }],
    ['a list of texts', 'a.json', '["U1"]', { kind: 'no-rows' }],
    ['JSON without a list', 'a.json', '{"a":[{"id":1}]}', { kind: 'no-rows' }],
    ['no headings', 'a.csv', 'U0123456789abcdef0123456789abcdef,1', { kind: 'headings' }],
    ['numbers alone', 'a.csv', '1234567890\n1234567891', { kind: 'headings' }],
    ['a heading twice', 'a.csv', 'id,x, x,id\n1', { kind: 'headings' }],
    ['a workbook', 'a.xlsx', 'PK\u0003\u0004..', { kind: 'other-format' }],
    ['a workbook named .csv', 'a.csv', 'PK\u0003\u0004', { kind: 'other-format' }],
    ['a PDF', 'a.csv', '%PDF-1.7\n', { kind: 'other-format' }],
    ['a web page', 'a.json', '\n<!DOCTYPE html>', { kind: 'other-format' }],
    ['a program', 'a.csv', '\u007fELF\u0002\u0001\u0000', { kind: 'other-format' }],
    ['a text named .json', 'a.json', HEAD, { kind: 'other-format' }],
    ['a Parquet file', 'a.parquet', 'PAR1....PAR1', { kind: 'other-format' }],
    [
      'an unclosed quotation mark',
      'a.csv',
      `${HEAD}\n1,p,1\n2,"p,1\n3,p,1`,
      problemAt('bad-record', [3]),
    ],
    [
      'text after a quotation mark',
      'a.csv',
      `${HEAD}\n1,p,1\n2,"p"x,1\n`,
      problemAt('bad-record', [3]),
    ],
  ] as const) {
    it(`include a file with ${about}`, async () => {
      const plain = JSON.parse(JSON.stringify([expected]));
      assert.deepEqual(JSON.parse(JSON.stringify(await problemsOf(name, content))), plain);
    });
  }

  it('include a missing file, and a folder', async () => {
    const file = written('a.csv', HEAD);
    const firstProblemOf = async (path: string): Promise<unknown> =>
      openInput(path, signal).catch(
        (error: unknown) => error instanceof InputError && error.problems[0],
      );
    assert.deepEqual(await firstProblemOf(`${file}.not`), { kind: 'unreadable', code: 'ENOENT' });
    rmSync(file);
    mkdirSync(file);
    assert.deepEqual(await firstProblemOf(file), { kind: 'unreadable', code: 'EISDIR' });
  });

  it('include a file that changed since it was opened', async () => {
    const file = written('a.csv', csvOf(['U1']));
    const input = await openInput(file, signal);
    writeFileSync(file, csvOf(['U1', 'U2']));
    await assert.rejects(rowsOf(input), { name: 'InputError', problems: [{ kind: 'changed' }] });
  });

  it('include a row to save that has another ID or is missing', async () => {
    const input = await opened('a.csv', csvOf(['U1', 'U2']));
    const changed = { name: 'InputError', problems: [{ kind: 'changed' }] };
    await assert.rejects(rawOf(input, new Map([[1, 'U2']])), changed);
    await assert.rejects(rawOf(input, new Map([[3, 'U2']])), changed);
    assert.equal((await rawOf(input, new Map([[2, 'U2']]))).toString(), `${HEAD}\nU2,p,LINE\n`);
    assert.equal((await rawOf(input, new Map())).toString(), `${HEAD}\n`);
  });

  it('never contain an ID in their message', async () => {
    const input = await opened('a.csv', csvOf(['1.2345E+15']));
    await assert.rejects(rowsOf(input), (error: Error) => {
      assert.equal(error.message, 'bad-id: line 2');
      return !JSON.stringify(error).includes('2345');
    });
  });

  it('are not reported after cancellation', async () => {
    const input = await opened('a.csv', csvOf(['U1']));
    const cancelled = AbortSignal.abort(new Cancelled());
    await assert.rejects(rowsOf(input, clearChoice(input), cancelled), { name: 'Cancelled' });
    await assert.rejects(openInput(written('a.csv', HEAD), cancelled), { name: 'Cancelled' });
  });
});

describe('warnings of an input', () => {
  afterEach(cleanUp);

  async function warningsOf(csv: string): Promise<readonly unknown[]> {
    const input = await opened('a.csv', csv);
    let warnings: readonly unknown[] | undefined;
    const rows = input.rows(clearChoice(input), signal, (found) => (warnings = found));
    for await (const _batch of rows) assert.equal(warnings, undefined);
    return warnings ?? assert.fail('no warnings were reported');
  }

  it('include IDs that end in zeros because a spreadsheet truncated them', async () => {
    const truncatedIds = ['12345678901234500', '98765432101234500'];
    const [warning] = await warningsOf(csvOf([...truncatedIds, 'U1']));
    assert.deepEqual(warning, problemAt('zeros', [2, 3], { column: 'id' }));
    const variedIds = Array.from(
      { length: 100 },
      (_, index) => `12345678901234${5000 + index * 7}`,
    );
    assert.deepEqual(await warningsOf(csvOf(variedIds)), [], 'not more zeros than by chance');
    assert.equal((await warningsOf(csvOf([...variedIds, ...truncatedIds]))).length, 1);
  });

  it('include rows without a taggable user', async () => {
    const csv = `${HEAD}\nU1,,LINE\n,p,LINE\nU2,p,IG\nU3,p,\nU4,p,LINE\n`;
    assert.deepEqual(await warningsOf(csv), [
      problemAt('no-page', [2], { column: 'page' }),
      problemAt('no-id', [3]),
      problemAt('no-channel', [4, 5], { column: 'platform' }),
    ]);
  });
});
