import assert from 'node:assert/strict';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import type {
  CustomerAggregate,
  CustomerChoice,
  StoredScan,
  ScanHistory,
} from '../../../../src/catalogue/scanCounts.ts';
import { parseSegment } from '../../../../src/search/parseSegment.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import {
  earlierScans,
  historyOfScans,
  listedTags,
  queryFor,
  valueSegment,
} from '../../../../src/overview/ui/overviewData.ts';

const NOW = 1_790_000_000_000;

function catalogueOf(names: Readonly<Record<string, string>>): Catalogue {
  const store = new MemoryCatalogue();
  store.saveBot({
    key: 'b',
    baseUrl: 'https://a',
    botId: 'bot',
    label: 'Tea House',
    kind: 'service',
    environment: '',
    isReadOnly: false,
    origin: 'added',
    isConfirmed: true,
    created: NOW,
  });
  const catalogue = new Catalogue(store, { now: () => NOW });
  for (const [id, name] of Object.entries(names)) {
    catalogue.recordCreated('b', id, { name, type: 0 });
  }
  return catalogue;
}

describe('valueSegment and queryFor', () => {
  it('return a month from its first day to the first day of the next month, or a year', () => {
    assert.equal(valueSegment('last', '2026-11'), 'active >= 2026-11-01 and active < 2026-12-01');
    assert.equal(valueSegment('last', '2026-12'), 'active >= 2026-12-01 and active < 2027-01-01');
    assert.equal(valueSegment('first', '2024'), 'first >= 2024-01-01 and first < 2025-01-01');
  });

  it('return the scanned customers, with days counted from now', () => {
    assert.deepEqual(queryFor({ kind: 'everybody' }, NOW), {});
    assert.deepEqual(queryFor({ kind: 'since', from: 5 }, NOW), { from: 5 });
    assert.deepEqual(queryFor({ kind: 'days', days: 30 }, NOW), { from: NOW - 30 * 86_400_000 });
  });

  it('return a valid segment for any value of the service', () => {
    assert.equal(valueSegment('status', '4'), 'status = blocked');
    assert.equal(valueSegment('status', '5'), 'status = "blocked bot"');
    for (const value of ['LINE', 'and', '1 "2"', '<x>', '__proto__', '9', '臺北']) {
      for (const chart of ['platform', 'page', 'status'] as const) {
        const { segment, problem } = parseSegment(valueSegment(chart, value));
        assert.ok(segment && problem === undefined, `${chart} ${value}`);
      }
    }
  });
});

describe('listedTags', () => {
  it('returns the folders above each tag, outermost first', async () => {
    const catalogue = catalogueOf({ t1: 'Top' });
    catalogue.recordCreated('b', 'f1', { name: 'Shop', type: 1 });
    catalogue.recordCreated('b', 'f2', { name: 'Tea', type: 1, parentId: 'f1' });
    catalogue.recordCreated('b', 't2', { name: 'Oolong', type: 0, parentId: 'f2' });
    catalogue.mark('b', 't1', 'gone', null);
    const tags = new Map((await listedTags(catalogue, 'b')).map((tag) => [tag.id, tag]));
    assert.equal(tags.get('t2')?.path, 'Shop / Tea');
    assert.deepEqual(
      [tags.get('t1')?.isGone, tags.get('t1')?.path, tags.get('f2')?.isFolder],
      [true, '', true],
    );
  });
});

describe('historyOfScans', () => {
  const ALL_CUSTOMERS: CustomerChoice = { kind: 'everybody' };

  /** Returns a scan from `days` days ago, in which each of these tags had `days` customers. */
  function storedScan(
    scanId: string,
    days: number,
    change: Partial<StoredScan>,
    ...ids: string[]
  ): StoredScan {
    const tags = ids.map((id) => ({
      id,
      name: id,
      customers: days,
      applications: 1,
      newest: null,
    }));
    const noValues = { status: [], platform: [], page: [], firstMonths: [], lastMonths: [] };
    const aggregate: CustomerAggregate = {
      time: NOW - days * 86_400_000,
      customers: 10,
      tagged: 1,
      taggings: 1,
      tags,
      ...noValues,
    };
    return {
      scan: scanId,
      bot: 'b',
      baseUrl: 'https://a',
      choice: ALL_CUSTOMERS,
      aggregate,
      ...change,
    };
  }

  const scans = [
    storedScan('now', 0, {}, 'one', 'two'),
    storedScan('days', 1, { choice: { kind: 'days', days: 30 } }, 'one'),
    storedScan('elsewhere', 2, { baseUrl: 'https://b' }, 'one'),
    storedScan('before', 3, {}, 'one', 'gone'),
    storedScan('first', 9, {}, 'gone', '__proto__'),
  ];
  const history: Pick<ScanHistory, 'scan'> = {
    scan: (_bot, id) => scans.find(({ scan }) => scan === id),
  };
  const heads = scans.map(({ scan, baseUrl, choice, aggregate: { time, customers, tags } }) => {
    return { scan, time, customers, tags: tags.length, baseUrl, choice };
  });

  it('uses scans of the same customers of the same service', async () => {
    const [shown = assert.fail()] = scans;
    const earlier = earlierScans(heads, { ...shown, time: shown.aggregate.time });
    assert.deepEqual(
      earlier.map(({ scan }) => scan),
      ['before', 'first'],
    );
    const past = await historyOfScans(history, shown, earlier);
    assert.deepEqual(
      new Map(past?.tags),
      new Map([
        ['gone', [9, 3, 0]],
        ['__proto__', [9, 0, 0]],
        ['one', [0, 3, 0]],
        ['two', [0, 0, 0]],
      ]),
    );
    assert.equal(await historyOfScans(history, shown, []), null);
  });
});
