import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { FIELD_NAMES, isListField } from '../../../src/base/customerFields.ts';
import {
  EXPORT_FIELDS,
  selectedFields,
  PERSONAL_FIELDS,
  type ExportPlan,
} from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { Duckdb, type SqlRow } from '../../support/duckdb.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { jobOf, newFile, pagesOf, parquetMetadataOf, planOf, runOf } from './exporting.ts';
import { plainParquetRow } from './plainParquet.ts';
import { ODD_RECORDS, tableRecords } from './tableRecords.ts';

/** Odd records that are objects. A text or a list as a record becomes `null` if any field is hidden. */
const ODD_OBJECTS = ODD_RECORDS.filter((record) => record.startsWith('{'));

const TYPES = {
  text: 'VARCHAR',
  number: 'INTEGER',
  time: 'TIMESTAMP WITH TIME ZONE',
};

/** Exports these records. `query` runs SQL in the folder of the file. */
async function exportParquet(records: readonly string[], plan: Partial<ExportPlan> = {}) {
  const file = newFile('customers.parquet');
  const job = jobOf(file, { format: 'parquet', ...plan });
  await createExporter().start(job, pagesOf(records), runOf());
  const duckdb = await Duckdb.open(dirname(file));
  onCleanup(() => duckdb.close());
  return { file, query: (sql: string) => duckdb.rows(sql) };
}

/** Parses `other`, because its JSON can be written in more than one way. */
function withoutSpelling(row: SqlRow): SqlRow {
  const { other } = row;
  return typeof other === 'string' ? { ...row, other: JSON.parse(other) as unknown } : row;
}

/** Asserts that DuckDB reads the same rows as a simple implementation expects. */
async function assertSame(records: readonly string[], plan: Partial<ExportPlan> = {}) {
  const { query } = await exportParquet(records, plan);
  const fields = selectedFields(planOf(plan));
  const rows = await query("SELECT * FROM 'customers.parquet'");
  assert.equal(rows.length, records.length);
  for (const [index, record] of records.entries()) {
    const row = withoutSpelling(rows[index] ?? {});
    assert.deepEqual(row, plainParquetRow(record, fields), record);
  }
}

describe('Parquet files read by DuckDB', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('contain every field of every customer, over several row groups', async () => {
    const records = tableRecords(20_000);
    await assertSame(records);
    const { file } = await exportParquet(records);
    assert.ok(parquetMetadataOf(file).row_groups.length > 2);
  });

  it('contain unexpected values of a service', () => assertSame(ODD_RECORDS));

  for (const fields of [
    ['id', 'tags'],
    ['other', 'params', 'name', 'status'],
    ['lastActive', 'created'],
  ] as const) {
    it(`contain only ${fields.join()}`, () =>
      assertSame([...tableRecords(50), ...ODD_OBJECTS], { fields }));
  }

  it('contain no personal fields', async () => {
    const masks = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, 'drop']));
    await assertSame(tableRecords(200), { masks });
  });

  it('contain hashes of personal fields, equal for equal values', async () => {
    const records = tableRecords(2000);
    const masks = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, 'hash']));
    const { query } = await exportParquet(records, { masks });
    const otherFields = EXPORT_FIELDS.filter(
      (field) => !(PERSONAL_FIELDS as readonly string[]).includes(field),
    );
    const rows = await query(`SELECT ${otherFields.join()} FROM 'customers.parquet'`);
    assert.deepEqual(
      rows.map(withoutSpelling),
      records.map((record) => plainParquetRow(record, otherFields)),
    );
    const names = records.map((record) => (JSON.parse(record) as { name: string }).name);
    const [counted] = await query(`SELECT
        count(DISTINCT name)::INTEGER AS names,
        count(*) FILTER (name = '')::INTEGER AS empty,
        bool_and(name = '' OR regexp_full_match(name, '[0-9a-f]{64}')) AS hashed,
        count(DISTINCT email)::INTEGER AS emails,
        count(birthday)::INTEGER AS birthdays
      FROM 'customers.parquet'`);
    assert.deepEqual(counted, {
      names: new Set(names).size,
      empty: names.filter((name) => name === '').length,
      hashed: true,
      // Every second record has an email address, and none has a birthday.
      emails: 1000,
      birthdays: 0,
    });
  });

  it('contain the types of all columns without any row', async () => {
    const { query } = await exportParquet([]);
    assert.deepEqual(await query("SELECT * FROM 'customers.parquet'"), []);
    const types = await query(
      "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM 'customers.parquet')",
    );
    const entries = {
      tags: 'STRUCT(id VARCHAR, "name" VARCHAR, "timestamp" TIMESTAMP WITH TIME ZONE, count INTEGER)[]',
      params: 'STRUCT("name" VARCHAR, "value" VARCHAR, "timestamp" TIMESTAMP WITH TIME ZONE)[]',
    };
    const times = ['created', 'lastActive'];
    const expected = [...FIELD_NAMES, 'other'].map((name) => {
      if (isListField(name)) return [name, entries[name]];
      if (name === 'status') return [name, TYPES.number];
      return [name, times.includes(name) ? TYPES.time : TYPES.text];
    });
    assert.deepEqual(
      types.map(({ column_name, column_type }) => [column_name, column_type]),
      expected,
    );
  });
});
