import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { CustomerPage } from '../../../src/base/model.ts';
import { cleanUp } from '../cleanup.ts';
import { openClient, openSandboxClient, SIGNAL } from './client.ts';

/** Returns the creation time of a customer, by which the tests compare records. */
const createdOf = (record: unknown): unknown => Reflect.get(Object(record), 'created');

/** Walks over the pages, and returns their sizes and records, and the error that ended the walk. */
async function readWalk(walk: AsyncIterable<CustomerPage>, onPage: () => void = () => {}) {
  const sizes: number[] = [];
  const records: unknown[] = [];
  try {
    for await (const page of walk) {
      sizes.push(page.records.length);
      records.push(...page.records.map(createdOf));
      onPage();
    }
    return { sizes, records, error: undefined };
  } catch (error: unknown) {
    return { sizes, records, error };
  }
}

describe('walkCustomers', () => {
  afterEach(cleanUp);

  for (const numberSpelling of ['plain', 'odd'] as const) {
    it(`returns every customer once, in order (${numberSpelling})`, async () => {
      const { sandbox, service } = await openSandboxClient({ numberSpelling }, 50);
      const { botId } = sandbox;
      const { sizes, records } = await readWalk(service.walkCustomers({ botId, limit: 8 }, SIGNAL));
      assert.deepEqual(sizes, [8, 8, 8, 8, 8, 8, 2]);
      assert.equal(sandbox.requests.listCustomers, 7, 'each page was requested once');
      const whole = await service.listCustomers({ botId, limit: 50 }, SIGNAL);
      assert.deepEqual(records, whole.records.map(createdOf));
    });
  }

  it('requests nothing after the last wanted page', async () => {
    const { sandbox, service } = await openSandboxClient({}, 50);
    const query = { botId: sandbox.botId, limit: 8 };
    const { sizes } = await readWalk(service.walkCustomers(query, SIGNAL, 2));
    assert.deepEqual(sizes, [8, 8]);
    assert.equal(sandbox.requests.listCustomers, 2);
  });

  it('stops at a repeated key, and keeps the pages before it', async () => {
    const { sandbox, service } = await openSandboxClient({ pagingLoop: 'on' }, 50);
    const query = { botId: sandbox.botId, limit: 8 };
    const { sizes, error } = await readWalk(service.walkCustomers(query, SIGNAL));
    assert.ok(sizes.length >= 1 && sizes.length <= 2, String(sizes));
    assert.ok(error instanceof ServiceError && error.problem.kind === 'paging-loop');
  });

  it('reports a failed page after the pages before it', async () => {
    const { sandbox } = await openSandboxClient({}, 50);
    const { service } = openClient(sandbox.baseUrl);
    const query = { botId: sandbox.botId, limit: 8 };
    const { sizes, error } = await readWalk(service.walkCustomers(query, SIGNAL), () => {
      sandbox.switches.outage = 'on';
    });
    // Depending on timing, the second page is answered before or after the first one is returned.
    assert.ok(sizes.length === 1 || sizes.length === 2, String(sizes));
    assert.ok(error instanceof ServiceError && error.problem.kind === 'failure');
  });

  it('ends when its caller aborts', async () => {
    const { sandbox, service } = await openSandboxClient({}, 50);
    const stop = new AbortController();
    const query = { botId: sandbox.botId, limit: 8 };
    const walk = readWalk(service.walkCustomers(query, stop.signal), () => {
      stop.abort(new Error('enough'));
    });
    const { sizes, error } = await walk;
    assert.deepEqual(sizes, [8]);
    assert.match(String(error), /enough/);
    assert.ok(sandbox.requests.listCustomers <= 2);
  });
});
