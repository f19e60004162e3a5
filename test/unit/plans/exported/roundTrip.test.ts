import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  type ExportPlan,
} from '../../../../src/core/exports/exportPlan.ts';
import { FIELD_NAMES } from '../../../../src/core/customerFields.ts';
import { createExporter } from '../../../../src/export/createExporter.ts';
import { cleanUp } from '../../cleanup.ts';
import { jobOf, newFile, pagesOf, runOf } from '../../export/exporting.ts';
import { hostileTexts } from '../../../support/hostileTexts.ts';
import { kindsOf, openedAll, type Opened } from './opening.ts';
import { sizeOf } from '../../../support/sizes.ts';

type Fields = Readonly<Record<string, unknown>>;

const PLANS: Readonly<Record<string, Partial<ExportPlan>>> = {
  ...Object.fromEntries(EXPORT_FORMATS.map((format) => [format, { format }])),
  'csv with a mark': { format: 'csv', bom: true },
  'csv with columns': { format: 'csv', lists: 'columns' },
  'csv as words': { format: 'csv', values: 'readable' },
  'csv with columns as words': { format: 'csv', lists: 'columns', values: 'readable', bom: true },
};

const SEED = 20_261_122;

async function opened(
  records: readonly unknown[],
  plan: Partial<ExportPlan>,
  name = `customers.${plan.format ?? 'ndjson'}`,
): Promise<Opened> {
  const file = newFile(name);
  const texts = records.map((record) => JSON.stringify(record));
  const pages = [texts.slice(0, 3), texts.slice(3)];
  await createExporter().start(jobOf(file, plan), pagesOf(...pages), runOf());
  // Of a dataset of so few customers there is one part.
  return openedAll(plan.format === 'dataset' ? join(file, 'part-00000.parquet') : file);
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...Object.values(hostileTexts).filter((one) => one.length < 1000 && one.isWellFormed()),
    ...[
      ' VIP ',
      '"',
      '""',
      ',',
      ';',
      '\t',
      'a\r\nb',
      '',
      '__proto__',
      'constructor',
      '台北',
      '0',
      '-1',
    ],
    ...['=1+1', '+1', '@x', '1e5', 'null', '{}', '[', 'tag:VIP', 'VIP count', "o'", 'x\u{feff}'],
  ),
);
/** As every text is written: what is no character becomes U+FFFD on the way to the service. */
const wellFormed = text.map((one) => one.toWellFormed());
/** A text that begins like one that was put out of harm's way reads as that one; hyparquet drops marks of byte order. */
const plainText = wellFormed.filter((one) => !/^(?:\u{feff}|'[=+\-@\t\r\n＝＋－＠])/u.test(one));
const time = fc
  .integer({ min: 1_000_000_000, max: 4_000_000_000 })
  .map((seconds) => seconds * 1000);
const tags = fc.uniqueArray(
  fc.record({
    id: plainText.filter((one) => one !== ''),
    name: plainText,
    timestamp: time,
    count: fc.nat(99),
  }),
  { selector: ({ id }) => id, maxLength: 3 },
);
const params = fc.uniqueArray(fc.record({ name: plainText, value: plainText, timestamp: time }), {
  selector: ({ name }) => name,
  maxLength: 3,
});
const optional = plainText.filter((one) => one !== '');
const customer = fc.record(
  {
    ...{
      id: plainText,
      name: plainText,
      platform: fc.constantFrom('LINE', 'FB'),
      pageId: plainText,
    },
    ...{ status: fc.integer({ min: 1, max: 5 }), created: time, lastActive: time, tags, params },
    ...{ pic: optional, email: optional, gender: optional, birthday: optional, phone: optional },
    extId: optional,
  },
  {
    requiredKeys: [
      ...['id', 'name', 'platform', 'pageId', 'status', 'created', 'lastActive'],
      ...['tags', 'params'],
    ] as never,
  },
) as fc.Arbitrary<Fields>;

/** Without what columns of names cannot tell: the IDs of tags, and the order of what several have. */
function byName(record: unknown): unknown {
  const { tags: own = [], ...rest } = record as { readonly tags?: readonly Fields[] };
  const named = own.map(({ name, timestamp, count }) => ({ name, timestamp, count }));
  const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();
  const { params: other = [], ...known } = rest as { readonly params?: readonly unknown[] };
  return { ...known, tags: sorted(named), params: sorted(other) };
}

describe(`exports that are opened again (seed ${SEED})`, () => {
  afterEach(cleanUp);

  for (const [name, plan] of Object.entries(PLANS)) {
    it(`have the records that were exported: ${name}`, async function () {
      this.timeout(60_000);
      const isNamed = plan.lists === 'columns';
      const property = fc.asyncProperty(
        fc.array(customer, { minLength: 1, maxLength: 9 }),
        async (records) => {
          const { records: read, bad } = await opened(records, plan);
          const [there, wanted] = isNamed
            ? [read.map(byName), records.map(byName)]
            : [read, records];
          assert.deepEqual(structuredClone(there), structuredClone(wanted));
          assert.equal(bad, 0);
        },
      );
      const isParquet = plan.format === 'parquet' || plan.format === 'dataset';
      const numRuns = Math.ceil(sizeOf('roundTripRuns') / (isParquet ? 4 : 1));
      await fc.assert(property, { seed: SEED, numRuns });
    });
  }

  it('keep all that is beyond the contract, in every format', async () => {
    const odd = [
      {
        id: 'a',
        name: 'A',
        new: { deep: [1, { x: null }] },
        phone: 912,
        tags: 'none',
        status: '4',
      },
      { id: 'b', name: null, tags: [{ id: 't', name: 'T', more: 1 }], params: [], email: null },
    ];
    for (const format of ['ndjson', 'json', 'parquet'] as const) {
      const { records, bad } = await opened(odd, { format });
      const [first, second] = records as readonly Fields[];
      assert.partialDeepStrictEqual(first, odd[0], format);
      assert.deepEqual(second?.['tags'], odd[1]?.tags);
      assert.equal(bad, 2);
    }
    const { records } = await opened(odd, { format: 'csv' });
    assert.deepEqual((records[0] as Fields)['new'], odd[0]?.new);
    assert.deepEqual((records[0] as Fields)['tags'], 'none');
  });

  it('say which fields were left out or hashed, and name nobody by a hash', async () => {
    const records = [
      { id: 'a', name: 'Ann', platform: 'LINE', pageId: 'p', email: 'a@example.com' },
    ];
    for (const format of EXPORT_FORMATS) {
      const fields = EXPORT_FIELDS.filter((field) => field !== 'id' && field !== 'phone');
      const masks = { name: 'hash', email: 'drop' } as const;
      const { notes, pager, bad } = await opened(records, { format, fields, masks });
      const leftOut = notes.find(({ kind }) => kind === 'left-out');
      const left = leftOut?.kind === 'left-out' ? leftOut.fields : [];
      for (const field of ['id', 'email', 'phone'] as const)
        assert.ok(left.includes(field), format);
      assert.deepEqual(
        notes.find(({ kind }) => kind === 'hashed'),
        { kind: 'hashed', fields: ['name'] },
      );
      assert.equal(pager.pages[0]?.leftOut?.has('id'), true);
      if (format === 'ndjson') assert.equal(bad, 0);
    }
  });

  it('of nobody have nobody, and no error', async () => {
    for (const format of EXPORT_FORMATS) {
      const { records, notes } = await opened([], { format });
      assert.deepEqual(records, [], format);
      assert.deepEqual(notes, [], format);
    }
  });

  it('may have any choice of fields', async function () {
    this.timeout(60_000);
    const whole = {
      ...{
        id: 'a',
        name: 'N',
        platform: 'FB',
        pageId: 'p',
        status: 3,
        created: 1e12,
        lastActive: 2e12,
      },
      ...{
        pic: 'x',
        tags: [],
        params: [],
        email: 'e',
        gender: 'f',
        birthday: 'b',
        phone: '1',
        extId: 'z',
      },
    };
    const inTurn = [...FIELD_NAMES.slice(6), ...FIELD_NAMES.slice(0, 6)];
    const some: Partial<Record<string, typeof FIELD_NAMES>> = {
      parquet: inTurn.slice(0, 3),
      dataset: inTurn.slice(0, sizeOf('fieldsOfDataset')),
    };
    for (const format of EXPORT_FORMATS) {
      for (const field of some[format] ?? FIELD_NAMES) {
        const { records } = await opened([whole], { format, fields: [field] });
        assert.deepEqual(
          structuredClone(records),
          [{ [field]: whole[field] }],
          `${format} ${field}`,
        );
      }
    }
  });

  it('say that tags in columns have no IDs', async () => {
    const tag = { id: 't', name: 'VIP', timestamp: 1e12, count: 1 };
    const { notes } = await opened([{ id: 'a', tags: [tag] }], { format: 'csv', lists: 'columns' });
    assert.ok(kindsOf(notes).includes('no-tag-ids'));
  });
});
