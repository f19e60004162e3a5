import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type {
  CustomerChoice,
  StoredScan,
  ScanHistory,
  TagAggregate,
} from '../../../../src/catalogue/scanCounts.ts';
import type { CatalogueStore } from '../../../../src/base/ports.ts';
import { MemoryCatalogue, MemoryHistory } from '../../../../src/catalogue/store/memoryStores.ts';
import { cleanUp } from '../../cleanup.ts';
import { cpuTimeOf } from '../../../support/cpuTime.ts';
import { BOT } from '../../base/fakes.ts';
import { newDatabase, openWindow } from './database.ts';

const tag = (id: string, customers = 1): TagAggregate => ({
  id,
  name: `Tag ${id} 標籤`,
  customers,
  applications: customers * 2,
  newest: 1_700_000,
});

/** Returns the stored result of a scan with this ID and time. */
function scanOf(scan: string, time: number, tags: readonly TagAggregate[] = []): StoredScan {
  return {
    scan,
    bot: BOT.key,
    baseUrl: BOT.baseUrl,
    choice: { kind: 'everybody' },
    aggregate: {
      time,
      customers: 100,
      tagged: 60,
      taggings: 90,
      tags,
      status: [['1', 70]],
      platform: [['LINE', 100]],
      page: [['p', 100]],
      firstMonths: [['2026-01', 100]],
      lastMonths: [],
    },
  };
}

/** Sorts the tags by ID, because their order is not specified. */
function sorted(scan: StoredScan | undefined): StoredScan | undefined {
  const tags = scan?.aggregate.tags.toSorted((a, b) => (a.id < b.id ? -1 : 1)) ?? [];
  return scan && { ...scan, aggregate: { ...scan.aggregate, tags } };
}

interface Opened {
  readonly catalogue: CatalogueStore;
  readonly history: ScanHistory;
}

const kinds: Readonly<Record<string, () => Promise<Opened>>> = {
  memory: () => {
    const catalogue = new MemoryCatalogue();
    return Promise.resolve({ catalogue, history: new MemoryHistory(catalogue) });
  },
  database: () => openWindow(newDatabase()),
};

for (const [kind, open] of Object.entries(kinds)) {
  describe(`ScanHistory (${kind})`, () => {
    afterEach(cleanUp);
    let catalogue: CatalogueStore;
    let history: ScanHistory;

    beforeEach(async () => {
      ({ catalogue, history } = await open());
      catalogue.saveBot(BOT);
    });

    it('returns what was stored', () => {
      const tags = ['__proto__', 'a', '\ud800', 'nul\u0000', '"\\', '😀', ...Array(500).keys()].map(
        (id) => tag(String(id), 7),
      );
      const scan = scanOf('s', 5, [
        ...tags,
        { ...tag('last'), newest: null, applications: 2 ** 53 - 1 },
      ]);
      history.save(scan);
      assert.deepEqual(sorted(history.scan(BOT.key, 's')), sorted(scan));
      assert.equal(history.scan(BOT.key, 'other'), undefined);
      assert.equal(history.scan('other', 's'), undefined);
    });

    for (const choice of [
      { kind: 'everybody' },
      { kind: 'days', days: 30 },
      { kind: 'since', from: 1_700_000_000_000 },
    ] satisfies readonly CustomerChoice[]) {
      it(`keeps the choice of customers of a scan: ${choice.kind}`, () => {
        history.save({ ...scanOf('s', 5, [tag('a')]), choice });
        const head = { scan: 's', time: 5, customers: 100, tags: 1, baseUrl: BOT.baseUrl, choice };
        assert.deepEqual(history.heads(BOT.key), [head]);
        assert.deepEqual(history.scan(BOT.key, 's')?.choice, choice);
      });
    }

    it('keeps the 24 newest scans of each bot, the newest first', () => {
      catalogue.saveBot({ ...BOT, key: 'k2' });
      history.save({ ...scanOf('other', 1), bot: 'k2' });
      for (let time = 1; time <= 30; time++) history.save(scanOf(`s${time}`, time, [tag('a')]));
      const ids = history.heads(BOT.key).map(({ scan }) => scan);
      assert.deepEqual(
        ids,
        Array.from({ length: 24 }, (_, index) => `s${30 - index}`),
      );
      assert.equal(history.scan(BOT.key, 's6'), undefined);
      assert.equal(history.heads('k2').length, 1);
    });

    it('keeps each scan once', () => {
      history.save(scanOf('s', 1, [tag('a'), tag('b')]));
      history.save(scanOf('s', 2, [tag('b', 4)]));
      assert.deepEqual(history.scan(BOT.key, 's'), scanOf('s', 2, [tag('b', 4)]));
      assert.equal(history.heads(BOT.key).length, 1);
    });

    it('returns the counts of one tag, the oldest scan first', () => {
      const manyTags = Array.from({ length: 300 }, (_, index) => tag(`t${index}`, index));
      history.save(scanOf('second', 2, [tag('a', 3)]));
      history.save(scanOf('third', 3, manyTags));
      history.save(scanOf('first', 1));
      const countsOf = (id: string) =>
        history.countsOfTag(BOT.key, id).map(({ customers }) => customers);
      assert.deepEqual(countsOf('a'), [0, 3, 0]);
      assert.deepEqual(countsOf('t299'), [0, 0, 299]);
      assert.deepEqual(countsOf('nobody'), [0, 0, 0]);
      assert.deepEqual(history.countsOfTag(BOT.key, 'a')[1], {
        scan: 'second',
        time: 2,
        customers: 3,
        totalCustomers: 100,
      });
    });

    it('is removed with its bot, and stores nothing for a missing bot', () => {
      history.save(scanOf('s', 1, [tag('a')]));
      catalogue.removeBot(BOT.key);
      history.save(scanOf('late', 2));
      catalogue.saveBot(BOT);
      assert.deepEqual(history.heads(BOT.key), []);
      assert.deepEqual(history.scan(BOT.key, 's'), undefined);
      assert.deepEqual(history.scan(BOT.key, 'late'), undefined);
      assert.deepEqual(history.countsOfTag(BOT.key, 'a'), []);
    });

    it('is erased with everything else', () => {
      history.save(scanOf('s', 1, [tag('a')]));
      catalogue.eraseAll();
      assert.deepEqual(history.heads(BOT.key), []);
    });
  });
}

describe('ScanHistory in a database', () => {
  afterEach(cleanUp);

  /** Opens a history with one bot, and a function that edits the database with SQL. */
  async function opened() {
    const file = newDatabase();
    const { catalogue, history } = await openWindow(file);
    catalogue.saveBot(BOT);
    const edit = (sql: string): void => {
      const sqlite = new DatabaseSync(file);
      sqlite.exec(sql);
      sqlite.close();
    };
    return { file, catalogue, history, edit };
  }

  it('is visible in another window', async () => {
    const { file, history } = await opened();
    const other = await openWindow(file);
    history.save(scanOf('s', 1, [tag('a')]));
    assert.deepEqual(other.history.scan(BOT.key, 's'), scanOf('s', 1, [tag('a')]));
  });

  it('keeps nothing of a removed bot', async () => {
    const { file, catalogue, history } = await opened();
    history.save(scanOf('s', 1, [tag('a')]));
    catalogue.removeBot(BOT.key);
    const sqlite = new DatabaseSync(file, { readOnly: true });
    for (const table of ['kept_scan', 'kept_tags']) {
      assert.equal(sqlite.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'], 0);
    }
    sqlite.close();
  });

  const damages: Readonly<Record<string, string>> = {
    'truncated JSON': `'[["a","Tag'`,
    'no list': `'{}'`,
    'a text instead of a count': `'[["a","Tag","7",7,null]]'`,
    'a negative count': `'[["a","Tag",-7,7,null]]'`,
    'no ID': `'[[null,"Tag",7,7,null]]'`,
    'no name': `'[["a",null,7,7,null]]'`,
    'a fraction': `'[["a","Tag",7,7.5,null]]'`,
    'a text instead of a time': `'[["a","Tag",7,7,"1"]]'`,
    'no list of fields': `'[{}]'`,
    bytes: `x'00ff'`,
  };
  for (const [damage, value] of Object.entries(damages)) {
    it(`skips damaged tags: ${damage}`, async () => {
      const { history, edit } = await opened();
      history.save(scanOf('good', 1, [tag('a', 3)]));
      history.save(scanOf('bad', 2, [tag('a')]));
      edit(`UPDATE kept_tags SET tags = ${value}
        WHERE scan = (SELECT number FROM kept_scan WHERE id = 'bad')`);
      assert.equal(history.scan(BOT.key, 'bad'), undefined);
      assert.deepEqual(
        history.countsOfTag(BOT.key, 'a').map(({ scan, customers }) => [scan, customers]),
        [['good', 3]],
      );
      edit(`UPDATE kept_scan SET totals = ${value} WHERE id = 'good'`);
      assert.equal(history.scan(BOT.key, 'good'), undefined);
    });
  }

  for (const list of ['status', 'platform', 'page', 'firstMonths', 'lastMonths']) {
    it(`skips a scan with damaged sums: ${list}`, async () => {
      const { history, edit } = await opened();
      for (const value of ['null', '{}', '["b"]', [['b', -1]], [['b', 1, 1]], [[1, 'b']]]) {
        const json = typeof value === 'string' ? value : JSON.stringify(value);
        history.save(scanOf('s', 1));
        edit(`UPDATE kept_scan SET totals = json_set(totals, '$.${list}', json('${json}'))`);
        assert.equal(history.scan(BOT.key, 's'), undefined, json);
      }
      edit(`UPDATE kept_scan SET totals = json_set(totals, '$.${list}', json('[]'))`);
      assert.ok(history.scan(BOT.key, 's'));
    });
  }

  it('skips a scan with a negative sum', async () => {
    const { history, edit } = await opened();
    for (const sum of ['tagged', 'taggings']) {
      history.save(scanOf('s', 1));
      edit(`UPDATE kept_scan SET totals = json_set(totals, '$.${sum}', -1)`);
      assert.equal(history.scan(BOT.key, 's'), undefined, sum);
    }
  });

  it('skips a scan with invalid numbers, and a scan with missing tags', async () => {
    const { history, edit } = await opened();
    for (const [index, id] of ['good', 'untimed', 'negative', 'short'].entries()) {
      history.save(scanOf(id, index + 1, [tag('a'), tag('b')]));
    }
    edit(`UPDATE kept_scan SET time = 'soon' WHERE id = 'untimed';
      UPDATE kept_scan SET customers = -1 WHERE id = 'negative';
      DELETE FROM kept_tags WHERE scan = (SELECT number FROM kept_scan WHERE id = 'short')`);
    assert.deepEqual(
      history.heads(BOT.key).map(({ scan }) => scan),
      ['short', 'good'],
    );
    for (const id of ['untimed', 'negative', 'short']) {
      assert.equal(history.scan(BOT.key, id), undefined, id);
    }
    assert.ok(history.scan(BOT.key, 'good'));
  });

  it('uses at most 200 KB for 1,000 tags', async () => {
    const { file, catalogue, history } = await opened();
    const idOf = () => `tag-${randomBytes(9).toString('base64url')}`;
    const tags = Array.from({ length: 1000 }, (_, index) => ({
      ...tag(idOf(), index * 1013),
      name: `2026 秋季活動 Campaign ${index}`,
      newest: 1_790_000_000_000 + index,
    }));
    const months = Array.from(
      { length: 60 },
      (_, index) => [`2026-${index}`, index * 1000] as const,
    );
    catalogue.compact();
    const sizeBefore = statSync(file).size;
    for (let time = 1; time <= 24; time++) {
      const scan = scanOf(crypto.randomUUID(), time, tags);
      const aggregate = { ...scan.aggregate, firstMonths: months, lastMonths: months };
      history.save({ ...scan, aggregate });
    }
    catalogue.compact();
    const bytesPerScan = (statSync(file).size - sizeBefore) / 24;
    console.log(`      ${Math.round(bytesPerScan / 1000)} KB a scan`);
    // Fewer than 50 KB would mean that the tags are not in the file.
    assert.ok(bytesPerScan > 50_000 && bytesPerScan <= 200_000, `${bytesPerScan}`);
  });

  it('finds a tag among many in less than 50 ms', async () => {
    const { history } = await opened();
    const tags = Array.from({ length: 10_000 }, (_, index) => tag(`tag-${index}`, index));
    for (let time = 1; time <= 24; time++) history.save(scanOf(`s${time}`, time, tags));
    const took = await cpuTimeOf(() => {
      for (let index = 0; index < 10; index++)
        assert.equal(history.countsOfTag(BOT.key, `tag-${index * 999}`).length, 24);
    });
    const ms = took / 10;
    console.log(`      ${ms.toFixed(1)} ms`);
    assert.ok(ms < 50, `${ms}`);
  });
});
