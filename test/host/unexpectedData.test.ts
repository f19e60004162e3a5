import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readPage } from '../../src/service/readPage.ts';
import { CustomerPager } from '../../src/customers/customerPager.ts';
import type { CustomerRecord, FieldProblem } from '../../src/base/model.ts';
import type { BotService } from '../../src/base/endpoints.ts';
import type { Switches } from '../../src/sandbox/switches.ts';
import { seedTagIds, STALE_TAG } from '../../src/sandbox/seedItems.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { CUSTOMERS_PANEL } from '../../src/base/manifest.ts';
import { gridRowsOf, problemText } from '../../src/customers/ui/gridRows.ts';
import { gridStatusOf } from '../../src/customers/ui/loading.ts';
import { untaggableText } from '../../src/customers/customerTexts.ts';
import { UNTAGGABLE } from '../../src/base/customer.ts';
import { userTagEntry } from '../../src/catalogue/ui/askTag.ts';
import { bodyOf } from '../support/ownClient.ts';
import { addBot, closeEditors, failure, idsBelow, run, until } from './product.ts';

const CUSTOMERS = 100;
const PATH = '/v1/api/bot/customers?botId=bot-odd&limit=100';

describe('Customers with unexpected data', () => {
  let service: Sandbox;
  let bot: string;
  let records: readonly CustomerRecord[];

  beforeEach(async () => {
    service = await startSandbox({ token: 'odd', botId: 'bot-odd', customers: CUSTOMERS });
    bot = await addBot(service);
    const body = await bodyOf(service, 'GET', PATH);
    ({ records } = (JSON.parse(body) as { res: { records: CustomerRecord[] } }).res);
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
  });

  /** Returns the first page, as the service sends it with its current switches. */
  async function firstPage() {
    const body = new TextEncoder().encode(await bodyOf(service, 'GET', PATH));
    return readPage({ httpStatus: 200, contentType: 'application/json', body }, '');
  }

  for (const badFields of ['numbers', 'texts', 'tags', 'missing'] as const) {
    it(`are found by a scan, copied, and tagged from their row (${badFields})`, async () => {
      service.switches.badFields = badFields;
      const summary = await run('botTags.discoverTags', { bot });
      const tags = new Set(records.flatMap((record) => record.tags.map(({ id }) => id)));
      const expectedTags = seedTagIds.filter((id) => id !== STALE_TAG);
      assert.deepEqual(tags, new Set(expectedTags));
      assert.deepEqual(summary, {
        customers: CUSTOMERS,
        skipped: 0,
        pages: 1,
        isDone: true,
        tags: tags.size,
        newTags: tags.size,
      });
      assert.deepEqual(new Set(await idsBelow(bot)), tags);
      await run('botTags.openCustomers', { bot, limit: CUSTOMERS });
      for (const row of [0, 1, 2]) {
        assert.equal(await run('botTags.copyUserId', { bot, row }), records[row]?.id);
      }
      const context = { webview: CUSTOMERS_PANEL, webviewSection: 'row', row: 1, generation: 0 };
      // The command ends only after its message is closed.
      void vscode.commands.executeCommand('botTags.attachTag', context);
      await until('a tag was picked and attached', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return service.requests.attachTag === 1;
      });
      await until('the tags of the row were read again', () => service.requests.listUserTags === 1);
    });
  }

  it('are counted, and only records that are not objects are skipped', async () => {
    service.switches.badRecords = 5;
    const { customers, skipped } = await run('botTags.discoverTags', { bot });
    assert.deepEqual([customers, skipped], [80, 20]);
    // At first only every fifth record is invalid, then all other records also have a field with null.
    const switches: readonly Partial<Switches>[] = [{}, { badFields: 'nulls' }];
    for (const [index, change] of switches.entries()) {
      Object.assign(service.switches, change);
      const page = await firstPage();
      const stub = { listCustomers: async () => page } as unknown as BotService;
      const pager = new CustomerPager(async () => stub, { botId: 'b', limit: CUSTOMERS });
      await pager.loadMore();
      assert.equal(gridStatusOf(pager, undefined).invalidCount, [20, CUSTOMERS][index]);
    }
  });

  it('have a reason if they cannot be tagged or copied', async () => {
    service.switches.badFields = 'ids';
    const pageNumber = 1;
    const { untaggable, problems } = gridRowsOf(await firstPage(), pageNumber);
    const reasons = [...untaggable.subarray(0, 3)].map((code) => {
      return untaggableText(vscode.l10n, UNTAGGABLE[code - 1] ?? assert.fail());
    });
    assert.deepEqual(reasons, [
      'This customer cannot be tagged, because the service sent no text for "User ID".',
      'This customer cannot be tagged, because the service sent no text for "Page ID".',
      'This customer cannot be tagged, because the service sent no text for "Platform".',
    ]);
    assert.deepEqual(problems.slice(0, 3), [
      [0, [{ field: 'id', text: '"id" has the type number. Expected: string.' }]],
      [1, [{ field: 'pageId', text: '"pageId" has the type number. Expected: string.' }]],
      [2, [{ field: 'platform', text: '"platform" has the type number. Expected: string.' }]],
    ]);
    await run('botTags.openCustomers', { bot, limit: CUSTOMERS });
    const copying = run('botTags.copyUserId', { bot, row: 0 });
    assert.match(
      await failure(copying),
      /^Nothing was copied, because the service sent no valid user ID for the selected/,
    );
    assert.equal(await run('botTags.copyUserId', { bot, row: 1 }), records[1]?.id);
    const ids = await run('botTags.copyUserIds', { bot, rows: [0, 1, 2] });
    assert.deepEqual(ids, [records[1]?.id, records[2]?.id]);
  });

  it('can have tags with unknown times, which are shown as unknown', async () => {
    service.switches.badFields = 'tags';
    const user = { rawUid: 'U1', pageId: 'page', channel: 'line' } as const;
    const ids = seedTagIds.slice(0, 3);
    for (const tagId of ids) await run('botTags.attachTag', { bot, tagId, user });
    const [{ tags } = assert.fail()] = await run('botTags.listUserTags', { bot, user });
    // The service sends no time for the first tag, an invalid one for the second, and a number as text for the third.
    assert.deepEqual(
      tags.map(({ id, timestamp }) => [id, typeof timestamp]),
      ids.map((id, index) => [id, index === 2 ? 'number' : 'undefined']),
    );
    const details = tags.map((tag) => userTagEntry(tag).detail);
    assert.deepEqual(details.slice(0, 2), Array(2).fill('Attached: Unknown'));
    assert.doesNotMatch(details.join(), /1970|Invalid/);
  });

  it('have a text for each kind of problem', () => {
    const problem: FieldProblem = {
      field: 'phone',
      path: 'phone',
      expected: 'text',
      found: 'number',
      more: 0,
    };
    const changes: readonly (readonly [Partial<FieldProblem>, string])[] = [
      [{}, '"phone" has the type number. Expected: string.'],
      [{ found: 'boolean' }, '"phone" has the type boolean. Expected: string.'],
      [{ found: 'list' }, '"phone" has the type array. Expected: string.'],
      [{ found: 'text', expected: 'number' }, '"phone" has the type string. Expected: number.'],
      [{ found: 'null', expected: 'list' }, '"phone" has the type null. Expected: array.'],
      [{ found: 'object', expected: 'list' }, '"phone" has the type object. Expected: array.'],
      [{ found: 'text', expected: 'object' }, '"phone" has the type string. Expected: object.'],
      [{ found: 'missing' }, '"phone" is missing.'],
      [{ found: 'empty' }, '"phone" is empty.'],
      [{ found: 'too-large' }, 'The number in "phone" is too large.'],
      [
        { field: undefined, path: '', found: 'list' },
        'The record has the type array. Expected: object.',
      ],
      [
        { field: 'tags', path: 'tags[2].timestamp', found: 'missing', more: 1200 },
        '"tags[2].timestamp" is missing. Number of other problems in "tags": 1,200.',
      ],
    ];
    for (const [change, text] of changes)
      assert.equal(problemText({ ...problem, ...change }), text);
  });
});
