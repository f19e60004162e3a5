import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { Duckdb, type SqlRow } from '../../support/duckdb.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { jobOf, pagesOf, runOf } from './exporting.ts';
import { tableRecords } from './tableRecords.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const CUSTOMER_COUNT = 3000;
/** Number of customers in the earlier export. The other customers are new. */
const EARLIER_COUNT = 2900;

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly pageId: string;
  readonly created: number;
  readonly tags: readonly { readonly name: string; readonly timestamp: number }[];
}

/** Returns all SQL statements of the docs, in the order of their files. */
function printedSql(): readonly string[] {
  const files = readdirSync(DOCS).filter((name) => name.endsWith('.md'));
  const texts = files.toSorted().map((name) => readFileSync(join(DOCS, name), 'utf8'));
  return texts.flatMap((text) =>
    Array.from(text.matchAll(/^```sql\n(.*?)^```$/gms), ([, sql = '']) => sql),
  );
}

/** Counts the equal keys, largest count first. */
function counts(keys: readonly string[]): readonly (readonly [string, number])[] {
  const countByValue = new Map<string, number>();
  for (const key of keys) countByValue.set(key, (countByValue.get(key) ?? 0) + 1);
  return [...countByValue].toSorted(([, countA], [, countB]) => countB - countA);
}

function byPlatform(customers: readonly Customer[]): readonly SqlRow[] {
  return ['FB', 'LINE'].map((platform) => {
    const members = customers.filter((customer) => customer.platform === platform);
    const tags = members.reduce((sum, member) => sum + member.tags.length, 0) / members.length;
    return { platform, customers: BigInt(members.length), tags: Math.round(tags * 100) / 100 };
  });
}

/** Expected results, calculated from the records. There is one function per statement. */
const EXPECTED: readonly ((customers: readonly Customer[]) => readonly SqlRow[])[] = [
  (customers) =>
    counts(customers.flatMap(({ tags }) => tags.map(({ name }) => name))).map(([name, count]) => {
      return { name, customers: BigInt(count) };
    }),
  (customers) =>
    customers
      .flatMap(({ id, name, tags }) =>
        tags
          .filter((tag) => tag.name === 'VIP')
          .map(({ timestamp }) => ({ id, name, since: new Date(timestamp) })),
      )
      .toSorted((a, b) => b.since.getTime() - a.since.getTime()),
  (customers) =>
    customers.slice(EARLIER_COUNT).map(({ id, pageId, created }) => {
      return { id, pageId, created: new Date(created) };
    }),
  byPlatform,
];

describe('SQL statements of the docs', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('docs-sql');
  const records = tableRecords(CUSTOMER_COUNT);
  const customers = records.map((record) => JSON.parse(record) as Customer);
  let duckdb: Duckdb;

  before(async () => {
    duckdb = await Duckdb.open(folder.path);
    for (const [name, format, count] of [
      ['customers.parquet', 'parquet', CUSTOMER_COUNT],
      ['earlier.parquet', 'parquet', EARLIER_COUNT],
      ['customers.ndjson', 'ndjson', CUSTOMER_COUNT],
    ] as const) {
      const job = jobOf(join(folder.path, name), { format, bom: true });
      await createExporter().start(job, pagesOf(records.slice(0, count)), runOf());
    }
  });
  after(() => {
    duckdb.close();
    folder.remove();
  });

  it('are all tested', () => {
    assert.equal(printedSql().length, EXPECTED.length);
  });

  for (const [index, sql] of printedSql().entries()) {
    it(sql.replaceAll(/\s+/g, ' ').trim(), async () => {
      const expected = EXPECTED[index]?.(customers) ?? [];
      assert.ok(expected.length > 1);
      assert.deepEqual(await duckdb.rows(sql), expected);
    });
  }
});
