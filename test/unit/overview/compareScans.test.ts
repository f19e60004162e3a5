import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CustomerChoice, KeptScan } from '../../../src/core/overview/aggregate.ts';
import { whyNotComparable, type TagChange } from '../../../src/core/overview/comparison.ts';
import { compareScans } from '../../../src/overview/compareScans.ts';
import { cpuTimeOf } from '../../support/cpuTime.ts';
import { CustomerSums } from '../../../src/overview/customerSums.ts';

const seed = Number(process.env['BOT_TAGS_SEED'] ?? 15);

type Counts = Readonly<Record<string, number>>;

function keptOf(scan: string, customers: number, counts: Counts): KeptScan {
  const tags = Object.entries(counts).map(([id, own]) => ({
    ...{ id, name: `${id} in ${scan}`, customers: own, applications: own, newest: null },
  }));
  const aggregate = { ...new CustomerSums().aggregate(scan === 'one' ? 1 : 2), customers, tags };
  return { scan, bot: 'k', baseUrl: 'https://a', choice: { kind: 'everybody' }, aggregate };
}

const changesOf = (changes: readonly TagChange[]) =>
  changes.map(({ id, before, after }) => `${id} ${before} → ${after}`);

describe('overview: compareScans', () => {
  it('tells what grew, shrank, died and appeared, the largest change first', () => {
    const one = keptOf('one', 100, { big: 50, small: 3, less: 20, gone: 4, none: 0, same: 7 });
    const other = keptOf('two', 200, { big: 40, less: 60, small: 4, new: 9, same: 7, none: 0 });
    const { grew, shrank, died, appeared, same, earlier, later } = compareScans(one, other);
    assert.deepEqual(changesOf(grew), ['less 20 → 60', 'small 3 → 4']);
    assert.deepEqual(shrank, [
      {
        ...{ id: 'big', name: 'big in two', before: 50, after: 40 },
        ...{ shareBefore: 0.5, shareAfter: 0.2 },
      },
    ]);
    assert.deepEqual([changesOf(died), changesOf(appeared)], [['gone 4 → 0'], ['new 0 → 9']]);
    assert.equal(died[0]?.name, 'gone in one', 'the name that it had when it was there');
    assert.equal(same, 2);
    assert.deepEqual([earlier.customers, earlier.tags, later.time], [100, 6, 2]);
  });

  it(`puts each tag in one place, both ways round (seed ${seed})`, () => {
    const counts = fc.dictionary(
      fc.constantFrom('__proto__', 'constructor', ...'abcdefghij'),
      fc.integer({ min: 0, max: 4 }),
    );
    fc.assert(
      fc.property(counts, counts, fc.nat(9), fc.nat(9), (one, other, before, after) => {
        const [a, b] = [keptOf('one', before, one), keptOf('two', after, other)];
        const there = compareScans(a, b);
        const back = compareScans(b, a);
        const idsOf = (list: readonly TagChange[]) => list.map(({ id }) => id);
        assert.deepEqual(idsOf(there.grew), idsOf(back.shrank));
        assert.deepEqual(idsOf(there.died), idsOf(back.appeared));
        const all = [there.grew, there.shrank, there.died, there.appeared].flat();
        const ids = new Set([...Object.keys(one), ...Object.keys(other)]);
        assert.equal(new Set(idsOf(all)).size + there.same, ids.size);
        for (const change of all) {
          const own = (from: Counts) => (Object.hasOwn(from, change.id) ? from[change.id] : 0);
          assert.deepEqual([change.before, change.after], [own(one), own(other)]);
          assert.ok(Number.isFinite(change.shareBefore) && Number.isFinite(change.shareAfter));
        }
      }),
      { seed },
    );
  });

  it('compares 10,000 tags in 100 ms', async () => {
    const many = (step: number) =>
      Object.fromEntries(
        Array.from({ length: 10_000 }, (_, at) => [`tag-${(at * 7919) % 10_007}`, at % step]),
      );
    const [one, other] = [keptOf('one', 1e6, many(997)), keptOf('two', 1e6, many(991))];
    // The best of ten, of CPU time: other work on the machine is not what is measured.
    const times: number[] = [];
    for (let run = 0; run < 10; run++) {
      const compare = (): void => assert.ok(compareScans(one, other).grew.length > 1000);
      times.push(await cpuTimeOf(compare));
    }
    const ms = Math.min(...times);
    console.log(`      ${ms.toFixed(0)} ms`);
    assert.ok(ms < 100, `${ms}`);
  });
});

describe('overview: which scans can be compared', () => {
  const head = (scan: string, choice: CustomerChoice, baseUrl = 'https://a') => ({
    ...{ scan, choice, baseUrl },
  });
  const days = (count: number): CustomerChoice => ({ kind: 'days', days: count });
  const since = (from: number): CustomerChoice => ({ kind: 'since', from });
  const all: CustomerChoice = { kind: 'everybody' };

  for (const [one, other, why] of [
    [head('a', all), head('b', all), undefined],
    [head('a', days(30)), head('b', days(30)), undefined],
    [head('a', since(5)), head('b', since(5)), undefined],
    [head('a', all), head('a', all), 'same-scan'],
    [head('a', all), head('b', all, 'https://b'), 'other-service'],
    [head('a', days(30)), head('b', days(7)), 'other-choice'],
    [head('a', since(5)), head('b', since(6)), 'other-choice'],
    [head('a', all), head('b', days(30)), 'other-choice'],
    [head('a', since(5)), head('b', days(30)), 'other-choice'],
  ] as const) {
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)}: ${why ?? 'yes'}`, () => {
      assert.equal(whyNotComparable(one, other), why);
      assert.equal(whyNotComparable(other, one), why);
    });
  }
});
