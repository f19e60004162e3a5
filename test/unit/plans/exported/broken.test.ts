import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../../src/core/plans/inputProblems.ts';
import type { ExportNote } from '../../../../src/core/plans/openedExport.ts';
import { createExporter } from '../../../../src/export/createExporter.ts';
import { startSandbox } from '../../../../src/sandbox/startSandbox.ts';
import { customerAt } from '../../../../src/core/model.ts';
import { userAt } from '../../../../src/core/customers/customerUser.ts';
import { candidateOf } from '../../../../src/core/plans/planLines.ts';
import { usersWith } from '../../../../src/vscode/customers/panel/rows.ts';
import { taggedRows } from '../../../../src/vscode/customers/panel/taggedRows.ts';
import { cleanUp } from '../../cleanup.ts';
import { cpuTimeOf } from '../../../support/cpuTime.ts';
import { FILE_FORMATS, jobOf, newFile, pagesOf, runOf } from '../../export/exporting.ts';
import { kindsOf, openedAll } from './opening.ts';

const WRITTEN = join(import.meta.dirname, '../../../written/2026-11-22');

/** @returns what the sandbox sends, as JSON */
async function customers(count: number): Promise<readonly string[]> {
  const service = await startSandbox({ token: 't', botId: 'b', customers: count });
  try {
    const url = `${service.baseUrl}/v1/api/bot/customers?botId=b&limit=${count}`;
    const answer = await fetch(url, { headers: { authorization: 'Bearer t' } });
    const body = (await answer.json()) as { readonly res: { readonly records: unknown[] } };
    return body.res.records.map((record) => JSON.stringify(record));
  } finally {
    await service.close();
  }
}

function fileOf(name: string, content: string | Uint8Array): string {
  const file = newFile(name);
  writeFileSync(file, content);
  return file;
}

async function refusal(path: string): Promise<string> {
  try {
    await openedAll(path);
  } catch (error) {
    assert.ok(InputError.is(error), String(error));
    return error.problems[0].kind;
  }
  throw new assert.AssertionError({ message: 'this should have been refused' });
}

describe('what the version of 2026-11-22 exported', () => {
  afterEach(cleanUp);

  for (const name of ['ndjson', 'json', 'csv', 'csv-columns', 'parquet']) {
    it(`opens: ${name}`, async () => {
      const file = newFile(`x.${name.replace('-columns', '')}`);
      cpSync(join(WRITTEN, `${name}.whole`), file);
      const { records, notes } = await openedAll(file);
      const ids = records.map((record) => Reflect.get(Object(record), 'id') as unknown);
      assert.deepEqual(ids, ['a', 'b', 'c']);
      assert.equal(kindsOf(notes).includes('stopped'), false);
    });
  }

  for (const name of ['ndjson', 'json', 'csv', 'csv-columns', 'parquet', 'ndjson-masked']) {
    it(`opens while it is not whole: ${name}`, async () => {
      const file = newFile(`x.${name.split('-')[0]}.partial`);
      cpSync(join(WRITTEN, `${name}.partial`), file);
      const { records, notes } = await openedAll(file);
      assert.ok(records.length > 0);
      assert.ok(kindsOf(notes).includes('unfinished'));
    });
  }
});

describe('files that are no whole exports', () => {
  afterEach(cleanUp);

  for (const format of FILE_FORMATS) {
    it(`are read up to where they were cut, and say so: ${format}`, async function () {
      this.timeout(60_000);
      const records = await customers(12);
      const file = newFile(`x.${format}`);
      await createExporter().start(jobOf(file, { format }), pagesOf(records), runOf());
      const whole = readFileSync(file);
      // Every place once, but for Parquet, of which each is a thread.
      const step = format === 'parquet' ? 997 : 37;
      for (let length = 1; length < whole.length; length += step) {
        const cut = fileOf(`x.${format}`, whole.subarray(0, length));
        const told = await openedAll(cut).then(
          ({ records: read, notes, pager }) => {
            for (const [index, record] of read.entries()) {
              assert.deepEqual(
                withoutEmpty(record),
                withoutEmpty(JSON.parse(records[index] ?? '')),
              );
            }
            assert.equal(pager.bad, 0, String(length));
            const isAtLine =
              format !== 'json' && (whole[length - 1] === 0x0a || whole[length] === 0x0a);
            return isAtLine ? 'a line ends there' : kindsOf(notes.filter(isAboutCut)).join();
          },
          (error: unknown) =>
            InputError.is(error) ? error.problems[0].kind : assert.fail(String(error)),
        );
        assert.notEqual(told, '', `${length} of ${whole.length}`);
      }
    });
  }

  it('say which lines cannot be read, and show the others', async () => {
    const lines = ['{"id":"a"}', '{"id":', '', '{"id":"c"}', 'x', '{"id":"\\ud800"}'];
    const { records, notes } = await openedAll(fileOf('x.ndjson', `${lines.join('\n')}\n`));
    assert.equal(records.length, 3);
    assert.deepEqual(
      notes.find(({ kind }) => kind === 'broken'),
      { kind: 'broken', places: { unit: 'line', first: [2, 5], count: 2 } },
    );
  });

  it('show what somebody added, moved or took out of a table', async () => {
    const text = 'mood;status;id\r\ngood;Blocked;a\r\nbad;Blocking\r\n;9;c;more\r\n';
    const { records, notes } = await openedAll(fileOf('x.csv', text));
    assert.deepEqual(structuredClone(records), [
      { mood: 'good', status: 4, id: 'a' },
      { mood: 'bad', status: 5, id: '' },
      { status: 9, id: 'c' },
    ]);
    const [added, ragged] = ['added', 'ragged'].map((kind) =>
      notes.find((one) => one.kind === kind),
    );
    assert.deepEqual(added, { kind: 'added', columns: ['mood'], count: 1 });
    assert.partialDeepStrictEqual(ragged, { places: { first: [3, 4], count: 2 } });
  });

  it('name nobody by a hash that stands for an ID', async () => {
    const id = 'a'.repeat(64);
    const text = `{"id":"${id}","pageId":"p","platform":"LINE"}\n`;
    const { pager, notes } = await openedAll(fileOf('x.ndjson', text));
    const [page] = pager.pages;
    assert.ok(page !== undefined);
    assert.equal(userAt(page, 0), 'hashed-id');
    assert.equal(customerAt(page, 0)?.id, undefined);
    assert.deepEqual(
      notes.find(({ kind }) => kind === 'hashed'),
      { kind: 'hashed', fields: ['id'] },
    );
  });

  it('name nobody by a hash beside IDs that are none', async () => {
    const hash = 'a'.repeat(64);
    const lines = ['U1', hash, 'U2'].map((id) =>
      JSON.stringify({ id, pageId: id === 'U2' ? hash : 'p', platform: 'LINE' }),
    );
    const { pager } = await openedAll(fileOf('x.ndjson', `${lines.join('\n')}\n`), 1);
    const [first, second, third] = pager.pages.map((page) => userAt(page, 0));
    assert.deepEqual(first, { rawUid: 'U1', pageId: 'p', channel: 1 });
    assert.deepEqual([second, third], ['hashed-id', 'hashed-page']);
  });

  it('have no tags that anything could be done with where those have names alone', async () => {
    const text = 'id,pageId,platform,tag:VIP\r\nU1,p,LINE,1790000000000\r\n';
    const { pager } = await openedAll(fileOf('x.csv', text));
    const [page] = pager.pages;
    assert.ok(page !== undefined);
    const customer = customerAt(page, 0);
    assert.equal(customer?.tags, undefined);
    // An ID that is a name would say of everybody that they do not have the tag.
    assert.equal(candidateOf(customer).tags, undefined);
    assert.deepEqual(usersWith(page, 'VIP'), []);
    const user = { rawUid: 'U1', pageId: 'p', channel: 1 };
    assert.deepEqual(userAt(page, 0), user);
    const changes = [{ user, tag: { id: 't', name: 'T' }, isOn: true }];
    assert.equal(taggedRows(pager, changes, new Map()).size, 0);
  });

  it('are refused when they are something else, each with its reason', async () => {
    const others: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
      'no-header': ['x.csv', 'a,b\r\n1,2\r\n'],
      empty: ['x.csv', ''],
      'other-kind': ['x.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 1, 2])],
      'no-records': ['x.json', '{"name":"package","version":"1"}'],
      'wrong-name': ['x.json', 'id,name\r\n'],
      'broken-parquet': ['x.parquet', 'PAR1PAR1'],
      unreadable: ['../none/x.csv', ''],
    };
    for (const [kind, [name, content]] of Object.entries(others)) {
      const file = kind === 'unreadable' ? '/nowhere/x.csv' : fileOf(name, content);
      assert.equal(await refusal(file), kind);
    }
  });

  it('are bounded: a line without an end, deep JSON, names of prototypes, and 10,000 columns', async function () {
    this.timeout(60_000);
    const long = `{"id":"${'x'.repeat(40 << 20)}`;
    assert.equal(await refusal(fileOf('x.ndjson', long)), 'long-record');
    assert.equal(await refusal(fileOf('x.csv', `id,"${'x'.repeat(40 << 20)}`)), 'long-record');
    assert.equal(await refusal(fileOf('x.json', `[${long}`)), 'broken-json');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { records } = await openedAll(fileOf('x.ndjson', `{"id":"a","more":${deep}}\n`));
    assert.equal(records.length, 1);
    const odd = await openedAll(fileOf('x.csv', 'id,__proto__,constructor\r\na,b,c\r\n'));
    assert.deepEqual(Object.keys(Object(odd.records[0])), ['id', '__proto__', 'constructor']);
    const wide = ['id', ...Array.from({ length: 9999 }, (_, index) => `c${index}`)].join(',');
    const rows = `${wide}\r\n${`a${',1'.repeat(9999)}\r\n`.repeat(20)}`;
    assert.equal((await openedAll(fileOf('x.csv', rows))).records.length, 20);
    // One name for all of them: each number of a name was looked for from the first one on, for half a minute.
    const same = `${Array(15_000).fill('tag:A').join(',')}\r\n`;
    const took = await cpuTimeOf(async () => {
      assert.equal((await openedAll(fileOf('x.csv', same))).records.length, 0);
    });
    assert.ok(took < 5_000, `${took} ms of CPU time`);
    assert.equal(
      await refusal(fileOf('x.csv', `id${',c'.repeat(30_000)}\r\n`)),
      'too-many-columns',
    );
  });
});

function isAboutCut({ kind }: ExportNote): boolean {
  return kind === 'cut' || kind === 'broken' || kind === 'stopped';
}

/** Without texts that are empty: cells do not tell them from nothing. */
function withoutEmpty(record: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(record)).filter(([, value]) => value !== ''));
}
