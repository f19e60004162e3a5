import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PERSONAL_FIELDS, type ExportPlan } from '../../../src/core/exports/exportPlan.ts';
import { createExporter } from '../../../src/export/createExporter.ts';
import { Duckdb } from '../../support/duckdb.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { jobOf, newFile, pagesOf, parquetMetadataOf, planOf, runOf } from './exporting.ts';
import { plainParquetRow } from './plainParquet.ts';
import { ODD_RECORDS, tableRecords } from './tableRecords.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly entry?: readonly Column[];
}

/** Of which every column but `id` is empty. */
const EMPTY = ['{"id":"e1"}', '{"id":"e2"}', '{"id":"e3"}'];

async function dataset(records: readonly string[], plan: Partial<ExportPlan> = {}) {
  const folder = newFile('customers');
  const job = jobOf(folder, { format: 'dataset', partSize: 3, ...plan });
  await createExporter().start(job, pagesOf(records.slice(0, 4), records.slice(4)), runOf());
  const duckdb = await Duckdb.open(dirname(folder));
  onCleanup(() => duckdb.close());
  const names = readdirSync(folder).filter((name) => name.endsWith('.parquet'));
  return {
    folder,
    parts: names.toSorted().map((name) => join(folder, name)),
    ask: (sql: string) => duckdb.rows(sql),
  };
}

const ALL = "SELECT * FROM read_parquet('customers/*.parquet')";

describe('export: a dataset as engines read it', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('is one table with the rows of the NDJSON export, in its order', async () => {
    const records = [...tableRecords(50), ...EMPTY, ...ODD_RECORDS];
    const ndjson = newFile();
    const job = jobOf(ndjson);
    await createExporter().start(job, pagesOf(records), runOf());
    const lines = readFileSync(ndjson, 'utf8').trimEnd().split('\n');
    const { ask, parts } = await dataset(records, { partSize: 17 });
    assert.equal(parts.length, Math.ceil(records.length / 17));
    const rows = await ask(ALL);
    const { fields } = planOf();
    const spelled = rows.map((row) =>
      typeof row['other'] === 'string' ? { ...row, other: JSON.parse(row['other']) } : row,
    );
    assert.deepEqual(
      spelled,
      lines.map((line) => plainParquetRow(line, fields)),
    );
  });

  it('has hashes that are the same in every part', async () => {
    const same = tableRecords(9).map((text) =>
      JSON.stringify({ ...(JSON.parse(text) as object), name: 'Ada' }),
    );
    const masks = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, 'hash']));
    const { ask } = await dataset(same, { masks });
    const [row] = await ask(`SELECT count(DISTINCT name)::INTEGER AS names, min(name) AS name
      FROM 'customers/*.parquet'`);
    assert.equal(row?.['names'], 1);
    assert.match(String(row?.['name']), /^[0-9a-f]{64}$/);
  });

  for (const [name, plan] of Object.entries({
    'every field': {},
    'some fields': { fields: ['other', 'tags', 'id', 'created'] },
    'no personal field': { masks: { name: 'drop', phone: 'drop' } },
  } satisfies Record<string, Partial<ExportPlan>>)) {
    it(`has one schema in every part, also of empty columns, as Spark and BigQuery take it: ${name}`, async () => {
      const { parts, folder } = await dataset([...tableRecords(3), ...EMPTY, ...ODD_RECORDS], plan);
      const [first, ...others] = parts.map((part) => parquetMetadataOf(part).schema);
      assert.ok(first !== undefined && others.length > 1);
      for (const schema of others) assert.deepEqual(schema, first);
      for (const element of first) {
        // BigQuery: letters, digits and underscores; Spark: none of " ,;{}()\n\t=", and a dot needs quotes.
        assert.match(element.name, /^[A-Za-z_]\w*$/);
        assert.ok(['OPTIONAL', 'REPEATED', undefined].includes(element.repetition_type));
        assert.ok(['BYTE_ARRAY', 'INT32', 'INT64', undefined].includes(element.type));
        if (element.type === 'BYTE_ARRAY') assert.equal(element.converted_type, 'UTF8');
        if (element.type === 'INT64') assert.equal(element.converted_type, 'TIMESTAMP_MILLIS');
      }
      // BigQuery takes no two columns that differ in case only, nor does Spark.
      const columns = columnsOf(first);
      assert.equal(new Set(columns.map((one) => one.name.toLowerCase())).size, columns.length);
      const manifest: unknown = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      assert.deepEqual((manifest as { readonly schema: unknown }).schema, columns);
    });
  }
});

type Element = ReturnType<typeof parquetMetadataOf>['schema'][number];

/** The columns of a file, as a manifest names them. */
function columnsOf(schema: readonly Element[]): readonly Column[] {
  let at = 1;
  const next = (): Column => {
    const element = schema[at++];
    assert.ok(element);
    const { name, type, num_children: children = 0 } = element;
    if (element.converted_type !== 'LIST') return { name, type: typeOf(type) };
    assert.equal(children, 1);
    const [list, entry] = [schema[at++], schema[at++]];
    // The names that the format gives them, by which every engine knows a list.
    assert.deepEqual(
      [list?.name, list?.repetition_type, entry?.name],
      ['list', 'REPEATED', 'element'],
    );
    const members = Array.from({ length: entry?.num_children ?? 0 }, next);
    return { name, type: 'list_of_structs', entry: members };
  };
  return Array.from({ length: schema[0]?.num_children ?? 0 }, next);
}

function typeOf(type: string | undefined): string {
  if (type === 'INT64') return 'timestamp_millis_utc';
  return type === 'INT32' ? 'int32' : 'string';
}
