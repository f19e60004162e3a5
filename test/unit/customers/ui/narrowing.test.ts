import assert from 'node:assert/strict';
import { CustomerPager } from '../../../../src/customers/customerPager.ts';
import { NO_VOCABULARY } from '../../../../src/search/segment.ts';
import type { CustomerPage } from '../../../../src/base/model.ts';
import { BOT, fakeService, pageOf } from '../../base/fakes.ts';
import { pageOf as recordPageOf } from '../../exports/exporting.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const [{ matchingRows }, { narrowedRecords, sourceCustomers }, { expandedSearch }] =
  await withVscodeTexts(() =>
    Promise.all([
      import('../../../../src/customers/ui/chosenRows.ts'),
      import('../../../../src/customers/ui/sourcePages.ts'),
      import('../../../../src/customers/ui/narrowing.ts'),
    ]),
  );

/** Number of records per page, of which every third has the tag `vip`. A search pauses several times in such a page. */
const LENGTH = 700;

function recordOf(id: number, tagId = id % 3 === 0 ? 'vip' : 'other') {
  const status = id === 5 ? 2 : 1;
  return { id: `客戶${id}`, status, tags: [{ id: tagId, name: tagId, timestamp: 1, count: 1 }] };
}

function narrowingOf(search: string) {
  return { search, vocabulary: NO_VOCABULARY, now: 0 };
}

function jsonPageOf(first: number, next?: string): CustomerPage {
  const records = Array.from({ length: LENGTH }, (_, index) => recordOf(first + index));
  const body = new TextEncoder().encode(JSON.stringify({ res: { records, next } }));
  return { ...pageOf(records, next), body };
}

function createService() {
  return fakeService({
    walkCustomers: async function* () {
      yield* [jsonPageOf(0, 'k'), jsonPageOf(LENGTH)];
    },
  });
}

async function loadedPager(): Promise<CustomerPager> {
  const pager = new CustomerPager(async () => createService(), { botId: 'b', limit: LENGTH });
  await pager.loadPages(Number.POSITIVE_INFINITY, 10_000);
  return pager;
}

const numbers = [...new Uint8Array(2 * LENGTH).keys()];

describe('search of a command', () => {
  it('finds loaded rows, each with the tags that it has now', async () => {
    const pager = await loadedPager();
    const patched = new Map([
      [1, JSON.stringify(recordOf(1, 'vip'))],
      [LENGTH + 2, JSON.stringify(recordOf(LENGTH + 2, 'other'))],
    ]);
    const rowsFor = async (search: string): Promise<number[]> => {
      const rows: number[] = [];
      for await (const row of matchingRows({ pager, patched }, narrowingOf(search))) rows.push(row);
      return rows;
    };
    assert.equal((LENGTH + 2) % 3, 0, 'the second changed row had the tag');
    assert.deepEqual(
      await rowsFor('tagid:vip'),
      numbers.filter((row) => row === 1 || (row % 3 === 0 && row !== LENGTH + 2)),
    );
    assert.deepEqual(await rowsFor('客戶1399'), [1399]);
    assert.deepEqual(await rowsFor('paused'), [5], 'a word shown for a number');
    assert.deepEqual(await rowsFor(' '), numbers);
    assert.deepEqual(await rowsFor('tagid:vip and'), [], 'a search with an error');
  });

  it('finds customers of the service page by page', async () => {
    const source = { kind: 'service', narrowing: narrowingOf('tagid:vip'), from: null } as const;
    const needs = { bot: BOT, botServices: { of: async () => createService() } };
    const { signal } = new AbortController();
    const ids: (string | undefined)[] = [];
    for await (const customers of sourceCustomers(needs, source, signal, () => undefined)) {
      ids.push(...customers.map((customer) => customer?.id));
    }
    const expectedIds = numbers.filter((id) => id % 3 === 0).map((id) => `客戶${id}`);
    assert.deepEqual(ids, expectedIds);
  });

  it('limits records that were not parsed, and keeps pages without a match', async () => {
    const pages = [numbers.slice(0, LENGTH), [1, 2]].map((ids) =>
      recordPageOf(ids.map((id) => JSON.stringify(recordOf(id)))),
    );
    const source = narrowedRecords(async function* () {
      yield* pages;
    }, narrowingOf('tagid:vip'));
    const found: string[][] = [];
    for await (const { body, records } of source(undefined, new AbortController().signal)) {
      const bytes = Buffer.from(body);
      found.push(
        records.map(({ start, end }) => JSON.parse(bytes.toString('utf8', start, end)).id),
      );
    }
    const expectedIds = numbers.slice(0, LENGTH).filter((id) => id % 3 === 0);
    assert.deepEqual(found, [expectedIds.map((id) => `客戶${id}`), []]);
  });

  it('is refused if its segments make it too long or too deep, because it would match no customer', () => {
    const long = Array.from({ length: 6000 }, (_, index) => `tag:${index}`).join(' or ');
    const deep = `not (${'not (not a and '.repeat(20)}b${')'.repeat(20)})`;
    const saved = [
      { name: 'long', text: long, from: 'file' },
      { name: 'deep', text: deep, from: 'file' },
    ] as const;
    const search = 'segment:long';
    assert.equal(expandedSearch(search, saved), long);
    assert.throws(() => expandedSearch(`${search} not ${search}`, saved), /at most 100,000 char/);
    assert.ok(expandedSearch('segment:deep', saved).length > 0);
    const outer = `${'not ('.repeat(30)}segment:deep${')'.repeat(30)}`;
    assert.throws(() => expandedSearch(outer, saved), /nested too deeply/);
    assert.equal(
      expandedSearch('tag:', saved),
      'tag:',
      'the caller reports errors of its own text',
    );
  });
});
