import assert from 'node:assert/strict';
import type { EndpointName } from '../../src/base/endpoints.ts';
import { ServiceError } from '../../src/base/errors.ts';
import {
  TransportError,
  type HttpAnswer,
  type Transport,
} from '../../src/service/transport/transport.ts';
import { CALLS, openClient } from '../unit/service/client.ts';
import { mutateBody, seeded } from './mutateBody.ts';

const item = { id: 'tag-a', name: '春季 "Spring"', botId: 'b', type: 0, created: 1790000000000 };
const tag = { id: 'tag-a', name: 'VIP', timestamp: 1790000000000, count: 2 };
const record = {
  id: 'U1',
  name: '陳怡君',
  platform: 'LINE',
  pageId: '@tea',
  status: 1,
  pic: '',
  created: 1780000000000,
  lastActive: 1790000000000,
  tags: [tag],
  gender: '女',
  params: [{ name: 'city', value: '臺北', timestamp: 1790000000000 }],
};

/** Value of `res` in a successful response of each call, to be mutated. */
const bodies: Record<EndpointName, unknown> = {
  createItem: '{ "id": "tag-a" }',
  getItem: item,
  deleteItem: ['tag-a', 'tag-b'],
  attachTag: 'ok',
  detachTag: 'ok',
  listUserTags: [
    { bot_uid: 'e', bot_raw_uid: 'someone', bot_pid: 'page', bot_channel: 0, tags: [tag] },
  ],
  listCustomers: { records: [record, record], next: 'key' },
};

export const FUZZED_CALLS = Object.keys(bodies) as readonly EndpointName[];

/** Returns the body of a successful response of the call. `added` is inserted before the other members. */
export function goodBody(name: EndpointName, added = ''): string {
  return `{${added}"res":${JSON.stringify(bodies[name])},"status":200}`;
}

/** Returns a response body of the call with a few random changes. The same seed gives the same body. */
export function fuzzedBody(name: EndpointName, random: () => number): Uint8Array {
  return mutateBody(Buffer.from(goodBody(name)), random);
}

/**
 * Calls the client `count` times with fuzzed bodies and returns how many calls returned a value.
 * @throws {Error} if a call fails with anything but a `ServiceError`
 */
export async function fuzzReader(name: EndpointName, count: number, seed: number): Promise<number> {
  const random = seeded(seed);
  let body: Uint8Array = new Uint8Array();
  const statuses = [200, 200, 200, 404, 500];
  const transport: Transport = {
    send: (): Promise<HttpAnswer> =>
      Promise.resolve({
        httpStatus: statuses[Math.floor(random() * statuses.length)] ?? 200,
        contentType: 'application/json',
        location: undefined,
        retryAfter: undefined,
        body,
      }),
    close: () => Promise.resolve(),
  };
  const { service } = openClient('https://bots.example', { transport, keepsLog: false });
  let values = 0;
  for (let index = 0; index < count; index++) {
    body = fuzzedBody(name, random);
    try {
      await CALLS[name](service);
      values++;
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        const text = Buffer.from(body).toString('base64');
        throw new Error(`${name}, seed ${seed}, body ${index}: ${text}`, { cause: error });
      }
      assert.ok(!(error instanceof TransportError));
    }
  }
  assert.equal(Reflect.get({}, 'polluted'), undefined, 'a prototype was changed');
  return values;
}
