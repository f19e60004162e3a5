import assert from 'node:assert/strict';

import { readRecord } from '../../../src/service/readPage.ts';
import { type Untaggable, userOf } from '../../../src/base/customer.ts';
import type {
  CustomerRecord,
  CustomerTag,
  FieldProblem,
  FoundKind,
} from '../../../src/base/model.ts';

const RECORD: Required<CustomerRecord> = {
  id: 'U1',
  name: '王小明',
  platform: 'LINE',
  pageId: '@p',
  status: 1,
  created: 1_600_000_000_000,
  lastActive: 1_700_000_000_000,
  pic: '',
  tags: [{ id: 'tag-a', name: 'VIP', timestamp: 1, count: 2 }],
  params: [{ name: 'city', value: '臺北市', timestamp: 1 }],
  email: 'a@example.com',
  gender: '男',
  birthday: '1990-05-17',
  phone: '0912-345-678',
  extId: 'M1',
};
const FIELDS = Object.keys(RECORD) as (keyof CustomerRecord)[];
const REQUIRED = new Set<string>([
  ...['id', 'name', 'platform', 'pageId', 'status', 'created', 'lastActive', 'tags', 'params'],
]);
/** Value of each JSON type. */
const VALUES: Readonly<Record<Exclude<FoundKind, 'empty' | 'too-large'>, unknown>> = {
  missing: undefined,
  null: null,
  boolean: false,
  number: 42,
  text: 'a text',
  list: [42],
  object: { id: 'other' },
};
/** Reasons why a customer cannot be tagged, by the field that is unreadable. */
const UNTAGGABLE: Readonly<Record<string, Untaggable>> = {
  id: 'unread-id',
  pageId: 'unread-page',
  platform: 'unread-platform',
};

/** Returns the record as parsed from JSON. */
function sentRecord(change: object): unknown {
  return JSON.parse(JSON.stringify({ ...RECORD, ...change }));
}

/** Returns whether a value of this JSON type is valid in the field. */
function isValid(field: keyof CustomerRecord, found: string): boolean {
  if (found === 'missing' || found === 'null') return !REQUIRED.has(field);
  const validValue = RECORD[field];
  return Array.isArray(validValue) ? false : typeof validValue === typeof VALUES[found as 'text'];
}

/** Returns the tags that are read from these entries, and the first problem. */
function tagsOf(entries: readonly unknown[]) {
  const { customer, fields } = readRecord(sentRecord({ tags: entries }));
  return { tags: customer?.tags, problem: fields[0] };
}

describe('readRecord', () => {
  for (const field of FIELDS) {
    it(`loses only \`${field}\` if its type is wrong`, () => {
      for (const [found, value] of Object.entries(VALUES)) {
        const { customer, fields } = readRecord(sentRecord({ [field]: value }));
        const paths = fields.map(({ path }) => path);
        if (isValid(field, found)) {
          assert.deepEqual(paths, [], found);
          continue;
        }
        // A list is valid, but its entry 42 is not.
        const isEntry = found === 'list' && Array.isArray(RECORD[field]);
        assert.deepEqual(paths, [isEntry ? `${field}[0]` : field], found);
        assert.deepEqual([fields[0]?.field, fields[0]?.more], [field, 0]);
        assert.equal(fields[0]?.found, isEntry ? 'number' : found);
        const read = { ...customer, [field]: RECORD[field] };
        assert.deepEqual(read, RECORD, `the other fields, with ${found}`);
        const user = { rawUid: 'U1', pageId: '@p', channel: 1 };
        assert.deepEqual(userOf(customer), UNTAGGABLE[field] ?? user);
      }
    });
  }

  it('reads nothing of a record that is not an object', () => {
    for (const [found, value] of Object.entries({ null: null, text: 'a', number: 1, list: [] })) {
      const problem = { field: undefined, path: '', expected: 'object', found, more: 0 };
      assert.deepEqual(readRecord(value), { customer: undefined, fields: [problem] });
    }
    assert.equal(userOf(readRecord(true).customer), 'bad-record');
  });

  it('reads each tag that has an ID and a name', () => {
    const fullTag = RECORD.tags[0];
    const bare = { id: 'tag-a', name: 'VIP' };
    for (const [entry, read] of [
      [bare, bare],
      [
        { ...bare, timestamp: 5 },
        { ...bare, timestamp: 5 },
      ],
      [
        { ...fullTag, timestamp: 'yesterday' },
        { ...bare, count: 2 },
      ],
      [
        { ...fullTag, timestamp: null, count: '3' },
        { ...bare, count: 3 },
      ],
      [
        { ...fullTag, timestamp: '1700000000000' },
        { ...fullTag, timestamp: 1_700_000_000_000 },
      ],
      [
        { ...fullTag, timestamp: '99999999999999999999' },
        { ...bare, count: 2 },
      ],
      [
        { ...fullTag, id: 12_345 },
        { ...fullTag, id: '12345' },
      ],
    ] as const) {
      assert.deepEqual(tagsOf([entry, fullTag]).tags, [read, fullTag], JSON.stringify(entry));
      assert.equal(tagsOf([entry, fullTag]).problem?.field, 'tags');
    }
    const invalidEntries = [
      { ...fullTag, id: '' },
      { ...fullTag, id: 1.5 },
      { id: 'tag-a' },
      {},
      null,
      'VIP',
      [],
    ];
    for (const entry of invalidEntries) {
      const { tags, problem } = tagsOf([fullTag, entry]);
      assert.deepEqual(tags, [fullTag], JSON.stringify(entry));
      assert.match(problem?.path ?? '', /^tags\[1\]/);
    }
    assert.deepEqual(tagsOf([{ ...fullTag, id: '' }]).problem?.found, 'empty');
  });

  it('allows no null for lists, or for numbers in lists, as in the service interface', () => {
    // @ts-expect-error: not nullable
    const record: CustomerRecord = { ...RECORD, tags: null };
    // @ts-expect-error: not nullable
    const tag: CustomerTag = { id: 'tag-a', name: 'VIP', count: null };
    const { customer, fields } = readRecord({ ...record, params: null });
    assert.deepEqual([customer?.tags, customer?.params], [undefined, undefined]);
    assert.deepEqual(
      fields.map(({ path, found }) => [path, found]),
      [
        ['tags', 'null'],
        ['params', 'null'],
      ],
    );
    const { tags, problem } = tagsOf([{ ...tag, timestamp: 1 }]);
    assert.deepEqual(tags, [{ id: 'tag-a', name: 'VIP', timestamp: 1 }]);
    assert.deepEqual([problem?.path, problem?.found], ['tags[0].count', 'null']);
  });

  it('reports one path of a field, and counts the others', () => {
    const bare = { id: 'tag-a', name: 'VIP' };
    // Each of 5000 tags lacks two fields: 10,000 problems.
    const { tags, problem } = tagsOf(Array.from({ length: 5000 }, () => bare));
    const first = { path: 'tags[0].timestamp', expected: 'number', found: 'missing' } as const;
    const expected: FieldProblem = { field: 'tags', ...first, more: 9999 };
    assert.deepEqual([tags?.length, problem], [5000, expected]);
  });

  it('rejects a number that JSON cannot represent', () => {
    const text = JSON.stringify(RECORD).replace('"status":1', '"status":1e999');
    const { customer, fields } = readRecord(JSON.parse(text));
    assert.deepEqual([customer?.status, fields[0]?.found], [undefined, 'too-large']);
  });
});
