import assert from 'node:assert/strict';

import { readPage } from '../../../src/service/readPage.ts';
import { customerAt } from '../../../src/base/model.ts';
import { problemOf, successOf } from './answers.ts';

const RECORD = {
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
};

describe('readPage', () => {
  it('keeps every record as sent, including unknown fields and values', () => {
    const odd = { ...RECORD, platform: 'TELEGRAM', status: 9, gender: 'x', email: null, more: {} };
    const answer = successOf({ records: [RECORD, odd], next: 'k', extra: 1 });
    const page = readPage(answer, '');
    assert.deepEqual(page.records, [RECORD, odd]);
    assert.equal(page.problems.size, 0);
    assert.equal(page.next, 'k');
    assert.equal(page.body, answer.body);
  });

  it('reports fields of a wrong type, and reads the others', () => {
    const records = [RECORD, { ...RECORD, status: '1' }, null, RECORD, { ...RECORD, tags: [{}] }];
    const page = readPage(successOf({ records }), '');
    assert.deepEqual(page.records, records);
    assert.deepEqual([...page.problems.keys()], [1, 2, 4]);
    const problem = {
      field: 'status',
      path: 'status',
      expected: 'number',
      found: 'text',
      more: 0,
    };
    assert.deepEqual(page.problems.get(1)?.fields, [problem]);
    assert.equal(page.problems.get(4)?.fields[0]?.path, 'tags[0].id');
    const { status: _, ...others } = RECORD;
    assert.deepEqual(customerAt(page, 1), others);
    assert.equal(customerAt(page, 2), undefined);
    assert.equal(customerAt(page, 3), page.records[3], 'a valid record is not copied');
    assert.deepEqual(customerAt(page, 4), { ...RECORD, tags: [] });
    assert.equal(customerAt(page, 9), undefined);
  });

  it('never repeats a value of a bad record', () => {
    const records = [{ ...RECORD, id: { secret: 'Taipei' }, phone: ['0912'] }];
    const { problems } = readPage(successOf({ records }), '');
    const problemText = JSON.stringify([...problems.values()].map(({ fields }) => fields));
    assert.match(problemText, /"id".*"phone"/);
    assert.doesNotMatch(problemText, /Taipei|0912/);
  });

  it('treats an absent, null or empty "next" as the end', () => {
    for (const end of [{}, { next: null }, { next: '' }]) {
      assert.equal(readPage(successOf({ records: [], ...end }), '').next, undefined);
    }
    assert.equal(readPage(successOf({ records: [], next: 77 }), '').next, '77');
    assert.equal(readPage(successOf({ records: [], next: '0' }), '').next, '0');
  });

  it('treats a page without records, or with an invalid "next", as a protocol error', () => {
    for (const res of [{}, { records: {} }, { records: [], next: {} }, [], 'x']) {
      problemOf('protocol', () => readPage(successOf(res), ''));
    }
  });
});
