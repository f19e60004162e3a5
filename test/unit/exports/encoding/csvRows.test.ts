import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EXPORT_FIELDS, isVerbatim, type ExportPlan } from '../../../../src/base/exportPlan.ts';
import { csvTable, RecordShape } from '../../../../src/exports/formats.ts';
import { anyRecord } from '../anyRecord.ts';
import { pageOf, planOf } from '../exporting.ts';
import { plainCsvLine } from '../plainCsv.ts';
import { ODD_RECORDS, tableRecords } from '../tableRecords.ts';
import { sizeOf } from '../../../support/sizes.ts';

const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 16);

async function linesOf(records: readonly string[], plan: ExportPlan): Promise<string> {
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, '');
  const bytes = await csvTable(plan, { shape }).encode(pageOf(records), 0);
  return Buffer.from(bytes).toString();
}

const plan = fc
  .record({
    fields: fc.oneof(
      fc.constant(EXPORT_FIELDS),
      fc.shuffledSubarray([...EXPORT_FIELDS], { minLength: 1 }),
    ),
    escapeFormulas: fc.boolean(),
    values: fc.constantFrom('raw', 'readable', undefined),
  })
  .map((change): ExportPlan => planOf({ format: 'csv', ...change }));

/** Returns a record's JSON as exported. If the plan omits a field, a record that is no object becomes `null`. */
function shownAs(json: string, { fields }: ExportPlan): string {
  const isWhole = EXPORT_FIELDS.every((field) => fields.includes(field));
  return !isWhole && /^["[]/.test(json) ? 'null' : json;
}

describe('rows of a CSV', () => {
  it(`equal those of a simple implementation for any records and plans, seed ${SEED}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 4 }), plan, async (records, csvPlan) => {
        const expected = records.map((json) => plainCsvLine(shownAs(json, csvPlan), csvPlan));
        assert.equal(await linesOf(records, csvPlan), expected.join(''));
      }),
      { seed: SEED, numRuns: sizeOf('csvRuns') },
    );
  });

  it('equal those of a simple implementation for usual and odd records', async () => {
    for (const values of ['raw', 'readable'] as const) {
      const csvPlan = planOf({ format: 'csv', values });
      const records = [...tableRecords(300), ...ODD_RECORDS];
      const expected = records.map((json) => plainCsvLine(json, csvPlan));
      assert.equal(await linesOf(records, csvPlan), expected.join(''));
    }
  });
});
