import assert from 'node:assert/strict';
import { cleanUp } from '../../cleanup.ts';
import { problemAt, opened, problemsOf, rowsOf } from './inputs.ts';

describe('problems of JSON and NDJSON', () => {
  afterEach(cleanUp);
  const record = (id: string): string => `{"id":${id},"pageId":"p","platform":"FB"}`;
  const inRecord = (kind: string, first: number, more: object = {}): object =>
    problemAt(kind, [first], { positions: { unit: 'record', first: [first], count: 1 }, ...more });

  it('include IDs that are not exact whole numbers or texts', async () => {
    const good = ['"1e5x"', '9007199254740991', '0', '123456789012345'];
    const input = await opened('a.json', `[${good.map(record).join(',')}]`);
    const ids = (await rowsOf(input)).map(({ user }) => user?.rawUid);
    assert.deepEqual(ids, ['1e5x', '9007199254740991', '0', '123456789012345']);
    for (const bad of [
      '9007199254740993',
      '1.5',
      '1e3',
      '123.0',
      '-5',
      '"1.23E+15"',
      'true',
      '["U1"]',
      '"\\ud800"',
    ]) {
      const json = `[${record('1')},${record(bad)}]`;
      const expected = [inRecord('bad-id', 2, { column: 'id' })];
      assert.deepEqual(await problemsOf('a.json', json), expected, bad);
      const ndjson = `${record('1')}\n\n${record(bad)}`;
      assert.deepEqual(
        await problemsOf('a', ndjson),
        [problemAt('bad-id', [3], { column: 'id' })],
        bad,
      );
    }
  });

  for (const [about, text] of [
    ['truncated after a record', `[${record('1')}`],
    ['truncated within a record', `[${record('1')},{"id":`],
    ['truncated after the list', `{"res":{"records":[${record('1')}]}`],
    ['not separated', `[${record('1')} ${record('2')}]`],
    ['ended by a comma', `[${record('1')},]`],
    ['followed by other text', `[${record('1')}] x`],
    ['invalid in the middle', `[${record('1')},{"id":nul}]`],
  ] as const) {
    it(`include a list that is ${about}`, async () => {
      const expected = JSON.stringify([inRecord('bad-record', 2)]);
      assert.equal(JSON.stringify(await problemsOf('a.json', text)), expected);
    });
  }

  it('include each line that is not JSON', async () => {
    const text = `${record('1')}\n{"id":\n${record('2')}}\n\n${record('3')}`;
    assert.deepEqual(await problemsOf('a.ndjson', text), [problemAt('bad-record', [2, 3])]);
    assert.deepEqual(await problemsOf('a.ndjson', '{\n{'), [problemAt('bad-record', [1, 2])]);
  });

  it('do not include long values before and after the list', async () => {
    const long = JSON.stringify({ note: 'x'.repeat(1 << 20) });
    const text = `{"a":${long},"res":{"b":${long},"records":[${record('"U1"')}],"c":${long}},"d":${long}}`;
    const rows = await rowsOf(await opened('a.json', text));
    assert.deepEqual(
      rows.map(({ user }) => user?.rawUid),
      ['U1'],
    );
  });

  it('do not depend on the position of the list: alone, in `records`, or in `res.records`', async () => {
    const list = `[${record('"U1"')},null,${record('"U2"')}]`;
    for (const text of [
      list,
      `{"records":${list}}`,
      `{"a":{"records":[1]},"records":${list},"next":"x"}`,
      `{ "ok":true, "res": {"next":"records", "records" : ${list} , "n":1 } , "b":[]}`,
      `{"\\u0072es":{"records":${list}}}`,
    ]) {
      const rows = await rowsOf(await opened('a.txt', text));
      assert.deepEqual(
        rows.map(({ user }) => user?.rawUid),
        ['U1', undefined, 'U2'],
        text,
      );
    }
  });
});
