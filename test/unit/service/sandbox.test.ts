import assert from 'node:assert/strict';

import { CustomerPager } from '../../../src/customers/customerPager.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import { recordTexts } from '../../support/recordTexts.ts';
import { FOLDER, type CustomerPage } from '../../../src/base/model.ts';
import { switchTable } from '../../../src/sandbox/switches.ts';
import { cleanUp } from '../cleanup.ts';
import { problemIn } from './answers.ts';
import { openClient, openSandboxClient, SIGNAL, USER } from './client.ts';
import { rejectedWith, rejectionOf } from './rejection.ts';

/** Tag that the sandbox has from the start. */
const SEED_TAG = 'tag--PTfLM4wQ';
/** Folder inside of another folder, which the sandbox has from the start. */
const NESTED_FOLDER = 'tag-F4cVWMY3q';
/** Switches that a test in this file has set. */
const tried = new Set<string>();

/** Notes that the test with this title covers the switch. Returns the name of the switch. */
function markTried(name: keyof typeof switchTable): string {
  tried.add(name);
  return name;
}

type Opened = Awaited<ReturnType<typeof openSandboxClient>>;

async function createIn({ service, sandbox }: Opened, parentId?: string): Promise<string> {
  const item = { botId: sandbox.botId, name: 'new', type: FOLDER, parentId };
  return service.createItem(item, SIGNAL);
}

function pageIn({ service, sandbox }: Opened, next?: string): Promise<CustomerPage> {
  return service.listCustomers({ botId: sandbox.botId, limit: 6, next }, SIGNAL);
}

/** Loads all pages of 6 customers. The 20 customers of the sandbox are on 4 pages. */
async function walk({ service, sandbox }: Opened): Promise<CustomerPager> {
  const query = { botId: sandbox.botId, limit: 6 };
  const pager = new CustomerPager(() => Promise.resolve(service), query);
  do await pager.loadMore();
  while (pager.state === 'idle');
  return pager;
}

describe('Client against the sandbox', () => {
  afterEach(cleanUp);

  it(`${markTried('createRes')}: reads the ID of a new item in each form`, async () => {
    for (const createRes of ['object', 'json-string', 'almost-json', 'bare-id'] as const) {
      const opened = await openSandboxClient({ createRes });
      const id = await createIn(opened);
      assert.equal((await opened.service.getItem(id, SIGNAL)).id, id);
    }
    const opened = await openSandboxClient({ createRes: 'unreadable' });
    const error = await rejectionOf(createIn(opened));
    assert.deepEqual([error.problem.kind, error.outcome], ['unknown-id', 'unknown']);
    assert.equal(opened.sandbox.requests.createItem, 1);
  });

  it(`${markTried('failureStatus')}: reads a failure with either HTTP status`, async () => {
    for (const [failureStatus, httpStatus] of [
      ['http', 404],
      ['ok', 200],
    ] as const) {
      const { service } = await openSandboxClient({ failureStatus });
      const error = await rejectionOf(service.getItem('none', SIGNAL));
      const errorMessage = 'there is no tag or folder none';
      assert.deepEqual(error.problem, {
        kind: 'failure',
        httpStatus,
        errorMessage,
        errorCode: 404,
      });
      assert.ok(ServiceError.isGone(error));
    }
  });

  it(`${markTried('unauthorized')}: recognizes a rejected token in each form`, async () => {
    for (const unauthorized of ['http-401', 'ok-401', 'http-403', 'html'] as const) {
      const { sandbox } = await openSandboxClient({ unauthorized });
      const { service } = openClient(sandbox.baseUrl, { token: 'wrong' });
      const error = await rejectionOf(
        service.createItem({ botId: 'b', name: 'n', type: 0 }, SIGNAL),
      );
      assert.ok(ServiceError.isUnauthorized(error), unauthorized);
      assert.equal(sandbox.requests.createItem, 1);
      if (unauthorized !== 'html') continue;
      const problem = problemIn('protocol', error);
      assert.deepEqual([problem.httpStatus, problem.contentType], [401, 'text/html']);
      assert.match(problem.excerpt, /<h1>401/);
    }
  });

  it(`${markTried('missingItem')}: treats an item as gone only after 404`, async () => {
    for (const missingItem of ['404', '500'] as const) {
      const { service } = await openSandboxClient({ missingItem });
      for (const call of [service.getItem('none', SIGNAL), service.deleteItem('none', SIGNAL)]) {
        const error = await rejectionOf(call);
        assert.equal(problemIn('failure', error).errorCode, Number(missingItem));
        assert.deepEqual(
          [ServiceError.isGone(error), error.outcome],
          [missingItem === '404', 'refused'],
        );
      }
    }
  });

  it(`${markTried('getItemParent')}: reads an item with or without its parent`, async () => {
    for (const getItemParent of ['absent', 'present'] as const) {
      const { service } = await openSandboxClient({ getItemParent });
      const item = await service.getItem(NESTED_FOLDER, SIGNAL);
      assert.equal('parentId' in item, getItemParent === 'present');
    }
  });

  it(`${markTried('parentIds')}: sends each kind of ID back`, async () => {
    for (const parentIds of ['strings', 'numbers'] as const) {
      const opened = await openSandboxClient({ parentIds });
      const folder = await createIn(opened);
      assert.match(folder, parentIds === 'numbers' ? /^\d+$/ : /^tag-/);
      const inside = await createIn(opened, folder);
      assert.deepEqual(await opened.service.deleteItem(folder, SIGNAL), [folder, inside]);
    }
  });

  it(`${markTried('deleteRes')}: returns the listed IDs`, async () => {
    for (const deleteRes of ['all', 'root-only', 'keeps-children'] as const) {
      const opened = await openSandboxClient({ deleteRes });
      const folder = await createIn(opened);
      const inside = await createIn(opened, folder);
      const listed = deleteRes === 'all' ? [folder, inside] : [folder];
      assert.deepEqual(await opened.service.deleteItem(folder, SIGNAL), listed);
    }
  });

  it(`${markTried('attachAgain')}: fails on a repeated attach only if the service does`, async () => {
    for (const attachAgain of ['ok', 'error'] as const) {
      const { service } = await openSandboxClient({ attachAgain });
      await service.attachTag(SEED_TAG, USER, SIGNAL);
      const again = service.attachTag(SEED_TAG, USER, SIGNAL);
      if (attachAgain === 'ok') await again;
      else assert.match((await rejectedWith('failure', again)).errorMessage ?? '', /already on/);
    }
  });

  it(`${markTried('detachMissing')}: fails on a detach without effect only if the service does`, async () => {
    for (const detachMissing of ['ok', 'error'] as const) {
      const { service } = await openSandboxClient({ detachMissing });
      const call = service.detachTag(SEED_TAG, USER, SIGNAL);
      if (detachMissing === 'ok') await call;
      else
        assert.match((await rejectedWith('failure', call)).errorMessage ?? '', /not on the user/);
    }
  });

  it(`${markTried('bothUids')}: never sends both IDs`, async () => {
    for (const bothUids of ['error', 'first'] as const) {
      const { service, sandbox } = await openSandboxClient({ bothUids });
      for (const user of [
        { ...USER, uid: 'e' },
        { pageId: 'p', channel: 0 },
      ]) {
        const error = await rejectionOf(service.attachTag(SEED_TAG, user, SIGNAL));
        assert.deepEqual([error.problem.kind, error.outcome], ['bad-input', 'not-sent']);
      }
      assert.equal(sandbox.requests.attachTag, 0);
    }
  });

  it(`${markTried('untaggedUser')}: reads a user without tags in each form`, async () => {
    for (const untaggedUser of ['entry', 'none'] as const) {
      const { service } = await openSandboxClient({ untaggedUser });
      const lists = await service.listUserTags(USER, SIGNAL);
      assert.deepEqual(
        lists.map(({ tags }) => tags),
        untaggedUser === 'none' ? [] : [[]],
      );
    }
  });

  it(`${markTried('nextAtEnd')}: recognizes the last page in each form`, async () => {
    for (const nextAtEnd of ['absent', 'null', 'empty'] as const) {
      const opened = await openSandboxClient({ nextAtEnd });
      const pager = await walk(opened);
      assert.deepEqual([pager.state, pager.rowCount, pager.pages.length], ['end', 20, 4]);
      assert.equal(opened.sandbox.requests.listCustomers, 4);
    }
  });

  it(`${markTried('otherLimit')}: sends a page key with another limit`, async () => {
    for (const otherLimit of ['error', 'ok'] as const) {
      const opened = await openSandboxClient({ otherLimit });
      const { next } = await pageIn(opened);
      const query = { botId: opened.sandbox.botId, limit: 5, next };
      const call = opened.service.listCustomers(query, SIGNAL);
      if (otherLimit === 'ok') assert.equal((await call).records.length, 5);
      else assert.match((await rejectedWith('failure', call)).errorMessage ?? '', /limit 6/);
    }
  });

  it(`${markTried('pagingLoop')}: stops at a repeated page key`, async () => {
    const opened = await openSandboxClient({ pagingLoop: 'on' });
    const pager = await walk(opened);
    assert.ok(pager.error instanceof ServiceError);
    assert.deepEqual([pager.error.problem.kind, pager.rowCount], ['paging-loop', 12]);
    assert.equal(opened.sandbox.requests.listCustomers, 2);
  });

  it(`${markTried('emptyPages')}: skips empty pages up to a limit`, async () => {
    const opened = await openSandboxClient({ emptyPages: 20 });
    const pager = await walk(opened);
    assert.deepEqual([pager.state, pager.rowCount, pager.pages.length], ['end', 20, 4]);
    const endless = await openSandboxClient({ emptyPages: 1000 });
    const { error } = await walk(endless);
    assert.ok(error instanceof ServiceError);
    assert.equal(error.problem.kind, 'too-many-empty-pages');
    assert.equal(endless.sandbox.requests.listCustomers, 21);
  });

  it(`${markTried('failingFrom')}: keeps the loaded pages and can continue`, async () => {
    const opened = await openSandboxClient({ failingFrom: 12 });
    const pager = await walk(opened);
    assert.deepEqual([pager.state, pager.rowCount], ['error', 12]);
    assert.match(String(pager.error), /not available/);
    opened.sandbox.switches.failingFrom = 0;
    await pager.loadMore();
    assert.equal(pager.rowCount, 18);
  });

  it(`${markTried('badRecords')}: counts and logs bad records`, async () => {
    const opened = await openSandboxClient({ badRecords: 2 });
    const pager = await walk(opened);
    assert.deepEqual([pager.state, pager.rowCount, pager.invalidCount], ['end', 20, 10]);
    assert.match(opened.log.join('\n'), /3 of 6 records have unexpected data: no object$/m);
  });

  it(`${markTried('badFields')}: reports records with bad fields`, async () => {
    for (const badFields of switchTable.badFields.values) {
      const { problems } = await pageIn(await openSandboxClient({ badFields }));
      assert.equal(problems.size, badFields === 'off' ? 0 : 6, badFields);
    }
  });

  it(`${markTried('numberSpelling')}: reads unusual spellings in every call`, async () => {
    const opened = await openSandboxClient({ numberSpelling: 'odd' });
    const page = await pageIn(opened);
    assert.equal(page.problems.size, 0);
    assert.ok(page.records.every((record) => 'x_unknown' in (record as object)));
    const texts = recordTexts(new TextDecoder().decode(page.body));
    assert.deepEqual(
      texts.map((text): unknown => JSON.parse(text)),
      page.records,
    );
    const id = await createIn(opened);
    assert.equal((await opened.service.getItem(id, SIGNAL)).id, id);
    await opened.service.attachTag(SEED_TAG, USER, SIGNAL);
    assert.equal((await opened.service.listUserTags(USER, SIGNAL))[0]?.tags[0]?.id, SEED_TAG);
    assert.deepEqual(await opened.service.deleteItem(id, SIGNAL), [id]);
  });

  it(`${markTried('latencyMs')}: times out, and works again once it is off`, async () => {
    const { sandbox, service } = await openSandboxClient({ latencyMs: 20 });
    assert.equal((await service.getItem(SEED_TAG, SIGNAL)).name, 'VIP');
    sandbox.switches.latencyMs = 60_000;
    const impatient = openClient(sandbox.baseUrl, { timeoutMs: 150 });
    const late = await rejectionOf(impatient.service.attachTag(SEED_TAG, USER, SIGNAL));
    assert.deepEqual(late.problem, { kind: 'timeout', limitMs: 150 });
    assert.equal(late.outcome, 'unknown');
    sandbox.switches.latencyMs = 0;
    assert.equal((await service.listUserTags(USER, SIGNAL))[0]?.tags[0]?.id, SEED_TAG);
  });

  it(`${markTried('outage')}: reports a refusal, and works again once it is off`, async () => {
    const { service, sandbox } = await openSandboxClient({ outage: 'on' });
    const error = await rejectionOf(service.attachTag(SEED_TAG, USER, SIGNAL));
    assert.deepEqual([problemIn('failure', error).errorCode, error.outcome], [503, 'refused']);
    assert.ok(!ServiceError.isGone(error) && !ServiceError.isUnauthorized(error));
    assert.equal(sandbox.requests.attachTag, 1);
    sandbox.switches.outage = 'off';
    await service.attachTag(SEED_TAG, USER, SIGNAL);
  });

  it('is tested with every switch', () => {
    // Switches that `outsideText.test.ts` and `writeFaults.test.ts` test.
    const texts = ['bodies', 'echo', 'outsideText'];
    const faults = ['busyEvery', 'busySeconds', 'resetEvery', 'lostEvery', 'lostBy', 'faultSeed'];
    assert.deepEqual([...tried, ...texts, ...faults].sort(), Object.keys(switchTable).sort());
  });
});
