import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { STANDARD_COLUMNS } from '../../../../src/customers/page/columns.ts';
import {
  createFormat,
  initialsOf,
  pictureOf,
  type TextColumn,
} from '../../../../src/customers/page/format.ts';
import { customer, status } from './sample.ts';

const CHIP_COLUMNS = new Set<string>(['tags', 'params']);
const format = createFormat('en');

const lineOf = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' · ');

describe('texts of a customer', () => {
  it('show status, platform and gender as words', () => {
    assert.equal(format.text('status', { status: 4 }), 'Blocked');
    assert.equal(format.text('platform', { platform: 'FB' }), 'Facebook');
    assert.equal(format.text('gender', { gender: '女' }), 'Female');
  });

  it('show unknown values unchanged', () => {
    assert.equal(format.text('status', { status: 9 }), 'Status: 9');
    assert.equal(format.text('status', { status: 'x' }), 'x');
    assert.equal(format.text('platform', { platform: 'IG' }), 'IG');
    assert.equal(format.text('gender', { gender: 'other' }), 'other');
    assert.equal(format.text('created', { created: 'soon' }), 'soon');
    assert.equal(format.text('email', { email: { a: 1 } }), '{"a":1}');
    assert.equal(format.text('name', 'no record'), 'no record');
  });

  it('show the page ID of the customer', () => {
    assert.equal(format.text('page', { pageId: '77' }), '77');
  });

  it('show the time, the count and the ID of a tag', () => {
    const [tag] = format.tags({
      tags: [{ id: 't1', name: 'VIP', timestamp: 1_750_000_000_000, count: 3 }],
    });
    assert.equal(tag?.text, 'VIP');
    assert.match(tag?.title ?? '', /^VIP\nJun 15, 2025, .+\n× 3\nt1$/);
  });

  it('show a parameter as name=value', () => {
    const params = format.params({ params: [{ name: 'city', value: '台北' }, 5] });
    const texts = params.map((chip) => [chip.text, chip.title]);
    assert.deepEqual(texts, [
      ['city=台北', 'city=台北'],
      ['5', ''],
    ]);
  });

  it('are produced for any record without an error', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record(Object.fromEntries(Object.keys(customer(0)).map((key) => [key, fc.jsonValue()]))),
    );
    fc.assert(
      fc.property(anything, (record) => {
        for (const { id } of STANDARD_COLUMNS) {
          if (!CHIP_COLUMNS.has(id)) format.text(id as TextColumn, record);
        }
        format.tags(record);
        format.params(record);
        initialsOf(record);
        pictureOf(record);
      }),
    );
  });

  it('fall back to another language if the language tag is invalid', () => {
    // The year depends on the time zone.
    assert.match(createFormat('x_y').text('created', { created: 0 }), /19(70|69)/);
  });
});

describe('picture of a customer', () => {
  it('is loaded only over https', () => {
    assert.equal(pictureOf({ pic: 'https://a.example/p.png' }), 'https://a.example/p.png');
    for (const pic of ['http://a.example/p.png', 'javascript:alert(1)', '', null, 5]) {
      assert.equal(pictureOf({ pic }), undefined);
    }
  });

  it('is replaced by initials', () => {
    assert.equal(initialsOf({ name: 'grace brewster Hopper' }), 'GH');
    assert.equal(initialsOf({ name: '王小明' }), '王');
    assert.equal(initialsOf({ name: '陳 美玲' }), '陳');
    assert.equal(initialsOf({ name: ' ' }), '');
    assert.equal(initialsOf(null), '');
  });
});

describe('status line of the page', () => {
  it('shows the number of loaded customers and whether there are more', () => {
    const line = (...statusArguments: Parameters<typeof status>) =>
      lineOf(format.statusParts(status(...statusArguments), 0));
    assert.equal(line(3086), 'First 3,086 customers loaded');
    assert.equal(line(5, { state: 'end' }), 'All 5 customers loaded');
    assert.equal(line(0, { state: 'end' }), 'No customers');
    assert.match(line(5, { invalidCount: 2 }), / · 2 with unexpected data$/);
    assert.equal(line(5, { state: 'loading' }), 'Loading…');
  });

  it('shows the number of selected customers', () => {
    const text = 'First 100,000 customers loaded · 3 selected';
    assert.equal(lineOf(format.statusParts(status(100_000), 3)), text);
  });

  it('shows the progress of loading many pages', () => {
    const progressText = (totalPages: number | null) =>
      lineOf(
        format.statusParts(
          status(900, { state: 'loading', progress: { pages: 4, totalPages } }),
          0,
        ),
      );
    assert.equal(progressText(10), 'First 900 customers loaded · Loading… 4 of 10 pages');
    assert.equal(progressText(null), 'First 900 customers loaded · Loading… pages so far: 4');
  });
});
