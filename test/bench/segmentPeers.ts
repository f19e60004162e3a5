import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { parseSegment } from '../../src/search/parseSegment.ts';
import type { Segment } from '../../src/search/segment.ts';
import { isTrue } from '../unit/search/naive.ts';
import { median } from './numbers.ts';
import { sqlOf } from './segmentSql.ts';
import { customers, EXPRESSIONS, NOW, VOCABULARY } from './segmentWorld.ts';

/** Results of the peers of the product: DuckDB, and reading every record (`plain`). */
export interface PeerResult {
  /** Number of customers that match each of `EXPRESSIONS`. */
  readonly duckCounts: readonly number[];
  /** Times per expression, in ms. */
  readonly duck: { readonly median: number; readonly p95: number };
  readonly plain: { readonly median: number; readonly p95: number };
  /** Rows of the plain measurement. Its times are scaled up to the full number of rows. */
  readonly plainRows: number;
}

const PLAIN_ROWS = 20_000;
const [folder = '', rowsText = ''] = process.argv.slice(2);
const rows = Number(rowsText);
const segments = EXPRESSIONS.map((text): Segment => {
  const { segment } = parseSegment(text);
  if (segment === undefined) throw new Error(`${text} is no segment.`);
  return segment;
});

function summaryOf(times: readonly number[]): { readonly median: number; readonly p95: number } {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: median(sorted), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN };
}

/**
 * Evaluates each segment by reading every record.
 * @returns the times in ms
 */
function matchPlainly(): readonly number[] {
  const records = [...customers(PLAIN_ROWS)];
  return segments.map((segment) => {
    const start = performance.now();
    records.filter((record) => isTrue(segment, record, VOCABULARY, NOW));
    return ((performance.now() - start) * rows) / PLAIN_ROWS;
  });
}

/** Yields the customers as lines of JSON, 1,000 at a time. */
function* lines(): Generator<string> {
  let batch: string[] = [];
  for (const customer of customers(rows)) {
    if (batch.push(JSON.stringify(customer)) < 1000) continue;
    yield `${batch.join('\n')}\n`;
    batch = [];
  }
  yield batch.join('\n');
}

const COLUMNS = `{
  id: 'varchar', platform: 'varchar', pageId: 'varchar', status: 'bigint', created: 'bigint',
  lastActive: 'bigint', tags: 'struct(id varchar, name varchar, timestamp bigint, count bigint)[]',
  params: 'struct(name varchar, value varchar)[]', email: 'varchar', phone: 'varchar',
  gender: 'varchar'
}`;

/** Counts the customers of each segment with DuckDB, from a Parquet file. Times are in ms. */
async function duck(): Promise<{ counts: number[]; times: number[] }> {
  const [json, parquet] = [join(folder, 'customers.ndjson'), join(folder, 'customers.parquet')];
  await pipeline(Readable.from(lines()), createWriteStream(json));
  const database = await (await DuckDBInstance.create(':memory:')).connect();
  await database.run(
    `copy (select * from read_json('${json}', format = 'newline_delimited', columns = ${COLUMNS}))
     to '${parquet}' (format parquet)`,
  );
  const [counts, times]: [number[], number[]] = [[], []];
  for (const segment of segments) {
    const sql = `select count(*)::integer from '${parquet}' where ${sqlOf(segment)}`;
    const start = performance.now();
    const answer = await database.runAndReadAll(sql);
    times.push(performance.now() - start);
    counts.push(Number(answer.getRows()[0]?.[0]));
  }
  return { counts, times };
}

const { counts, times } = await duck();
const result: PeerResult = {
  duckCounts: counts,
  duck: summaryOf(times),
  plain: summaryOf(matchPlainly()),
  plainRows: PLAIN_ROWS,
};
console.log(JSON.stringify(result));
