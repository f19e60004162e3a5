import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parquetReadObjects } from 'hyparquet';
import * as vscode from 'vscode';
import type { NoteKind } from '../../src/base/ports.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { InputOf } from '../../src/commands/commands.ts';
import { DATABASE_FILE, SUMMARY } from '../../src/base/manifest.ts';
import { bodyOf } from '../support/ownClient.ts';
import { exportRecords } from './exported.ts';
import { addBot, closeEditors, failure, product, run, until } from './product.ts';
import { resumeExport } from './resumed.ts';

const COUNT = 250;
const TOKEN = 'canary-token-4711';

/** Returns the keys of the notes of this kind in the database that all windows share. */
function notesIn(context: vscode.ExtensionContext, kind: NoteKind): readonly unknown[] {
  const file = vscode.Uri.joinPath(context.globalStorageUri, DATABASE_FILE).fsPath;
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT key FROM note WHERE kind = ?').all(kind);
  database.close();
  return rows.map(({ key }) => key);
}

describe('Export Customers', () => {
  let service: Sandbox;
  let bot: string;
  let folder: string;

  beforeEach(async () => {
    service = await startSandbox({ token: TOKEN, botId: 'bot-export', customers: COUNT });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-export-'));
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const fileNamed = (name: string): string => join(folder, name);

  /** Exports to a file in the temporary folder, and returns its text. */
  async function exported(
    name: string,
    change: Partial<InputOf<'botTags.exportCustomers'>> = {},
  ): Promise<string> {
    const file = fileNamed(name);
    await run('botTags.exportCustomers', { bot, file, ...change });
    return readFileSync(file, 'utf8');
  }

  const recordsOf = (text: string): unknown[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));

  async function recordsAtService(): Promise<unknown[]> {
    const path = `/v1/api/bot/customers?botId=bot-export&limit=3086`;
    const body = await bodyOf(service, 'GET', path);
    return (JSON.parse(body) as { res: { records: unknown[] } }).res.records;
  }

  it('writes all customers of the service, and returns a summary', async () => {
    const file = fileNamed('all.ndjson');
    const { ms, ...summary } = await exportRecords({ bot, file, limit: 40 });
    assert.ok(ms >= 0);
    const text = readFileSync(file, 'utf8');
    assert.deepEqual(summary, {
      file,
      format: 'ndjson',
      records: COUNT,
      pages: 7,
      wasResumed: false,
      bytes: Buffer.byteLength(text),
    });
    assert.deepEqual(recordsOf(text), await recordsAtService());
    assert.deepEqual(readdirSync(folder), ['all.ndjson']);
    assert.ok(!text.includes(TOKEN));
  });

  it('writes each format, to a path or a file: URI', async () => {
    const expected = await recordsAtService();
    assert.deepEqual(JSON.parse(await exported('a.json', { format: 'json' })), expected);
    const csv = await exported('a.csv', { format: 'csv', fields: ['id', 'status'] });
    assert.equal(csv.split('\r\n').length, COUNT + 2);
    assert.ok(csv.startsWith('\u{feff}id,status\r\n'));
    const file = vscode.Uri.file(fileNamed('a.parquet')).toString();
    await run('botTags.exportCustomers', { bot, file, format: 'parquet' });
    const bytes = readFileSync(fileNamed('a.parquet'));
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const rows = await parquetReadObjects({ file: buffer });
    const ids = expected.map((record) => Reflect.get(Object(record), 'id') as string);
    assert.deepEqual(
      rows.map((row) => row['id']),
      ids,
    );
  });

  it('masks fields as requested', async () => {
    const text = await exported('masked.ndjson', {
      masks: { name: 'hash', email: 'drop', pic: 'drop' },
    });
    assert.ok(!text.includes('pictures.sandbox') && !text.includes('@example'));
    const names = recordsOf(text).map((record) => Reflect.get(Object(record), 'name') as string);
    assert.ok(names.every((name) => /^[0-9a-f]{64}$/.test(name)));
  });

  it('writes the rows that a panel has loaded', async () => {
    const scoped = { scope: 'loaded' } as const;
    assert.match(await failure(exported('no.ndjson', scoped)), /open the customers/);
    await run('botTags.openCustomers', { bot, limit: 30 });
    await run('botTags.loadMore', { bot });
    const text = await exported('loaded.ndjson', scoped);
    assert.deepEqual(recordsOf(text), (await recordsAtService()).slice(0, 60));
    const csv = await exported('again.csv', { ...scoped, format: 'csv', lists: 'columns' });
    assert.match(csv, /^\u{feff}id,name,.*tag:.*\r\n/u);
    const record = await run('botTags.openRecord', { bot, row: 0 });
    assert.ok(record, 'the panel still has its records after the export');
  });

  it('does not replace a file unless `overwrite` is set', async () => {
    writeFileSync(fileNamed('mine.ndjson'), 'mine');
    assert.match(await failure(exported('mine.ndjson')), /the file is there already/);
    assert.equal(readFileSync(fileNamed('mine.ndjson'), 'utf8'), 'mine');
    await exported('mine.ndjson', { overwrite: true });
  });

  it('refuses a path that is not of a local file, is relative, or is in a missing folder', async () => {
    for (const file of ['memfs:/a/b.ndjson', 'vscode-vfs://github/a/b.csv']) {
      const message = await failure(run('botTags.exportCustomers', { bot, file }));
      assert.match(message, /is not a file on the machine where this extension runs/);
    }
    const message = await failure(run('botTags.exportCustomers', { bot, file: 'a.ndjson' }));
    assert.equal(message, '"a.ndjson" is not an absolute path. Give the full path.');
    const missingFolderFile = fileNamed('no/where.ndjson');
    const refused = await failure(run('botTags.exportCustomers', { bot, file: missingFolderFile }));
    assert.match(refused, /cannot be written \(ENOENT\)/);
  });

  it('resumes with a new token after the old one was refused in the middle', async () => {
    const file = fileNamed('long.ndjson');
    await run('botTags.exportCustomers', { bot, file: fileNamed('whole.ndjson'), limit: 10 });
    service.switches.latencyMs = 20;
    const requestsBefore = service.requests.listCustomers;
    const running = failure(run('botTags.exportCustomers', { bot, file, limit: 10 }));
    while (service.requests.listCustomers < requestsBefore + 5) await new Promise(setImmediate);
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    const message = await running;
    assert.match(message, /the token is not valid.*; \d+ records are kept/);
    assert.ok(existsSync(`${file}.partial`) && existsSync(`${file}.checkpoint`));
    assert.equal(existsSync(file), false);
    const checkpoint = readFileSync(`${file}.checkpoint`, 'utf8');
    assert.ok(!checkpoint.includes('wrong') && !checkpoint.includes(TOKEN));
    assert.match(await failure(resumeExport({ file })), /the token is not valid/);
    await run('botTags.replaceToken', { bot, token: TOKEN });
    service.switches.latencyMs = 0;
    const summary = await resumeExport({ file });
    assert.equal(summary.wasResumed, true);
    assert.equal(summary.records, COUNT);
    assert.equal(readFileSync(file, 'utf8'), readFileSync(fileNamed('whole.ndjson'), 'utf8'));
    assert.match(await failure(resumeExport({ file })), /no unfinished export/);
    const { context } = await product();
    assert.deepEqual(notesIn(context, 'unfinishedExport'), []);
    assert.ok(notesIn(context, 'exportedCustomers').includes(bot));
    assert.ok(notesIn(context, 'storedToken').includes(bot));
    const keys = context.globalState.keys().filter((key) => key !== SUMMARY);
    const storedValues = keys.map((key) => context.globalState.get(key));
    assert.ok(
      storedValues.every((value) => typeof value !== 'object'),
      'no list is stored, because several windows would overwrite it',
    );
  });

  it('resumes only at the base URL at which it started', async () => {
    const file = fileNamed('moved.ndjson');
    service.switches.latencyMs = 20;
    const requestsBefore = service.requests.listCustomers;
    const running = failure(run('botTags.exportCustomers', { bot, file, limit: 10 }));
    while (service.requests.listCustomers < requestsBefore + 5) await new Promise(setImmediate);
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    await running;
    service.switches.latencyMs = 0;
    await run('botTags.removeBot', { bot, confirmed: true });
    const other = await startSandbox({ token: TOKEN, botId: 'bot-export', customers: COUNT });
    const namesake = await addBot(other, 'Coffee House');
    const requestsBeforeResume = other.requests.listCustomers;
    try {
      const message = await failure(resumeExport({ file }));
      assert.ok(message.includes(`the base URL ${service.baseUrl}`), message);
      assert.match(message, /Add the bot again with the base URL \S+, then resume the export\./);
      assert.equal(other.requests.listCustomers, requestsBeforeResume);
      bot = await addBot(service);
      const { records } = await resumeExport({ file });
      assert.equal(records, COUNT);
      assert.equal(other.requests.listCustomers, requestsBeforeResume);
      assert.deepEqual(recordsOf(readFileSync(file, 'utf8')), await recordsAtService());
    } finally {
      await run('botTags.removeBot', { bot: namesake, confirmed: true });
      await other.close();
    }
  });

  it('uses the meaning that a saved segment had at the start, and refuses one that is not saved', async () => {
    const saved = { bot, name: 'Mine', in: 'window' } as const;
    await run('botTags.saveSegment', { ...saved, segment: 'status = running' });
    service.switches.latencyMs = 20;
    const options = { bot, file: fileNamed('mine.ndjson'), segment: 'segment:Mine', limit: 20 };
    const requestsBefore = service.requests.listCustomers;
    const running = failure(run('botTags.exportCustomers', options));
    await until('the export has begun', () => service.requests.listCustomers >= requestsBefore + 3);
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    assert.match(await running, /records are kept/);
    await run('botTags.saveSegment', { ...saved, segment: 'blocked', overwrite: true });
    await run('botTags.replaceToken', { bot, token: TOKEN });
    await resumeExport({ file: options.file });
    const records = recordsOf(readFileSync(options.file, 'utf8')) as { status: unknown }[];
    assert.ok(records.length > 20);
    assert.deepEqual([...new Set(records.map(({ status }) => status))], [1]);
    const withUnknownSegment = exported('none.ndjson', { segment: 'not segment:Typo' });
    assert.match(await failure(withUnknownSegment), /These segments do not exist, .*: Typo\./);
    assert.equal(existsSync(fileNamed('none.ndjson')), false);
  });
});
