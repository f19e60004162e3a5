import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { EXPORT_FIELDS, type ExportField } from '../../../src/base/exportPlan.ts';
import { ParquetFile } from '../../../src/exports/parquet/parquetFile.ts';
import { anyListRecord, anyRecord } from './anyRecord.ts';
import { pageOf } from './exporting.ts';
import { plainParquetRow } from './plainParquet.ts';
import { ODD_RECORDS, tableRecords } from './tableRecords.ts';
import { sizeOf } from '../../support/sizes.ts';

const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 16);

async function rowsOf(records: readonly string[], fields: readonly ExportField[]) {
  const pieces: Uint8Array[] = [];
  const parquet = new ParquetFile(fields, async (bytes) => {
    pieces.push(bytes.slice());
  });
  await parquet.add(pageOf(records));
  await parquet.finish();
  const { buffer, byteOffset, length } = Buffer.concat(pieces);
  const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) });
  return rows.map((row) => {
    const cells = fields.map((field): readonly [string, unknown] => {
      const cell: unknown = row[field] ?? null;
      return [field, field === 'other' && typeof cell === 'string' ? JSON.parse(cell) : cell];
    });
    return Object.fromEntries(cells);
  });
}

async function assertRows(records: readonly string[], fields = EXPORT_FIELDS): Promise<void> {
  const rows = await rowsOf(records, fields);
  assert.equal(rows.length, records.length);
  for (const [index, record] of records.entries()) {
    assert.deepEqual(rows[index], plainParquetRow(record, fields), record);
  }
}

describe('rows of a Parquet file', function () {
  this.timeout(60_000);

  it(`equal those of a simple implementation for any records, seed ${SEED}`, async () => {
    const records = fc.array(fc.oneof(anyRecord, anyListRecord), { minLength: 1, maxLength: 6 });
    const fields = fc.shuffledSubarray([...EXPORT_FIELDS], { minLength: 1 });
    const property = fc.asyncProperty(records, fields, assertRows);
    await fc.assert(property, { seed: SEED, numRuns: sizeOf('parquetRuns') });
  });

  it('equal those of a simple implementation for usual records with odd ones in between', () =>
    assertRows([...tableRecords(9000), ...ODD_RECORDS, ...tableRecords(100)]));

  it('equal those of a simple implementation for repeated and unique texts', async () => {
    const names = Array.from(
      { length: 20_000 },
      (_, index) => `標籤 ${index % 9000} ${'x'.repeat(index % 70)}`,
    );
    await assertRows(names.map((name) => JSON.stringify({ platform: name, tags: [{ name }] })));
  });
});
