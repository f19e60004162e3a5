import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fieldOf, raw } from '../../../../src/base/jsonValues.ts';
import { SegmentIndex } from '../../../../src/search/index/segmentIndex.ts';
import { sizeOf } from '../../../support/sizes.ts';
import { anyChanges, anyRecord, fill } from '../anyRecords.ts';

const listIn = (record: unknown, name: string): readonly unknown[] => {
  const list = fieldOf(record, name);
  return Array.isArray(list) ? list : [];
};
const timeIn = (name: string) => (record: unknown) => {
  const time = fieldOf(record, name);
  return typeof time === 'number' ? time : Number.NaN;
};
const tagKeys = (record: unknown) =>
  listIn(record, 'tags')
    .map((tag) => raw(fieldOf(tag, 'id')) || raw(fieldOf(tag, 'name')))
    .filter(Boolean);
const NUMBERS = [
  ['created', timeIn('created')],
  ['lastActive', timeIn('lastActive')],
  ['params', (record: unknown) => listIn(record, 'params').length],
  ['tags', (record: unknown) => new Set(tagKeys(record)).size],
] as const;
const TEXT_FIELDS = [
  ['status', 'status'],
  ['platform', 'platform'],
  ['page', 'pageId'],
  ['gender', 'gender'],
] as const;

describe('values by which the index sorts', () => {
  it('equal the values read directly from the records, also after changes', () => {
    const property = fc.property(
      fc.array(anyRecord, { maxLength: 70 }),
      anyChanges,
      (records, changes) => {
        const index = new SegmentIndex();
        const finalRecords = fill(index, records, changes, () => index.numbers('tags'));
        for (const [field, valueOf] of NUMBERS) {
          assert.deepEqual([...index.numbers(field)], finalRecords.map(valueOf), field);
        }
        for (const [field, name] of TEXT_FIELDS) {
          const texts = finalRecords.map((record) => raw(fieldOf(record, name)));
          assert.deepEqual(index.texts(field), texts, field);
        }
      },
    );
    fc.assert(property, { numRuns: sizeOf('segmentRuns') });
  });
});
