import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomerRecord } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { InputOf } from '../../src/commands/commands.ts';
import { customersOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { addBot, closeEditors, failure, run } from './product.ts';
import { undoRun } from './resumed.ts';
import { resultTextOf } from './planBot.ts';

const CUSTOMERS = 200;

describe('Plan with tags to attach and to detach', () => {
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let customersBefore: readonly CustomerRecord[];
  /** ID of a tag other than "VIP" that some customers have. */
  let otherTag: string;

  beforeEach(async () => {
    service = await startSandbox({ token: 'change', botId: 'bot-change', customers: CUSTOMERS });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-change-'));
    customersBefore = await customersOf(service);
    otherTag = customersBefore.flatMap(({ tags }) => tags).find(({ id }) => id !== VIP)?.id ?? '';
  });

  afterEach(async () => {
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const file = (): string => join(folder, 'p.bot-tags-plan.jsonc');
  const plan = (change: Partial<InputOf<'botTags.attachTags'>> = {}) =>
    run('botTags.attachTags', {
      bot,
      tags: [VIP],
      from: 'service',
      file: file(),
      overwrite: true,
      ...change,
    });
  // Customers with a status of 4 or more are blocked.
  const canBeTagged = ({ id, pageId, status }: CustomerRecord): boolean =>
    id !== '' && pageId !== '' && status < 4;
  const has = (tag: string) => (customer: CustomerRecord) =>
    customer.tags.some(({ id }) => id === tag);
  const tagsOf = (customers: readonly CustomerRecord[]): readonly string[][] =>
    customers.map(({ tags }) => tags.map(({ id }) => id).sort());
  const linesIn = (text: string): readonly string[] => text.match(/^ {4}\{"do":.*$/gm) ?? [];

  it('states the action on each line, runs, and is undone exactly', async () => {
    const { totals } = await plan({ detach: [otherTag] });
    const taggable = customersBefore.filter(canBeTagged);
    const toAttach = taggable.filter((customer) => !has(VIP)(customer));
    const toDetach = taggable.filter(has(otherTag));
    const toChangeTwice = toAttach.filter(has(otherTag));
    assert.ok(
      toChangeTwice.length > 0 && toDetach.length > toChangeTwice.length,
      `the customers do not cover both cases: ${toChangeTwice.length} of ${toDetach.length}`,
    );
    assert.equal(totals.operations, toAttach.length + toDetach.length);
    assert.ok(totals.skipped['no change'] > 0);
    const written = readFileSync(file(), 'utf8');
    const lineCountOf = (action: string): number =>
      linesIn(written).filter((line) => line.startsWith(`    {"do":"${action}",`)).length;
    assert.equal(lineCountOf('attach and detach'), toChangeTwice.length);
    assert.equal(lineCountOf('attach'), toAttach.length - toChangeTwice.length);
    assert.equal(lineCountOf('detach'), toDetach.length - toChangeTwice.length);
    assert.match(written, /^ {4}\{"do": "attach", "id": "tag--PTfLM4wQ", "name": ".+"\},$/m);

    const done = await run('botTags.runPlan', { file: file(), confirmed: true });
    assert.deepEqual([done.state, done.counts.done], ['done', totals.operations]);
    const customersAfter = await customersOf(service);
    for (const [index, customer] of customersAfter.entries()) {
      const previous = customersBefore[index] ?? assert.fail();
      const isInPlan = canBeTagged(previous);
      assert.equal(has(VIP)(customer), isInPlan || has(VIP)(previous), customer.id);
      assert.equal(has(otherTag)(customer), !isInPlan && has(otherTag)(previous), customer.id);
    }
    const result = await resultTextOf(done.run);
    assert.match(result, /^\/\/ Attach ".+", detach ".+" \(bot ".+"\): \d+ done\.\n/);
    assert.match(result, /"do": "attach and detach",/);
    assert.match(result, /^ {4}\{"result":"done","do":"attach and detach","user":/m);

    const undone = await undoRun(done.run);
    assert.deepEqual([undone.state, undone.counts.done], ['done', totals.operations]);
    assert.deepEqual(tagsOf(await customersOf(service)), tagsOf(customersBefore));
  });

  it('makes a tag match a search: attaches it to matching customers and detaches it from others', async () => {
    const match = { action: 'match', segment: 'status = running' } as const;
    const { totals } = await plan(match);
    const isMatch = ({ status }: CustomerRecord): boolean => status === 1;
    const mismatched = customersBefore.filter(
      (customer) => isMatch(customer) !== has(VIP)(customer),
    );
    const taggableMismatched = mismatched.filter(canBeTagged);
    assert.ok(
      taggableMismatched.some(isMatch) && !taggableMismatched.every(isMatch),
      'some customers get the tag, and others lose it',
    );
    assert.deepEqual(
      [totals.users, totals.operations],
      [taggableMismatched.length, taggableMismatched.length],
    );
    const done = await run('botTags.runPlan', { file: file(), confirmed: true });
    assert.deepEqual([done.state, done.counts.done], ['done', taggableMismatched.length]);
    const customersAfter = await customersOf(service);
    const stillMismatched = customersAfter.filter(
      (customer) => isMatch(customer) !== has(VIP)(customer),
    );
    assert.deepEqual(
      stillMismatched.map(({ id }) => id),
      mismatched.filter((customer) => !canBeTagged(customer)).map(({ id }) => id),
    );
    await undoRun(done.run);
    assert.deepEqual(tagsOf(await customersOf(service)), tagsOf(customersBefore));
  });

  it('refuses a tag that is named twice, and a match without a search', async () => {
    const twice = await failure(plan({ detach: [VIP] }));
    assert.match(twice, /give different tags in tags and detach/);
    const unclear = await failure(plan({ action: 'match' }));
    assert.match(unclear, /for match, give one tag, from: service, and a segment/);
  });
});
