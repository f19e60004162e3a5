import assert from 'node:assert/strict';
import { readPage } from '../../src/service/readPage.ts';
import { CustomerPager } from '../../src/customers/customerPager.ts';
import type { UserTagList } from '../../src/base/model.ts';
import type { BotService } from '../../src/base/endpoints.ts';
import { PatchedRows, reloadedRows } from '../../src/customers/ui/patchedRows.ts';

const customer = (id: string) => ({
  id,
  name: id,
  platform: 'LINE',
  pageId: 'page',
  status: 1,
  created: 1,
  lastActive: 1,
  tags: [{ id: 'tag-a', name: 'A', timestamp: 1, count: 3 }],
  params: [],
});

/** Returns a pager that has loaded one page with these customers. */
async function pagerOf(ids: readonly string[], change: object = {}): Promise<CustomerPager> {
  const records = ids.map((id) => ({ ...customer(id), ...change }));
  const body = new TextEncoder().encode(JSON.stringify({ res: { records }, status: 200 }));
  const page = readPage({ httpStatus: 200, contentType: 'application/json', body }, '');
  const service = { listCustomers: async () => page } as unknown as BotService;
  const pager = new CustomerPager(async () => service, { botId: 'b', limit: 10 });
  await pager.loadMore();
  return pager;
}

describe('reloadedRows', () => {
  const user = { rawUid: 'u', pageId: 'page', channel: 1 };

  it('returns all rows of the user, with the current tags', async () => {
    const pager = await pagerOf(['u', 'other', 'u']);
    const tags = [
      { id: 'tag-a', name: 'A', timestamp: 1 },
      { id: 'tag-b', name: 'B', timestamp: 2 },
    ];
    const lists: readonly UserTagList[] = [{ tags }];
    const rows = await reloadedRows(pager, user, async () => lists);
    assert.deepEqual([...rows.keys()], [0, 2]);
    const { tags: shown } = JSON.parse(rows.get(0) ?? '') as { tags: unknown };
    assert.deepEqual(shown, [{ ...tags[0], count: 3 }, tags[1]]);
  });

  it('keeps fields with unexpected data as they were sent', async () => {
    const [tag] = customer('u').tags;
    // The count is kept only if the time of the tag is unchanged. A time that is sent as text is read, so it is.
    const odd = [{ ...tag, timestamp: '1' }, { id: 'tag-b', name: 'B', count: 7 }, 'VIP'];
    const pager = await pagerOf(['u'], { phone: 912, status: null, tags: odd, extra: [1] });
    const tags = [
      { id: 'tag-a', name: 'A', timestamp: 1 },
      { id: 'tag-b', name: 'B' },
    ];
    const rows = await reloadedRows(pager, user, async () => [{ tags }]);
    const expected = { ...customer('u'), phone: 912, status: null, extra: [1] };
    const expectedTags = [
      { ...tags[0], count: 3 },
      { ...tags[1], count: 7 },
    ];
    assert.deepEqual(JSON.parse(rows.get(0) ?? ''), { ...expected, tags: expectedTags });
  });

  it('omits a row whose record is nested too deeply to be serialized', async () => {
    const pager = await pagerOf(['u', 'u']);
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    Object.assign(pager.pages[0]?.records[0] as object, { deep });
    const rows = await reloadedRows(pager, user, async () => [{ tags: [] }]);
    assert.deepEqual([...rows.keys()], [1]);
  });

  it('sends no request if no row is of the user', async () => {
    const pager = await pagerOf(['other']);
    for (const absent of [user, { ...user, rawUid: 'other', pageId: 'another' }]) {
      const rows = await reloadedRows(pager, absent, () => assert.fail('a request was sent'));
      assert.equal(rows.size, 0);
    }
  });

  it('sends requests one after another, even after a failure, so that the last response is the newest', async () => {
    const pager = await pagerOf(['u']);
    const patched = new PatchedRows();
    const requests: PromiseWithResolvers<readonly UserTagList[]>[] = [];
    const list = () => {
      const request = Promise.withResolvers<readonly UserTagList[]>();
      requests.push(request);
      return request.promise;
    };
    const [first, second] = [1, 2].map(() => patched.reload(pager, user, list));
    await new Promise(setImmediate);
    assert.equal(requests.length, 1);
    requests[0]?.reject(new Error('away'));
    await assert.rejects(first ?? Promise.resolve(), /away/);
    await new Promise(setImmediate);
    requests[1]?.resolve([{ tags: [{ id: 'tag-z', name: 'Z', timestamp: 9 }] }]);
    assert.match((await second)?.get(0) ?? '', /tag-z/);
    assert.match(patched.all.get(0) ?? '', /tag-z/);
  });

  it('returns no row if other customers are shown before the response arrives', async () => {
    const pager = await pagerOf(['u']);
    const patched = new PatchedRows();
    const lists = Promise.withResolvers<readonly UserTagList[]>();
    const reload = patched.reload(pager, user, () => lists.promise);
    patched.clear();
    lists.resolve([{ tags: [] }]);
    assert.equal((await reload).size, 0);
    assert.equal(patched.all.size, 0);
  });
});
