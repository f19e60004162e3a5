import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { PositionedKind } from '../../../../src/base/inputProblems.ts';
import { openInput } from '../../../../src/plans/input/openInput.ts';
import { FindingCollector } from '../../../../src/plans/input/problems.ts';
import { ndjsonElements } from '../../../../src/plans/input/jsonTable.ts';
import { ByteWindow } from '../../../../src/plans/input/table.ts';
import { cleanUp } from '../../cleanup.ts';
import { clearChoice, opened, problemsOf, rowsOf, signal, usersOf, written } from './inputs.ts';

const MB = 1 << 20;

/** Returns a window over the text, which arrives in one chunk. */
function windowOver(text: string): ByteWindow {
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  return new ByteWindow(chunks());
}

describe('hostile input', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('with an unclosed quotation mark is read only up to the size limit of a record', async () => {
    const file = `id,page,platform\nU1,p,LINE\n"U2,p,LINE\n${'x,p,LINE\n'.repeat(4 * MB)}`;
    const [problem] = await problemsOf('a.csv', file);
    assert.deepEqual(problem, {
      kind: 'bad-record',
      positions: { unit: 'line', first: [3], count: 1 },
    });
  });

  it('with a line of 10 MB is read, as a cell or as JSON', async () => {
    const long = 'x'.repeat(10 * MB);
    const user = { rawUid: 'U1', pageId: 'p', channel: 1 };
    const csv = await opened(
      'a.csv',
      `id,page,platform,note\nU1,p,LINE,${long}\nU1,p,LINE,"${long}"\n`,
    );
    assert.deepEqual(await usersOf(csv), [user, user]);
    const record = JSON.stringify({ note: long, id: 'U1', page: 'p', channel: 1 });
    assert.deepEqual(await usersOf(await opened('a.json', `[${record},${record}]`)), [user, user]);
    const lines = `${record}\n${record}\n`;
    assert.deepEqual(await usersOf(await opened('a.ndjson', lines)), [user, user]);
  });

  it('with a million empty or broken lines is read in linear time', async () => {
    const user = (id: string): string => `{"id":"${id}","page":"p","channel":1}\n`;
    // In quadratic time, a million lines would exceed the time limit of the test.
    for (const line of ['\n', ' \t\r\n', 'x\n', '{\n', '[1,\n', '"a\n', '{"a":\n']) {
      const text = user('U1') + line.repeat(1_000_000) + user('U2');
      const records: unknown[] = [];
      const problems = new FindingCollector<PositionedKind>('line');
      for await (const { json, spans } of ndjsonElements(windowOver(text), { signal, problems })) {
        for (const { start, end } of spans)
          records.push(JSON.parse(json.toString('utf8', start, end)));
      }
      assert.deepEqual(records, [
        { id: 'U1', page: 'p', channel: 1 },
        { id: 'U2', page: 'p', channel: 1 },
      ]);
      const broken = problems.list()[0]?.positions.count ?? 0;
      assert.equal(broken, line.trim() === '' ? 0 : 1_000_000, JSON.stringify(line));
    }
  });

  it('with many broken lines is no longer read after cancellation', async () => {
    const controller = new AbortController();
    class Faults extends FindingCollector<PositionedKind> {
      count = 0;

      override add(): void {
        this.count++;
        controller.abort();
      }
    }
    const problems = new Faults('line');
    const reading = ndjsonElements(windowOver('x\n'.repeat(1_000_000)), {
      signal: controller.signal,
      problems,
    });
    await assert.rejects(reading.next(), { name: 'AbortError' });
    assert.ok(problems.count < 10_000, String(problems.count));
  });

  it('with 10,000 columns is read, and with too many columns is refused', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `column ${index}`);
    const cells = names.map((_, index) => String(index));
    const lines = [
      [...names, 'id', 'page', 'platform'].join(','),
      ...Array.from({ length: 200 }, (_, index) => [...cells, `U${index}`, 'p', 'FB'].join(',')),
    ];
    const input = await opened('a.csv', lines.join('\n'));
    assert.equal(input.columns.length, 10_003);
    assert.equal((await usersOf(input)).length, 200);
    const wide = Array.from({ length: 20_001 }, (_, index) => `column ${index}`).join(',');
    assert.deepEqual(await problemsOf('a.csv', `${wide}\n1\n`), [{ kind: 'headings' }]);
  });

  it('with headings named like members of Object.prototype is read', async () => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'id',
      'page',
      'channel',
    ];
    const values = ['a', 'b', 'c', 'd', 'U1', 'p', '1'];
    const user = { rawUid: 'U1', pageId: 'p', channel: 1 };
    const csv = await opened('a.csv', `${names.join(',')}\n${values.join(',')}\n`);
    assert.deepEqual(
      csv.columns.map(({ name }) => name),
      names,
    );
    assert.deepEqual(
      csv.columns.map(({ samples }) => samples[0]),
      values,
    );
    assert.deepEqual(await usersOf(csv), [user]);
    const members = names.map((name, index) => `"${name}":"${values[index]}"`).join(',');
    const json = await opened('a.json', `[{${members}}]`);
    assert.deepEqual(json.columns, csv.columns);
    assert.deepEqual(await usersOf(json), [user]);
    assert.equal(Reflect.get({}, 'id'), undefined);
  });

  it('with deeply nested JSON before the list and in a record is read', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const record = `{"deep":${deep},"id":"U1","page":"p","channel":0}`;
    const users = await usersOf(
      await opened('a.json', `{"a":${deep},"res":{"records":[${record}]}}`),
    );
    assert.deepEqual(users, [{ rawUid: 'U1', pageId: 'p', channel: 0 }]);
  });

  it('with control characters keeps them unchanged', async () => {
    const id = 'U\u0007\u202e1';
    const input = await opened('a.csv', `id,page,platform\n${id},p,LINE\n`);
    assert.equal((await rowsOf(input))[0]?.user?.rawUid, id);
  });

  it('of a large size is never completely in memory', async () => {
    const file = written('a.csv', '');
    const stream = createWriteStream(file);
    stream.write('id,name,page,platform\n');
    const lines = `U0123456789abcdef0123456789abcdef,${'王小明'.repeat(20)},@page,LINE\n`.repeat(
      5000,
    );
    for (let block = 0; block < 120; block++) {
      if (!stream.write(lines)) await once(stream, 'drain');
    }
    stream.end();
    await once(stream, 'finish');
    const input = await openInput(file, signal);
    const memoryBefore = process.memoryUsage().rss;
    let peak = 0;
    let count = 0;
    for await (const rows of input.rows(clearChoice(input), signal)) {
      count += rows.length;
      peak = Math.max(peak, process.memoryUsage().rss - memoryBefore);
    }
    assert.equal(count, 600_000);
    // The file has 135 MB.
    assert.ok(peak < 100 * MB, `${(peak / MB).toFixed(0)} MB`);
  });
});
