import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { isCustomer, readRecord } from '../../../src/service/readPage.ts';
import { FIELD_NAMES } from '../../../src/base/customerFields.ts';
import { customerSchema } from '../../support/customerSchema.ts';

const RUNS = { numRuns: 3000 };

/** Numbers that JSON can contain. 1e999 is parsed as Infinity. */
const number = fc.oneof(
  { arbitrary: fc.integer(), weight: 100 },
  { arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }), weight: 50 },
  { arbitrary: fc.constantFrom(Infinity, -Infinity), weight: 1 },
);
const text = fc.oneof(fc.string(), fc.constant(''));
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, '', 0, -0, Infinity, [], {}, [null], [{}]),
  fc.jsonValue(),
);

/** Generates mostly valid values of a field, and sometimes any value. */
function mostly<T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: valid, weight: 150 }, { arbitrary: anything, weight: 1 });
}

const optional = mostly(fc.option(text));
const tag = fc.record(
  { id: mostly(text), name: mostly(text), timestamp: mostly(number), count: mostly(number) },
  { requiredKeys: ['id', 'name', 'timestamp', 'count'] },
);
const param = fc.record({ name: mostly(text), value: mostly(text), timestamp: mostly(number) });
const list = (of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  mostly(fc.array(mostly(of), { maxLength: 2 }));

const nearRecord = fc.record(
  {
    id: mostly(text),
    name: mostly(text),
    platform: mostly(text),
    pageId: mostly(text),
    status: mostly(number),
    created: mostly(number),
    lastActive: mostly(number),
    tags: list(tag),
    params: list(param),
    pic: optional,
    email: optional,
    gender: optional,
    birthday: optional,
    phone: optional,
    extId: optional,
    unknown: fc.jsonValue(),
  },
  {
    requiredKeys: [
      'id',
      'name',
      'platform',
      'pageId',
      'status',
      'created',
      'lastActive',
      'tags',
      'params',
    ],
  },
);

const GOOD = {
  id: '',
  name: '',
  platform: '',
  pageId: '',
  status: 1,
  created: 1,
  lastActive: 1,
  tags: [],
  params: [],
};

/** Runs `isCustomer`, `readRecord` and the schema, which must agree on the result and on the wrong fields. */
function check(value: unknown): boolean {
  const byHand = isCustomer(value);
  const { success, error } = customerSchema.safeParse(value);
  assert.equal(byHand, success);
  const reported = readRecord(value).fields.map(({ field, path, more }) => [
    field,
    { path, count: more + 1 },
  ]);
  assert.deepEqual(
    new Map(reported as [PropertyKey, WrongField][]),
    wrongFields(error?.issues ?? []),
  );
  return byHand;
}

/** Path of the first wrong value in a field, and the number of wrong values in the field. */
interface WrongField {
  readonly path: string;
  readonly count: number;
}

function wrongFields(issues: readonly { path: readonly PropertyKey[] }[]) {
  const fields = new Map<PropertyKey | undefined, WrongField>();
  for (const { path } of issues) {
    const [field] = path;
    const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
    const wrong = fields.get(field) ?? { path: parts.join('').slice(1), count: 0 };
    fields.set(field, { ...wrong, count: wrong.count + 1 });
  }
  return fields;
}

describe('isCustomer', () => {
  it('agrees with the schema on near-valid records, of which many are accepted and many rejected', () => {
    let accepted = 0;
    fc.assert(
      fc.property(nearRecord, (record) => {
        if (check(record)) accepted++;
      }),
      RUNS,
    );
    const share = accepted / RUNS.numRuns;
    assert.ok(share > 0.1 && share < 0.9, String(share));
  });

  it('agrees with the schema on any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void check(value)),
      RUNS,
    );
  });

  it('agrees with the schema on unusual JSON', () => {
    const good = JSON.stringify(GOOD);
    const withMember = (extra: string): unknown => JSON.parse(`${good.slice(0, -1)},${extra}}`);
    assert.equal(check(GOOD), true);
    assert.equal(check(withMember('"__proto__":{"id":5}')), true);
    assert.equal(check(JSON.parse(`{"__proto__":${good}}`)), false);
    assert.equal(check(withMember('"status":1e999')), false);
    assert.equal(check(withMember('"created":-1e999')), false);
    assert.equal(check(withMember('"status":1,"status":"1"')), false);
    assert.equal(check(withMember('"tags":{"length":0}')), false);
    assert.equal(
      check(withMember('"tags":[{"id":"","name":"","timestamp":1e999,"count":1}]')),
      false,
    );
    assert.equal(check(withMember('"pic":null,"email":null,"phone":""')), true);
    for (const value of [[GOOD], [], null, 'x', 1, true, undefined]) {
      assert.equal(check(value), false);
    }
  });

  it('agrees with the schema if one field is missing or has another type', () => {
    const otherValues: readonly unknown[] = [
      undefined,
      null,
      0,
      '',
      true,
      [],
      {},
      Infinity,
      [[]],
      [null],
    ];
    for (const name of FIELD_NAMES) {
      for (const other of otherValues) check({ ...GOOD, [name]: other });
      check(Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name)));
    }
  });
});
