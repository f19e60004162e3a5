import assert from 'node:assert/strict';
import { searchableTextsOf } from '../../../../src/search/index/searchableTexts.ts';

const WORDS = { status: ['Running', 'Paused'], male: 'Male', female: 'Female' };
const sharedOf = (record: unknown) => searchableTextsOf(record, WORDS, 'UTC').shared;

describe('searchableTextsOf', () => {
  it('contains the words of a gender, a status and a platform next to their codes', () => {
    assert.deepEqual(sharedOf({ gender: '男' }), ['男', 'male']);
    assert.deepEqual(sharedOf({ gender: '女' }), ['女', 'female']);
    assert.deepEqual(sharedOf({ gender: 'other' }), ['other']);
    assert.deepEqual(sharedOf({ status: 1 }), ['1', 'running']);
    assert.deepEqual(sharedOf({ status: 2 }), ['2', 'paused']);
    assert.deepEqual(sharedOf({ status: 9 }), ['9']);
    assert.deepEqual(sharedOf({ platform: 'FB' }), ['fb', 'facebook']);
    assert.deepEqual(sharedOf({ platform: 'LINE' }), ['line']);
  });

  it('contains the day of a time, and never its digits', () => {
    const time = Date.UTC(2026, 1, 3);
    assert.deepEqual(sharedOf({ created: time }), ['2026-02-03']);
    // 8.64e15 is the last time that a Date can represent.
    assert.deepEqual(sharedOf({ created: 8.64e15 }), ['275760-09-13']);
    assert.deepEqual(sharedOf({ created: 8.64e15 + 1, lastActive: -8.64e15 - 1 }), []);
    assert.deepEqual(sharedOf({ tags: [{ name: 'VIP', timestamp: time, count: 7 }] }), ['vip']);
  });

  it('separates values that are nearly unique to a customer', () => {
    const record = { id: 'U1', name: 'Ada', platform: 'LINE', extra: { level: 5, isNew: true } };
    const { own, shared } = searchableTextsOf(record, WORDS, 'UTC');
    assert.deepEqual(
      [own, shared.toSorted()],
      [
        ['u1', 'ada'],
        ['5', 'line', 'true'],
      ],
    );
    assert.deepEqual(searchableTextsOf('Odd text', WORDS), { own: ['odd text'], shared: [] });
  });
});
