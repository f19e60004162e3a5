import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ExportPlan, RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { openSandboxClient, SIGNAL } from '../service/client.ts';
import {
  csvOf,
  exported,
  jobOf,
  linesOf,
  newFile,
  pagesOf,
  parquetOf,
  runOf,
  sourceOf,
} from './exporting.ts';

/** JSON records that are not objects. */
const NON_OBJECTS = ['null', '42', '"=text"', '["name",1]', 'true'];

/** Exports these records, and returns the rows that `read` reads from the file. */
async function tableOf(
  records: readonly string[],
  plan: Partial<ExportPlan>,
  read: typeof parquetOf | typeof csvOf,
) {
  const file = newFile();
  await createExporter().start(jobOf(file, plan), pagesOf(records), runOf());
  return read(file);
}

describe('export as JSON', () => {
  afterEach(cleanUp);

  const record = '{"x" : 12345678901234567890.10,\r\n\t"n\\u0061me":"\\u674e\\/", "id":1.0e2 }';

  it('copies records as they were sent, one per line', async () => {
    assert.equal(await exported([record, 'null']), `${record.replace('\r\n', '  ')}\nnull\n`);
    assert.equal(await exported([]), '');
  });

  it('writes an array of records', async () => {
    const text = await exported([record, '[1]'], { format: 'json' });
    assert.equal(text, `[\n${record.replace('\r\n', '  ')},\n[1]\n]\n`);
    assert.equal(await exported([], { format: 'json' }), '[\n]\n');
  });

  it('contains each record as sent, except for line breaks, even with unusual spellings of numbers', async () => {
    const { service, sandbox } = await openSandboxClient({ numberSpelling: 'odd' }, 60);
    const query = { botId: sandbox.botId, limit: 25 };
    const file = newFile();
    await createExporter().start(jobOf(file), sourceOf(service, query), runOf());
    let body = '';
    for await (const page of service.walkCustomers(query, SIGNAL)) {
      body += new TextDecoder().decode(page.body);
    }
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, 60);
    const flat = body.replaceAll(/[\r\n]/g, ' ');
    for (const line of lines) assert.ok(flat.includes(line), line);
  });

  it('keeps the chosen fields unchanged, in the order of the service', async () => {
    const text = await exported([record], { fields: ['id', 'name'] });
    assert.equal(text, '{"n\\u0061me":"\\u674e\\/","id":1.0e2}\n');
    const other = await exported([record], { fields: ['other'] });
    assert.equal(other, '{"x":12345678901234567890.10}\n');
  });

  it('masks personal fields at any position and with any escapes', async () => {
    const records = [
      '{"id":"1","n\\u0061me":"李","name":"second","email":"","phone":null,"birthday":19800101}',
      '{"id":"2","name":"\\u674e","pic":{"url":"x"}}',
    ];
    const masks = {
      name: 'hash',
      email: 'hash',
      phone: 'hash',
      birthday: 'hash',
      pic: 'drop',
    } as const;
    const file = newFile();
    await createExporter().start(jobOf(file, { masks }), pagesOf(records), runOf());
    const text = readFileSync(file, 'utf8');
    const hashes = text.match(/[0-9a-f]{64}/g) ?? [];
    assert.equal(hashes.length, 4);
    assert.equal(hashes[0], hashes[3], 'equal names have equal hashes, escaped or not');
    assert.match(text, /"email":"","phone":null,"birthday":"[0-9a-f]{64}"}\n/);
    assert.ok(!/李|second|19800101|url|u674e/.test(text), text);
    const maskedAgain = await exported(records, { masks });
    assert.ok(!maskedAgain.includes(hashes[0] ?? ''), 'another export has other hashes');
    const unsaltedHash = createHmac('sha256', '').update('李').digest('hex');
    assert.ok(!text.includes(unsaltedHash), 'hashes are salted');
  });

  it('replaces records that are texts or arrays by null if a field is dropped or not chosen', async () => {
    assert.equal(await exported(NON_OBJECTS), `${NON_OBJECTS.join('\n')}\n`);
    const masked = await exported(NON_OBJECTS, { masks: { name: 'drop' } });
    assert.equal(masked, 'null\n42\nnull\nnull\ntrue\n');
    assert.equal(await exported(NON_OBJECTS, { fields: ['id'] }), masked);
  });
});

describe('export as CSV', () => {
  afterEach(cleanUp);

  it('quotes cells if needed, ends lines with CRLF, and starts with a byte order mark on request', async () => {
    const records = ['{"id":"a\\"b","name":"x,y"}', '{"name":"two\\r\\nlines"}', '{"id":" 李 "}'];
    const fields = ['name', 'id'] as const;
    assert.equal(
      await exported(records, { format: 'csv', fields, bom: true }),
      '\u{feff}name,id\r\n"x,y","a""b"\r\n"two\r\nlines",\r\n, 李 \r\n',
    );
    assert.equal(await exported(['{}'], { format: 'csv', fields: ['id'] }), 'id\r\n""\r\n');
  });

  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    it(`escapes a cell that begins with ${JSON.stringify(start)}`, async () => {
      const records = [JSON.stringify({ name: `${start}1+1` })];
      const plan = { format: 'csv', fields: ['name'] } as const;
      const [row] = await tableOf(records, plan, csvOf);
      assert.equal(row?.['name'], `'${start}1+1`);
      const [raw] = await tableOf(records, { ...plan, escapeFormulas: false }, csvOf);
      assert.equal(raw?.['name'], `${start}1+1`);
    });
  }

  it('keeps the format of numbers, and escapes column names', async () => {
    const fields = ['status', 'created', 'params'] as const;
    const record =
      '{"status":-1.50,"created":1.7e+12,"params":[{"name":"=p","value":"-v","timestamp":-2}]}';
    const text = await exported([record], { format: 'csv', fields, lists: 'columns' });
    const head = 'status,created,param:=p,param:=p time';
    assert.equal(text, `${head}\r\n-1.50,1.7e+12,'-v,'-2\r\n`);
  });

  it('loses nothing: values without a column are in "other"', async () => {
    const record = '{"x":1.0,"name":{"a":[1, 2]},"tags":"VIP","y\\u0061":"z"}';
    const [row] = await tableOf([record], { format: 'csv' }, csvOf);
    assert.equal(row?.['name'], '{"a":[1, 2]}');
    assert.equal(row?.['tags'], 'VIP');
    assert.equal(row?.['other'], '{"x":1.0,"y\\u0061":"z"}');
    const rows = await tableOf(NON_OBJECTS, { format: 'csv', escapeFormulas: false }, csvOf);
    assert.deepEqual(
      rows.map((nonObject) => nonObject['other']),
      ['', '42', '"=text"', '["name",1]', 'true'],
    );
  });

  it('writes two columns for each tag and parameter, and distinguishes tags with the same name', async () => {
    const tag = (id: string, name: string, timestamp: number, count: number) => ({
      id,
      name,
      timestamp,
      count,
    });
    const records = [
      { id: '1', tags: [tag('t1', 'VIP', 5, 2)], params: [] },
      { id: '2', tags: [tag('t2', 'VIP', 6, 1), tag('t3', 'new', 7, 1)] },
      { id: '3', tags: 'VIP', params: [{ name: 'city', value: '', timestamp: 8 }] },
      { id: '4', tags: [{ ...tag('t1', 'VIP', 9, 1), more: true }] },
      { id: '5', tags: [tag('t1', 'VIP', 1, 1), tag('t1', 'VIP', 2, 2)] },
    ].map((record) => JSON.stringify(record));
    const plan = {
      format: 'csv',
      lists: 'columns',
      fields: ['id', 'tags', 'params', 'other'],
    } as const;
    const rows = await tableOf(records, plan, csvOf);
    assert.deepEqual(Object.keys(rows[0] ?? {}), [
      ...['id', 'tag:VIP [t1]', 'tag:VIP [t1] count', 'tag:VIP [t2]', 'tag:VIP [t2] count'],
      ...['tag:new', 'tag:new count', 'param:city', 'param:city time', 'other'],
    ]);
    assert.deepEqual(Object.values(rows[0] ?? {}), ['1', '5', '2', '', '', '', '', '', '', '']);
    assert.deepEqual(Object.values(rows[1] ?? {}), ['2', '', '', '6', '1', '7', '1', '', '', '']);
    assert.equal(rows[2]?.['other'], '{"tags":"VIP"}');
    assert.equal(rows[2]['param:city time'], '8');
    assert.match(String(rows[3]?.['other']), /"more":true/);
    assert.match(String(rows[4]?.['other']), /"timestamp":1.*"timestamp":2/);
  });

  it('has no column for a dropped field, and masks values before writing', async () => {
    const record = JSON.stringify({ id: '1', name: 'Lee', email: 'a@b.c' });
    for (const lists of ['json', 'columns'] as const) {
      const masks = { name: 'drop', email: 'hash' } as const;
      const [row] = await tableOf([record], { format: 'csv', lists, masks }, csvOf);
      assert.equal(row !== undefined && 'name' in row, false);
      assert.match(String(row?.['email']), /^[0-9a-f]{64}$/);
    }
  });
});

describe('export as Parquet', () => {
  afterEach(cleanUp);

  it('puts values that do not fit their type into "other", and loses nothing', async () => {
    const records = [
      '{"id":1,"name":"a","status":1.5,"created":"yesterday","lastActive":1.7e+12,"x":1.0}',
      '{"status":3000000000,"tags":[{"id":"t","name":"n","timestamp":5,"count":"many"}],"params":{}}',
      '{"tags":[],"params":null,"created":-5}',
      ...NON_OBJECTS,
    ];
    const rows = await tableOf(records, { format: 'parquet' }, parquetOf);
    assert.equal(rows.length, records.length);
    const [first, second, third, ...nonObjects] = rows;
    assert.deepEqual(
      [first?.['id'], first?.['status'], first?.['created'], first?.['lastActive']],
      [null, null, null, new Date(1.7e12)],
    );
    assert.deepEqual(JSON.parse(String(first?.['other'])), {
      x: 1,
      id: 1,
      status: 1.5,
      created: 'yesterday',
    });
    assert.match(String(first?.['other']), /"x":1\.0/);
    const tag = { id: 't', name: 'n', timestamp: new Date(5), count: null };
    assert.deepEqual(second?.['tags'], [tag]);
    assert.match(String(second['other']), /"status":3000000000.*"count":"many".*"params":\{\}/);
    assert.deepEqual(
      [third?.['tags'], third?.['params'] ?? null, third?.['other']],
      [[], null, null],
    );
    assert.deepEqual(third?.['created'], new Date(-5));
    assert.deepEqual(
      nonObjects.map((row) => row['other']),
      [null, '42', '"=text"', '["name",1]', 'true'],
    );
  });

  it('treats members named like those of Object.prototype as unknown', async () => {
    const params = '[{"name":"n","value":"v","timestamp":5,"toString":1,"__proto__":{"a":1}}]';
    const records = [`{"tags":[{"id":"t","name":"n","constructor":2}],"params":${params}}`];
    const [row] = await tableOf(records, { format: 'parquet' }, parquetOf);
    assert.deepEqual(row?.['tags'], [{ id: 't', name: 'n', timestamp: null, count: null }]);
    assert.deepEqual(row['params'], [{ name: 'n', value: 'v', timestamp: new Date(5) }]);
    assert.equal(row['other'], records[0]);
  });

  it('has columns in the chosen order and "other" last, and can be empty', async () => {
    const records = Array.from({ length: 40_000 }, (_, index) => `{"id":"${index}"}`);
    const plan = { format: 'parquet', fields: ['other', 'name', 'id'] } as const;
    const rows = await tableOf(records, plan, parquetOf);
    assert.deepEqual(Object.keys(rows[0] ?? {}), ['name', 'id', 'other']);
    assert.ok(rows.every(({ id }, index) => id === String(index)));
    assert.deepEqual(await tableOf([], { format: 'parquet' }, parquetOf), []);
  });
});

/** In ms. */
const HOUR = 3_600_000;

describe('progress of an export', () => {
  afterEach(cleanUp);

  it('reports records and pages of each stage', async () => {
    const file = newFile();
    const reports: unknown[] = [];
    const run = runOf(undefined, ({ stage, records, pages, done, total }) =>
      reports.push([stage, records, pages, done, total]),
    );
    const source = pagesOf(['{"id":"1"}', '{"id":"2"}'], ['{"id":"3"}']);
    await createExporter().start(jobOf(file, { format: 'parquet' }, { total: 7 }), source, run);
    assert.deepEqual(reports, [
      ['read', 2, 1, 2, 7],
      ['read', 3, 2, 3, 7],
      ['convert', 3, 2, 3, 3],
    ]);
    assert.equal((await parquetOf(file)).length, 3);
    assert.throws(() => linesOf(file));
  });

  it('measures the time of each stage, not of the whole export', async () => {
    const now = performance.now.bind(performance);
    let readMs = 0;
    performance.now = () => now() + readMs;
    onCleanup(() => void Reflect.deleteProperty(performance, 'now'));
    const times: [stage: string, isLong: boolean][] = [];
    const run = runOf(undefined, ({ stage, ms }) => times.push([stage, ms >= HOUR]));
    const source: RecordSource = async function* (next, signal) {
      readMs += HOUR;
      yield* pagesOf(['{"id":"1"}'])(next, signal);
    };
    await createExporter().start(jobOf(newFile(), { format: 'parquet' }), source, run);
    assert.deepEqual(times, [
      ['read', true],
      ['convert', false],
    ]);
  });
});
