import { DuckDBInstance } from '@duckdb/node-api';
import type { ExportResult } from './exportRun.ts';

const listOf = (members: string): string => `STRUCT(${members})[]`;
const TEXTS = ['id', 'name', 'platform', 'pageId', 'pic', 'email', 'gender', 'phone', 'locale'];
const NUMBERS = ['status', 'created', 'lastActive'];

/** Column types of the lists: structs for Parquet, and JSON for CSV, as in the product's files. */
const LISTS = {
  parquet: {
    tags: listOf('id VARCHAR, name VARCHAR, timestamp BIGINT, count INTEGER'),
    params: listOf('name VARCHAR, value VARCHAR, timestamp BIGINT'),
  },
  csv: { tags: 'JSON', params: 'JSON' },
};

function copySql(format: 'csv' | 'parquet', lines: string, file: string): string {
  const types = {
    ...Object.fromEntries(TEXTS.map((name) => [name, 'VARCHAR'])),
    ...Object.fromEntries(NUMBERS.map((name) => [name, 'BIGINT'])),
    ...LISTS[format],
  };
  const columns = Object.entries(types).map(([name, type]) => `${name}: '${type}'`);
  const times = ['created', 'lastActive'].map((name) => `make_timestamp_ms(${name}) AS ${name}`);
  const select = format === 'csv' ? '*' : `* REPLACE (${times.join()})`;
  const readJson = `read_json('${lines}', format = 'newline_delimited', columns = {${columns.join()}})`;
  const options = format === 'csv' ? 'FORMAT csv, HEADER' : 'FORMAT parquet, COMPRESSION snappy';
  return `COPY (SELECT ${select} FROM ${readJson}) TO '${file}' (${options})`;
}

/** Measures how long DuckDB takes to write a CSV or Parquet file from lines on disk, on one thread. */
if (import.meta.main) {
  const [format = '', lines = '', file = ''] = process.argv.slice(2);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const database = await instance.connect();
  const started = performance.now();
  const sql = copySql(format as 'csv' | 'parquet', lines, file);
  const records = (await database.run(sql)).rowsChanged;
  const ms = performance.now() - started;
  const peakMB = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ records, ms, peakMB } satisfies ExportResult));
}
