import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Customer } from '../../../src/base/model.ts';
import { CustomerAggregator } from '../../../src/overview/customerSums.ts';
import { naiveAggregate } from './naiveAggregate.ts';

const NOW = Date.UTC(2026, 10, 22);
const seed = Number(process.env['BOT_TAGS_SEED'] ?? 15);

function aggregateOf(customers: readonly Customer[], sums = new CustomerAggregator()) {
  for (const customer of customers) sums.add(customer, NOW);
  return sums.aggregate(NOW);
}

const words = ['a', 'b', 'c', '__proto__', 'constructor', '標籤', 'toString'];
const time = fc.oneof(
  fc.integer({ min: Date.UTC(2019, 0, 1), max: NOW + 2 * 86_400_000 }),
  // The three large numbers are the end of the year 9999, the last time of `Date`, and a time after it.
  fc.constantFrom(0, -1, 253_402_300_799_000, 8.64e15, 9e15, NOW),
);
const tag = fc.record(
  {
    id: fc.oneof(
      fc.constantFrom(...words, ''),
      fc.integer({ max: 20, min: 0 }).map((n) => `tag-${n}`),
    ),
    name: fc.constantFrom('', 'VIP', '常客', 'x'),
    timestamp: time,
    count: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: ['id', 'name'] },
);
const customer: fc.Arbitrary<Customer> = fc.record(
  {
    status: fc.integer({ min: -1, max: 2 }),
    platform: fc.constantFrom('LINE', 'Facebook', '__proto__', ''),
    pageId: fc.constantFrom('1', '2', ''),
    created: time,
    lastActive: time,
    tags: fc.array(tag, { maxLength: 6 }),
  },
  { requiredKeys: [] },
);

describe('CustomerAggregator', () => {
  it(`equals sums over all customers in memory (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.array(customer, { maxLength: 40 }), (customers) => {
        assert.deepEqual(aggregateOf(customers), naiveAggregate(customers, NOW));
      }),
      { seed, numRuns: 300 },
    );
  });

  it('returns zero sums without customers', () => {
    assert.deepEqual(aggregateOf([]), naiveAggregate([], NOW));
  });

  it('ignores impossible times instead of creating millions of months', () => {
    const absurd = [-8.64e15, -1, 0, 1, 253_402_300_799_000, 8.64e15, Number.MAX_VALUE, NaN];
    const { firstMonths, lastMonths } = aggregateOf(
      [...absurd, Date.UTC(2026, 5, 15)].map((value) => ({ created: value, lastActive: value })),
    );
    assert.deepEqual(firstMonths, [['2026-06', 1]]);
    assert.deepEqual(lastMonths, firstMonths);
  });

  it('accepts times from the year 2000 up to one day in the future', () => {
    const day = 86_400_000;
    // Accepted and ignored times alternate.
    const times = [NOW + day, NOW + day + 1, Date.UTC(2000, 0, 1), Date.UTC(2000, 0, 1) - 1];
    for (const [index, timestamp] of times.entries()) {
      const [sums] = aggregateOf([{ tags: [{ id: 't', name: 'T', timestamp }] }]).tags;
      assert.equal(sums?.newest, index % 2 === 0 ? timestamp : null, String(timestamp));
    }
  });

  it('limits the applications of a tag to the largest safe integer', () => {
    const tags = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1e300].map((count) => ({
      id: 't',
      name: 'T',
      count,
    }));
    const [sums] = aggregateOf([{ tags }]).tags;
    assert.deepEqual([sums?.customers, sums?.applications], [1, Number.MAX_SAFE_INTEGER]);
  });

  it('keeps up to a thousand values of a field, of at most 100 characters each', () => {
    const customers = Array.from({ length: 1500 }, (_, index) => ({ platform: `p${index}` }));
    const { platform } = aggregateOf([...customers, ...customers, { platform: 'x'.repeat(101) }]);
    assert.equal(platform.length, 1000);
    assert.deepEqual(new Set(platform.map(([, count]) => count)), new Set([2]));
  });

  it('returns the same sums after an intermediate result', () => {
    const sums = new CustomerAggregator();
    const sample = fc.sample(customer, { numRuns: 30, seed });
    aggregateOf(sample.slice(0, 10), sums);
    assert.deepEqual(aggregateOf(sample.slice(10), sums), naiveAggregate(sample, NOW));
  });
});
