import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sizeOf } from '../support/sizes.ts';
import { MEMBERSHIP, VIP } from '../support/sandboxItems.ts';
import { LockedBot } from './lockedBot.ts';
import { followUpCall, type Call } from './lockedCalls.ts';
import { failure, run } from './product.ts';

const CALLS = sizeOf('readOnlyCalls');
/** Number of calls in one random sequence. */
const SEQUENCE_LENGTH = 100;
const SEED = 20261122;

const REFUSED =
  /is read-only, so nothing was sent\. To allow changes, use "Bot Settings…" on the bot\.$/;

type Send = Call['send'];

const confirmed = fc.constantFrom(true as const, undefined);
const tagId = fc.oneof(fc.constantFrom(VIP, MEMBERSHIP), fc.string({ minLength: 1 }));
const user = fc.record({
  rawUid: fc.string({ minLength: 1 }),
  pageId: fc.string({ minLength: 1 }),
  channel: fc.constantFrom('line' as const, 'facebook' as const),
});

const creating = fc
  .record({
    name: fc.string({ minLength: 1 }),
    parentId: fc.option(tagId, { nil: undefined }),
    confirmed,
  })
  .chain((item) =>
    fc.constantFrom('botTags.createTag', 'botTags.createFolder').map(
      (id): Send =>
        ({ bot }) =>
          run(id, { bot, ...item }),
    ),
  );
const deleting = tagId.map(
  (id): Send =>
    ({ bot }) =>
      run('botTags.deleteItem', { bot, id, confirmed: true }),
);
const tagging = fc.record({ tagId, user, confirmed }).chain((argument) =>
  fc.constantFrom('botTags.attachTag', 'botTags.detachTag').map(
    (id): Send =>
      ({ bot }) =>
        run(id, { bot, ...argument }),
  ),
);
const write = fc.oneof(creating, deleting, tagging).map((send): Call => ({ isRead: false, send }));
/** Calls on plans and on earlier changes are less frequent, because they take longer. */
const call = fc.oneof({ arbitrary: write, weight: 29 }, { arbitrary: followUpCall, weight: 1 });

describe('Read-only bots', () => {
  const lockedBots: LockedBot[] = [];

  before(async function () {
    this.timeout(120_000);
    for (const environment of ['', 'production']) {
      const locked = new LockedBot();
      lockedBots.push(locked);
      await locked.open(environment);
    }
  });

  after(async () => {
    for (const { planned } of lockedBots) await planned.close();
  });

  const writeCounts = (): readonly number[] =>
    lockedBots.map(({ planned }) => planned.writeRequests);

  it(`receive no write in ${CALLS} calls of programs (seed ${SEED})`, async function () {
    this.timeout(300_000);
    const countsBefore = writeCounts();
    const sequence = fc.array(fc.tuple(fc.constantFrom(...lockedBots), call), {
      minLength: SEQUENCE_LENGTH,
      maxLength: SEQUENCE_LENGTH,
    });
    const calledCounts = { refused: 0, reads: 0 };
    const property = fc.asyncProperty(sequence, async (calls) => {
      for (const [locked, { isRead, send }] of calls) {
        if (isRead) await send(locked);
        else assert.match(await failure(send(locked)), REFUSED);
        calledCounts[isRead ? 'reads' : 'refused']++;
      }
    });
    await fc.assert(property, { numRuns: CALLS / SEQUENCE_LENGTH, seed: SEED, endOnFailure: true });
    assert.equal(calledCounts.refused + calledCounts.reads, CALLS);
    assert.ok(
      calledCounts.reads > CALLS / 1000 && calledCounts.reads < CALLS / 100,
      JSON.stringify(calledCounts),
    );
    assert.deepEqual(writeCounts(), countsBefore);
    const user = { rawUid: 'U1', pageId: 'page-1', channel: 'line' } as const;
    for (const { bot } of lockedBots) {
      await run('botTags.botSettings', { bot, confirmed: true, readOnly: false });
      await run('botTags.attachTag', { bot, tagId: VIP, user, confirmed: true });
    }
    const expectedCounts = countsBefore.map((count) => count + 1);
    assert.deepEqual(
      writeCounts(),
      expectedCounts,
      'each service counts the write that reached it',
    );
  });
});
