import assert from 'node:assert/strict';

import { userOf } from '../../../src/base/customer.ts';
import { customerAt, type CustomerPage } from '../../../src/base/model.ts';
import type { Switches } from '../../../src/sandbox/switches.ts';
import { cleanUp } from '../cleanup.ts';
import { openSandboxClient, SIGNAL, USER } from './client.ts';

/** Tags that the sandbox has from the start. With bad fields, the first has no time, the second a text, the third digits. */
const TAGS = ['tag--PTfLM4wQ', 'tag-Ks29XpMmq', 'tag-G-bcuZe1v'];

/** Returns all 20 customers of a sandbox with these switches as one page, and the log. */
async function pageWith(switches: Partial<Switches>) {
  const { service, sandbox, log } = await openSandboxClient(switches);
  const page = await service.listCustomers({ botId: sandbox.botId, limit: 20 }, SIGNAL);
  return { page, log: log.join('\n') };
}

function customersOf(page: CustomerPage) {
  return [...page.records.keys()].map((index) => customerAt(page, index));
}

function tagIdsOf(page: CustomerPage): readonly (readonly string[] | undefined)[] {
  return customersOf(page).map((customer) => customer?.tags?.map(({ id }) => id));
}

describe('Customers with unexpected data, over a socket', () => {
  afterEach(cleanUp);

  it('keep the readable tags and user', async () => {
    const { page: plain } = await pageWith({});
    const users = customersOf(plain).map(userOf);
    for (const badFields of ['numbers', 'texts', 'nulls', 'tags', 'missing'] as const) {
      const { page } = await pageWith({ badFields });
      const hasNoTags = badFields === 'nulls';
      const tags = hasNoTags ? plain.records.map(() => undefined) : tagIdsOf(plain);
      assert.deepEqual(tagIdsOf(page), tags, badFields);
      assert.deepEqual(customersOf(page).map(userOf), users, badFields);
    }
    const { page } = await pageWith({ badFields: 'ids' });
    const reasons = customersOf(page).map(userOf).slice(0, 3);
    assert.deepEqual(reasons, ['unread-id', 'unread-page', 'unread-platform']);
    assert.deepEqual(tagIdsOf(page), tagIdsOf(plain));
  });

  it('are counted in the log with the names of the fields, without a value', async () => {
    for (const [badFields, fields] of [
      ['numbers', 'gender, phone, extId'],
      ['texts', 'status, created, lastActive'],
      ['ids', 'id, pageId, platform'],
    ] as const) {
      const { log } = await pageWith({ badFields });
      const line = `listCustomers: 20 of 20 records have unexpected data: ${fields}`;
      assert.ok(log.split('\n').includes(line), log);
    }
    const { log } = await pageWith({ badRecords: 4 });
    assert.match(log, /^listCustomers: 5 of 20 records have unexpected data: no object$/m);
  });

  it('keep a list of tags whose times may be unknown', async () => {
    const { service } = await openSandboxClient({ badFields: 'tags' });
    const before = Date.now();
    for (const id of TAGS) await service.attachTag(id, USER, SIGNAL);
    const [list] = await service.listUserTags(USER, SIGNAL);
    assert.deepEqual(
      list?.tags.map(({ id }) => id),
      TAGS,
    );
    const [missing, text, digits] = list?.tags.map(({ timestamp }) => timestamp) ?? [];
    assert.deepEqual([missing, text], [undefined, undefined]);
    assert.ok(digits !== undefined && digits >= before && digits <= Date.now());
  });
});
