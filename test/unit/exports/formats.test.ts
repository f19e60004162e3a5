import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EXPORT_FIELDS, type ExportFormat, type ExportPlan } from '../../../src/base/exportPlan.ts';
import type { CustomerParam, CustomerTag } from '../../../src/base/model.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { openSandboxClient, SIGNAL, type Client } from '../service/client.ts';
import {
  csvOf,
  jobOf,
  linesOf,
  newFile,
  parquetMetadataOf,
  parquetOf,
  runOf,
  sourceOf,
} from './exporting.ts';
import { sizeOf } from '../../support/sizes.ts';

const CUSTOMER_COUNT = sizeOf('exportedCustomers');
/** Largest number of customers per page that the service allows. */
const LIMIT = 3086;

type Fields = Record<string, unknown>;

/** Reads the customers of the sandbox without the export code: as parsed pages. */
async function readCustomers(
  service: Client['service'],
  botId: string,
): Promise<readonly Fields[]> {
  const records: Fields[] = [];
  for await (const page of service.walkCustomers({ botId, limit: LIMIT }, SIGNAL)) {
    records.push(...(page.records as readonly Fields[]));
  }
  return records;
}

describe('export of all records of the sandbox', function () {
  this.timeout(300_000);
  let client: Awaited<ReturnType<typeof openSandboxClient>>;
  let expectedRecords: readonly Fields[];
  /** Parquet file that two tests share. */
  let parquet: Promise<string> | undefined;

  before(async () => {
    client = await openSandboxClient({}, CUSTOMER_COUNT);
    expectedRecords = await readCustomers(client.service, client.sandbox.botId);
    assert.equal(expectedRecords.length, CUSTOMER_COUNT);
  });
  after(cleanUp);

  async function exportAll(format: ExportFormat, plan: Partial<ExportPlan> = {}): Promise<string> {
    const { service, sandbox } = client;
    const file = newFile(`customers.${format}`);
    const query = { botId: sandbox.botId, limit: LIMIT };
    const summary = await createExporter().start(
      jobOf(file, { format, ...plan }, { query }),
      sourceOf(service, query),
      runOf(),
    );
    const { size } = statSync(file);
    const { ms, ...rest } = summary;
    const pages = Math.ceil(CUSTOMER_COUNT / LIMIT);
    assert.ok(ms >= 0);
    assert.deepEqual(rest, {
      file,
      format,
      records: CUSTOMER_COUNT,
      pages,
      bytes: size,
      wasResumed: false,
    });
    assert.deepEqual(readdirSync(dirname(file)), [`customers.${format}`]);
    return file;
  }

  it('writes NDJSON', async () => {
    assert.deepEqual(linesOf(await exportAll('ndjson')), expectedRecords);
  });

  it('writes JSON', async () => {
    assert.deepEqual(JSON.parse(readFileSync(await exportAll('json'), 'utf8')), expectedRecords);
  });

  it('writes CSV', async () => {
    const rows = csvOf(await exportAll('csv', { escapeFormulas: false, bom: true }));
    assert.equal(rows.length, CUSTOMER_COUNT);
    assert.deepEqual(Object.keys(rows[0] ?? {}), EXPORT_FIELDS);
    for (const [index, record] of expectedRecords.entries())
      assert.deepEqual(rows[index], csvRow(record));
  });

  it('writes CSV with columns for tags and parameters', async () => {
    const rows = csvOf(await exportAll('csv', { escapeFormulas: false, lists: 'columns' }));
    assert.equal(rows.length, CUSTOMER_COUNT);
    for (const [index, record] of expectedRecords.entries()) {
      const filledCells = Object.entries(rows[index] ?? {}).filter(([, cell]) => cell !== '');
      assert.deepEqual(Object.fromEntries(filledCells), columnsOf(record), String(index));
    }
  });

  it('writes Parquet with the types of texts, times and lists for old and new readers', async () => {
    const { schema } = parquetMetadataOf(await (parquet ??= exportAll('parquet')));
    const types = (name: string): readonly unknown[] => {
      const element = schema.find((schemaElement) => schemaElement.name === name);
      return [element?.converted_type, element?.logical_type];
    };
    const time = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' };
    assert.deepEqual(types('name'), ['UTF8', { type: 'STRING' }]);
    assert.deepEqual(types('created'), ['TIMESTAMP_MILLIS', time]);
    assert.deepEqual(types('tags'), ['LIST', { type: 'LIST' }]);
  });

  it('writes Parquet', async () => {
    const rows = await parquetOf(await (parquet ??= exportAll('parquet')));
    assert.equal(rows.length, CUSTOMER_COUNT);
    for (const [index, record] of expectedRecords.entries()) {
      assert.deepEqual(rows[index], parquetRow(record), String(index));
    }
  });
});

function csvRow(record: Fields): Fields {
  const cells = EXPORT_FIELDS.map((field) => {
    const value = record[field];
    if (value === undefined) return [field, ''];
    return [field, typeof value === 'string' ? value : JSON.stringify(value)];
  });
  return Object.fromEntries(cells) as Fields;
}

/** Returns the expected cells of a CSV with columns for lists, without the empty ones. */
function columnsOf(record: Fields): Fields {
  const { tags, params, ...rest } = record;
  const cells: [string, unknown][] = Object.entries(rest);
  for (const tag of tags as readonly CustomerTag[]) {
    cells.push([`tag:${tag.name}`, tag.timestamp], [`tag:${tag.name} count`, tag.count]);
  }
  for (const param of params as readonly CustomerParam[]) {
    cells.push([`param:${param.name}`, param.value], [`param:${param.name} time`, param.timestamp]);
  }
  const shown = cells.map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(shown.filter(([, value]) => value !== '')) as Fields;
}

function parquetRow(record: Fields): Fields {
  const time = (ms: unknown): Date => new Date(Number(ms));
  const row = Object.fromEntries(EXPORT_FIELDS.map((field) => [field, record[field] ?? null]));
  const withDates = (entries: unknown): unknown =>
    (entries as readonly CustomerTag[]).map((entry) => ({
      ...entry,
      timestamp: time(entry.timestamp),
    }));
  return {
    ...row,
    created: time(record['created']),
    lastActive: time(record['lastActive']),
    tags: withDates(record['tags']),
    params: withDates(record['params']),
  };
}
