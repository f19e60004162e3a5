import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../../src/base/errors.ts';
import { FUZZED_CALLS, fuzzedBody, fuzzReader } from '../../fuzz/fuzzCalls.ts';
import { seeded } from '../../fuzz/mutateBody.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { CALLS, openClient } from './client.ts';
import { sizeOf } from '../../support/sizes.ts';

const SEED = 20261121;
const BODIES = sizeOf('mutatedBodies');
const MEGABYTE = 1024 * 1024;

describe(`Mutated bodies, seed ${SEED}`, () => {
  afterEach(cleanUp);

  for (const name of FUZZED_CALLS) {
    it(`make ${name} return a value or throw a ServiceError, ${BODIES} times`, async () => {
      const before = process.memoryUsage().heapUsed;
      const values = await fuzzReader(name, BODIES, SEED);
      assert.ok(values > 0, 'some bodies are still valid');
      assert.ok(values < BODIES, 'some bodies are invalid');
      assert.ok(process.memoryUsage().heapUsed - before < 200 * MEGABYTE);
    });
  }

  it('make each call return a value or throw a ServiceError through a socket, 500 times', async () => {
    const random = seeded(SEED);
    let body: Uint8Array = new Uint8Array();
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const listening = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', listening.resolve);
    await listening.promise;
    onCleanup(() => server.close());
    const { service } = openClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    for (let index = 0; index < 500; index++) {
      const name = FUZZED_CALLS[index % FUZZED_CALLS.length] ?? 'getItem';
      body = fuzzedBody(name, random);
      await CALLS[name](service).catch((error: unknown) => {
        assert.ok(error instanceof ServiceError, `${name}, body ${index}: ${String(error)}`);
      });
    }
  });
});
