import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { ServiceError } from '../../../src/base/errors.ts';
import type { HttpAnswer, Transport } from '../../../src/service/transport/transport.ts';
import { cleanUp } from '../cleanup.ts';
import { assertNoSecret, SECRET, textOf } from './answers.ts';
import { ALL_CALLS, openClient } from './client.ts';

/** Generates values that some call accepts, and the token, which must not leak. */
const commonValues = fc.constantFrom<unknown>(null, 'ok', 'tag-a', '', 0, 1, 1e21, [], {}, SECRET);
const anything = fc.oneof(commonValues, fc.jsonValue());
const record = fc.dictionary(
  fc.constantFrom('id', 'name', 'botId', 'type', 'created', 'tags', 'timestamp', '__proto__', 'x'),
  fc.oneof(
    anything,
    fc.array(fc.dictionary(fc.constantFrom('id', 'name', 'timestamp'), commonValues)),
  ),
);
const res = fc.oneof(
  anything,
  record,
  fc.array(fc.oneof(record, anything), { maxLength: 3 }),
  fc.record(
    { records: fc.oneof(fc.array(record), anything), next: anything },
    { requiredKeys: [] },
  ),
  fc.json(),
);
const envelope = fc.record(
  {
    status: fc.oneof(fc.constant(200), anything),
    res,
    errorMessage: anything,
    errorCode: anything,
  },
  { requiredKeys: ['status', 'res'] },
);
const success = res.map((value) => JSON.stringify({ res: value, status: 200 }));

/** Bodies that `JSON.stringify` never writes. */
const ODD_BODIES = [
  '{"res":{"records":[1e999],"next":"\\ud800"},"status":200}',
  '{"res":1e999,"status":200}',
  '{"res":"ok","status":200',
  '{"__proto__":{"errorCode":1},"status":200,"res":"ok"}',
  '{"res":[[]],"status":200,"status":"x"}',
  '\u0000',
  // A byte order mark.
  '﻿',
  '{"res":{"id":"\\u0000"},"status":2.0e2}',
  `<html>${SECRET}</html>`,
  `{"res":${'['.repeat(100_000)}${']'.repeat(100_000)},"status":200}`,
  `{"res":{"records":${'['.repeat(9_000)}${']'.repeat(9_000)}},"status":200}`,
  `{"errorMessage":${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`,
];

const body = fc.oneof(
  { arbitrary: success, weight: 6 },
  { arbitrary: envelope.map((value) => JSON.stringify(value)), weight: 4 },
  { arbitrary: fc.json(), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
  { arbitrary: fc.constantFrom(...ODD_BODIES), weight: 1 },
);
const bytes = fc.oneof(
  { arbitrary: body.map((text) => new TextEncoder().encode(text)), weight: 9 },
  { arbitrary: fc.uint8Array(), weight: 1 },
);

const answer: fc.Arbitrary<HttpAnswer> = fc.record({
  httpStatus: fc.oneof(
    fc.constantFrom(200, 301, 401, 404, 500),
    fc.integer({ min: 200, max: 599 }),
  ),
  contentType: fc.constantFrom('application/json', 'text/html', '', `x/${SECRET}`),
  retryAfter: fc.constantFrom(undefined, '1', 'Fri, 21 Nov 2026 00:00:00 GMT', 'soon'),
  location: fc.constantFrom(
    undefined,
    undefined,
    '',
    '/x',
    `https://other.example/${SECRET}?a`,
    ':',
  ),
  body: bytes,
});

/** Answers that some call accepts as a success, because random answers may have none. */
const GOOD = ['"ok"', '[]', '{"records":[]}', '{"id":"tag-a"}'].map((value): [HttpAnswer] => [
  {
    httpStatus: 200,
    contentType: '',
    retryAfter: undefined,
    location: undefined,
    body: new TextEncoder().encode(`{"res":${value},"status":200}`),
  },
]);

describe('BotService with random answers', () => {
  afterEach(cleanUp);

  for (const [name, call] of ALL_CALLS) {
    it(`throws only errors of type ServiceError without the token from ${name}`, async () => {
      let currentAnswer: HttpAnswer | undefined;
      const transport: Transport = {
        send: () =>
          currentAnswer ? Promise.resolve(currentAnswer) : Promise.reject(new Error('no response')),
        close: () => Promise.resolve(),
      };
      const { service, log } = openClient('https://bots.example', { transport });
      const counts = { ok: 0, failed: 0 };
      await fc.assert(
        fc.asyncProperty(answer, async (next) => {
          currentAnswer = next;
          const error: unknown = await call(service).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          counts[error === undefined ? 'ok' : 'failed']++;
          if (error === undefined) return;
          assert.ok(
            error instanceof ServiceError,
            error instanceof Error ? error.stack : 'no error',
          );
          assert.equal(error.endpoint, name);
          assertNoSecret(textOf(error));
        }),
        { numRuns: 600, examples: GOOD },
      );
      assertNoSecret(log.join('\n'));
      assert.ok(counts.failed > 100, JSON.stringify(counts));
      // A random answer hardly ever has all fields of an item.
      if (name !== 'getItem') assert.ok(counts.ok > 0, JSON.stringify(counts));
    });
  }

  it('throws nothing when listing customers with any page key', async () => {
    const body = new TextEncoder().encode('{"res":{"records":[]},"status":200}');
    const transport: Transport = {
      send: () =>
        Promise.resolve({
          httpStatus: 200,
          contentType: '',
          location: undefined,
          retryAfter: undefined,
          body,
        }),
      close: () => Promise.resolve(),
    };
    const { service } = openClient('https://bots.example', { transport });
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'a', '%') }),
        async (next) => {
          const query = { botId: 'b', limit: 1, next };
          assert.deepEqual(
            (await service.listCustomers(query, new AbortController().signal)).records,
            [],
          );
        },
      ),
    );
  });
});
