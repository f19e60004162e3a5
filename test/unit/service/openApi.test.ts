import assert from 'node:assert/strict';

import { endpoints } from '../../../src/base/endpoints.ts';
import { switchTable, type Switches } from '../../../src/sandbox/switches.ts';
import { cleanUp } from '../cleanup.ts';
import { SECRET } from './answers.ts';
import { openClient, openSandboxClient, SIGNAL, USER } from './client.ts';
import { assertRequest, conforming, operations } from './openApi.ts';
import { openTransport, requestTo } from './sending.ts';

type Name = keyof Switches;
type Choice = readonly [name: Name, value: string | number];

/** Switch values with which the sandbox intentionally violates the interface. */
const FAULTS: Partial<Record<Name, readonly (string | number)[]>> = {
  createRes: ['unreadable'],
  unauthorized: ['html'],
  badRecords: [1],
  badFields: switchTable.badFields.values.slice(1),
  bodies: ['cut'],
};

const choices: readonly Choice[] = Object.entries(switchTable).flatMap(([name, spec]) => {
  const values = 'values' in spec ? spec.values : [1];
  return values.map((value): Choice => [name as Name, value]);
});

function isFault([name, value]: Choice): boolean {
  return FAULTS[name]?.includes(value) === true;
}

/** Returns violations of `docs/openapi.json` in all calls, with a valid and an invalid token. */
async function violations([name, value]: Choice): Promise<readonly string[]> {
  const { sandbox } = await openSandboxClient({ [name]: value }, 3);
  const { botId } = sandbox;
  const broken: string[] = [];
  for (const token of [SECRET, 'wrong']) {
    const transport = conforming(openTransport(), broken, { checksAnswers: true });
    const { service } = openClient(sandbox.baseUrl, { token, transport });
    // The results of the calls do not matter here.
    const ignoreErrors = <T>(call: Promise<T>): Promise<T | undefined> =>
      call.catch(() => undefined);
    const folder = await ignoreErrors(service.createItem({ botId, name: 'F', type: 1 }, SIGNAL));
    const inside = { botId, name: '標籤', type: 0, parentId: folder };
    const tag = (await ignoreErrors(service.createItem(inside, SIGNAL))) ?? 'tag-none';
    await ignoreErrors(service.getItem(tag, SIGNAL));
    await ignoreErrors(service.getItem('tag/ü?', SIGNAL));
    for (const _ of ['once', 'again']) await ignoreErrors(service.attachTag(tag, USER, SIGNAL));
    const lists = await ignoreErrors(service.listUserTags(USER, SIGNAL));
    const { pageId, channel } = USER;
    const encrypted = { uid: lists?.[0]?.bot_uid ?? 'none', pageId, channel };
    await ignoreErrors(service.listUserTags(encrypted, SIGNAL));
    for (const _ of ['once', 'again'])
      await ignoreErrors(service.detachTag(tag, encrypted, SIGNAL));
    const page = await ignoreErrors(service.listCustomers({ botId, limit: 2 }, SIGNAL));
    const query = { botId, limit: 2, from: 1_000_000_000_000, next: page?.next ?? undefined };
    await ignoreErrors(service.listCustomers(query, SIGNAL));
    await ignoreErrors(service.deleteItem(folder ?? 'tag-none', SIGNAL));
  }
  return broken;
}

describe('docs/openapi.json', () => {
  afterEach(cleanUp);

  it('lists the calls of the client, and no others', () => {
    const calls = Object.entries(endpoints).map(([name, { method, path }]) => ({
      name,
      method,
      path,
    }));
    const sorted = (entries: readonly { name: string }[]): readonly object[] =>
      entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    assert.deepEqual(sorted(operations), sorted(calls));
  });

  for (const choice of choices) {
    const title = choice.join(' ');
    if (isFault(choice)) {
      it(`is violated by a sandbox with ${title}`, async () => {
        assert.notDeepEqual(await violations(choice), []);
      });
    } else {
      it(`holds for client and sandbox with ${title}`, async () => {
        assert.deepEqual(await violations(choice), []);
      });
    }
  }

  it('distinguishes valid from invalid requests', () => {
    const user = { bot_raw_uid: 'u', bot_pid: 'p', bot_channel: 0 };
    const tagging = {
      path: '/v1/api/user/tag',
      body: JSON.stringify({ bot_tag_id: 't', ...user }),
    };
    const listing = { method: 'GET', body: undefined } as const;
    const customers = '/v1/api/bot/customers?botId=b';
    const validRequests = [
      tagging,
      { ...tagging, method: 'DELETE' },
      { ...listing, path: `${customers}&limit=3086` },
      { ...listing, path: '/v1/api/tag/autogen-1' },
    ] as const;
    for (const request of validRequests) assertRequest(requestTo('https://a.example', request));
    const invalidRequests = [
      { ...tagging, method: 'GET' },
      { ...tagging, headers: { authorization: 'Bearer t' } },
      { ...tagging, headers: { 'content-type': 'application/json' } },
      { ...tagging, body: JSON.stringify(user) },
      { ...tagging, body: JSON.stringify({ bot_tag_id: 't', ...user, bot_uid: 'e' }) },
      { ...tagging, body: JSON.stringify({ bot_tag_id: 't', ...user, bot_channel: 2 }) },
      { path: '/v1/api/tags', body: '{}' },
      { ...listing, path: '/v1/api/tag/t', body: '{}' },
      { ...listing, path: customers },
      { ...listing, path: `${customers}&limit=3087` },
      { ...listing, path: `${customers}&limit=10&from=12` },
      { ...listing, path: `${customers}&limit=10&page=2` },
    ] as const;
    for (const request of invalidRequests) {
      assert.throws(
        () => assertRequest(requestTo('https://a.example', request)),
        JSON.stringify(request),
      );
    }
  });
});
