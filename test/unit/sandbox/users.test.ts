import assert from 'node:assert/strict';

import type { CustomerRecord } from '../../../src/base/model.ts';
import type { Sandbox } from '../../../src/sandbox/startSandbox.ts';
import { closeSandboxes, openSandbox, page, send, tagList } from './client.ts';

/** Tag that the sandbox has from the start, and that some of its customers have. */
const TAG_ID = 'tag--PTfLM4wQ';
const USER = { bot_raw_uid: '王 & someone', bot_pid: 'page', bot_channel: 1 };

const attach = (sandbox: Sandbox, user: object) =>
  send(sandbox, 'POST /v1/api/user/tag', { bot_tag_id: TAG_ID, ...user });
const detach = (sandbox: Sandbox, user: object) =>
  send(sandbox, 'DELETE /v1/api/user/tag', { bot_tag_id: TAG_ID, ...user });

function userOf(customer: CustomerRecord): object {
  const channel = customer.platform === 'LINE' ? 1 : 0;
  return { bot_raw_uid: customer.id, bot_pid: customer.pageId, bot_channel: channel };
}

/** Returns the first customer with an ID and an account page who has, or does not have, the tag. */
async function findCustomer(
  sandbox: Sandbox,
  { isTagged }: { readonly isTagged: boolean },
): Promise<CustomerRecord> {
  const { records } = await page(sandbox, { limit: 300 });
  const found = records.find(
    ({ id, pageId, tags }) => id && pageId && tags?.some((tag) => tag.id === TAG_ID) === isTagged,
  );
  assert.ok(found);
  return found;
}

/** Returns how often the customer got the tag. `undefined` if the customer does not have the tag. */
async function tagCountOf(
  sandbox: Sandbox,
  { id }: CustomerRecord,
): Promise<number | null | undefined> {
  const { records } = await page(sandbox, { limit: 300 });
  const record = records.find((candidate) => candidate.id === id);
  return record?.tags?.find((tag) => tag.id === TAG_ID)?.count;
}

describe('Sandbox: tags of users', () => {
  afterEach(closeSandboxes);

  it('attaches, lists and detaches a tag', async () => {
    const sandbox = await openSandbox({ clock: { now: () => 1_793_000_000_000 } });
    const attached = await attach(sandbox, USER);
    assert.deepEqual(attached.json, { res: 'ok', status: 200 });
    const [entry] = await tagList(sandbox, USER);
    assert.deepEqual(entry?.tags, [{ id: TAG_ID, name: 'VIP', timestamp: 1_793_000_000_000 }]);
    assert.equal(entry?.bot_raw_uid, USER.bot_raw_uid);
    assert.equal(entry?.bot_pid, USER.bot_pid);
    assert.equal(entry?.bot_channel, USER.bot_channel);
    assert.deepEqual((await detach(sandbox, USER)).json, { res: 'ok', status: 200 });
    assert.deepEqual((await tagList(sandbox, USER))[0]?.tags, []);
  });

  it('recognizes the same user by the encrypted ID', async () => {
    const sandbox = await openSandbox();
    await attach(sandbox, USER);
    const [entry] = await tagList(sandbox, USER);
    assert.notEqual(entry?.bot_uid, USER.bot_raw_uid);
    const encrypted = { bot_uid: entry?.bot_uid, bot_pid: 'page', bot_channel: 1 };
    assert.deepEqual(await tagList(sandbox, encrypted), [entry]);
    await detach(sandbox, encrypted);
    assert.deepEqual((await tagList(sandbox, USER))[0]?.tags, []);
  });

  it('distinguishes users with another ID, account page or channel', async () => {
    const sandbox = await openSandbox();
    await attach(sandbox, USER);
    for (const other of [{ bot_pid: 'page2' }, { bot_channel: 0 }, { bot_raw_uid: 'else' }]) {
      assert.deepEqual((await tagList(sandbox, { ...USER, ...other }))[0]?.tags, []);
    }
  });

  it('lists the tags in the record of a customer also in the tag list', async () => {
    const sandbox = await openSandbox({ customers: 200 });
    const { records } = await page(sandbox, { limit: 200 });
    for (const customer of records.filter(({ id, pageId }) => id && pageId)) {
      const [entry] = await tagList(sandbox, userOf(customer));
      const expected = customer.tags?.map(({ id, name, timestamp }) => ({ id, name, timestamp }));
      assert.deepEqual(entry?.tags, expected);
    }
  });

  it('has no tags for a customer beyond the number of customers', async () => {
    const larger = await openSandbox({ customers: 200 });
    const smaller = await openSandbox({ customers: 0 });
    const customer = await findCustomer(larger, { isTagged: true });
    assert.deepEqual((await tagList(smaller, userOf(customer)))[0]?.tags, []);
  });

  it("shows an attached tag in the customer's record, and removes it after detaching", async () => {
    const now = 1_793_600_000_000;
    const sandbox = await openSandbox({ customers: 300, clock: { now: () => now } });
    const customer = await findCustomer(sandbox, { isTagged: false });
    await attach(sandbox, userOf(customer));
    const { records } = await page(sandbox, { limit: 300 });
    const record = records.find(({ id }) => id === customer.id);
    const tag = { id: TAG_ID, name: 'VIP', timestamp: now, count: 1 };
    assert.deepEqual(record?.tags, [...(customer.tags ?? []), tag]);
    await detach(sandbox, userOf(customer));
    assert.equal(await tagCountOf(sandbox, customer), undefined);
  });

  it('adds 1 to the count when a tag is attached again', async () => {
    const sandbox = await openSandbox({ customers: 300 });
    const customer = await findCustomer(sandbox, { isTagged: true });
    const countBefore = await tagCountOf(sandbox, customer);
    await attach(sandbox, userOf(customer));
    await attach(sandbox, userOf(customer));
    assert.equal(await tagCountOf(sandbox, customer), Number(countBefore) + 2);
  });

  it('detaches a tag that a customer has from the start', async () => {
    const sandbox = await openSandbox({ customers: 300 });
    const customer = await findCustomer(sandbox, { isTagged: true });
    await detach(sandbox, userOf(customer));
    assert.equal(await tagCountOf(sandbox, customer), undefined);
    const [entry] = await tagList(sandbox, userOf(customer));
    assert.equal(entry?.tags.length, customer.tags.length - 1);
  });

  const badUsers: readonly (readonly [why: string, change: object, message: RegExp])[] = [
    ['both user IDs', { bot_uid: 'enc-x' }, /not both/],
    ['neither user ID', { bot_raw_uid: undefined }, /one of bot_uid and bot_raw_uid/],
    ['an empty user ID', { bot_raw_uid: '' }, /bot_raw_uid/],
    ['a user ID that is a number', { bot_raw_uid: 5 }, /bot_raw_uid/],
    ['an invalid encrypted ID', { bot_raw_uid: undefined, bot_uid: 'enc-1-eA' }, /bot_uid/],
    ['no account page', { bot_pid: undefined }, /bot_pid/],
    ['an empty account page', { bot_pid: '' }, /bot_pid/],
    ['no channel', { bot_channel: undefined }, /bot_channel/],
    ['a channel that is a string', { bot_channel: '1' }, /bot_channel/],
    ['an unknown channel', { bot_channel: 2 }, /bot_channel/],
  ];
  for (const [why, change, message] of badUsers) {
    it(`rejects ${why} in all three calls`, async () => {
      const sandbox = await openSandbox();
      const user = { ...USER, ...change };
      const list = send(sandbox, 'POST /v1/api/user/taglist', user);
      for (const reply of [await attach(sandbox, user), await detach(sandbox, user), await list]) {
        assert.deepEqual([reply.httpStatus, reply.errorCode], [400, 400]);
        assert.match(reply.errorMessage, message);
      }
    });
  }

  it('rejects a folder and a missing tag ID', async () => {
    const sandbox = await openSandbox();
    const folder = await attach(sandbox, { ...USER, bot_tag_id: 'tag-Km9aj04Bx' });
    assert.equal(folder.httpStatus, 400);
    assert.match(folder.errorMessage, /folder/);
    const none = await attach(sandbox, { ...USER, bot_tag_id: undefined });
    assert.equal(none.httpStatus, 400);
    assert.match(none.errorMessage, /bot_tag_id/);
  });
});
