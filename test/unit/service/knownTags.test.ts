import assert from 'node:assert/strict';
import { KNOWN_FOR_MS, KnownTags, type ListedTags } from '../../../src/service/userMemory.ts';
import { TagActions } from '../../../src/service/tagActions.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import type { UserRef, UserTagList } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { BOT, FakeClock, fakeService } from '../base/fakes.ts';

const USER: UserRef = { rawUid: 'U1', pageId: 'p', channel: 1 };
const { signal } = new AbortController();
const listOf = (...ids: readonly string[]): UserTagList[] => [
  { tags: ids.map((id) => ({ id, name: id })) },
];

describe('KnownTags', () => {
  let clock: FakeClock;
  /** Tags of the user in the customer page that was loaded last. */
  let page: ListedTags | undefined;
  let knownTags: KnownTags;

  beforeEach(() => {
    clock = new FakeClock();
    page = undefined;
    knownTags = new KnownTags(clock, () => page);
  });

  const isAttached = (tag: string, user = USER, bot = BOT.key): boolean | undefined =>
    knownTags.isAttached(bot, user, tag);
  const actions = (calls: Partial<BotService>): TagActions =>
    new TagActions(() => Promise.resolve(fakeService(calls)), knownTags);

  it('reports the time since the last write of a tag, until the bot is removed', () => {
    const sinceWrite = (...tags: readonly string[]) => knownTags.msSinceWrite(BOT.key, tags);
    knownTags.storeListed(BOT.key, USER, [{ id: 'a' }]);
    assert.equal(sinceWrite('a'), undefined);
    knownTags.storeWritten(BOT.key, USER, 'a', true);
    clock.time += 5;
    knownTags.storeWritten(BOT.key, USER, 'b', undefined);
    clock.time += 2;
    assert.deepEqual([sinceWrite('a'), sinceWrite('b', 'c'), sinceWrite('a', 'b')], [7, 2, 2]);
    assert.deepEqual([sinceWrite('c'), sinceWrite()], [undefined, undefined]);
    assert.equal(knownTags.msSinceWrite('other', ['a']), undefined);
    knownTags.removeBot(BOT.key);
    assert.equal(sinceWrite('a'), undefined);
  });

  it('returns undefined for a user or bot of which no tags are known', () => {
    knownTags.storeListed(BOT.key, USER, [{ id: 'a' }]);
    assert.deepEqual([isAttached('a'), isAttached('b')], [true, false]);
    assert.equal(isAttached('a', { ...USER, channel: 0 }), undefined);
    assert.equal(isAttached('a', { uid: 'U1', pageId: 'p', channel: 1 }), undefined);
    assert.equal(isAttached('a', USER, 'other'), undefined);
    knownTags.removeBot(BOT.key);
    assert.equal(isAttached('a'), undefined);
  });

  it('uses the latest list or page, for a quarter of an hour', () => {
    knownTags.storeListed(BOT.key, USER, [{ id: 'a' }]);
    clock.time++;
    page = { time: clock.time, tags: [{ id: 'b' }] };
    assert.deepEqual([isAttached('a'), isAttached('b')], [false, true]);
    clock.time++;
    knownTags.storeListed(BOT.key, USER, [{ id: 'a' }]);
    assert.deepEqual([isAttached('a'), isAttached('b')], [true, false]);
    clock.time += KNOWN_FOR_MS;
    assert.deepEqual([isAttached('a'), isAttached('b')], [true, false]);
    clock.time++;
    assert.deepEqual([isAttached('a'), isAttached('b')], [undefined, undefined]);
  });

  it('returns undefined for a missing tag if some tags could not be read', () => {
    page = { time: clock.time, tags: [{ id: 'a' }], isPartial: true };
    assert.deepEqual([isAttached('a'), isAttached('b')], [true, undefined]);
  });

  it('uses a write of this window over a page that started before the write', async () => {
    const done = actions({
      attachTag: () => Promise.resolve(),
      detachTag: () => Promise.resolve(),
    });
    knownTags.storeListed(BOT.key, USER, [{ id: 'b' }]);
    await done.attach(BOT, 'a', USER, signal);
    await done.detach(BOT, 'b', USER, signal);
    page = { time: clock.time + 1, tags: [] };
    assert.deepEqual([isAttached('a'), isAttached('b')], [true, false]);
    clock.time += 2;
    knownTags.storeListed(BOT.key, USER, [{ id: 'b' }]);
    assert.deepEqual([isAttached('a'), isAttached('b')], [false, true]);
  });

  it('returns undefined after a write that failed, but the old state if nothing was sent', async () => {
    const failing = (outcome: 'unknown' | 'refused' | 'not-sent'): TagActions => {
      const error = new ServiceError('attachTag', { kind: 'lost', detail: '' }, outcome);
      return actions({ attachTag: () => Promise.reject(error) });
    };
    for (const [outcome, expected] of [
      ['not-sent', false],
      ['refused', undefined],
      ['unknown', undefined],
    ] as const) {
      knownTags.storeListed(BOT.key, USER, []);
      await assert.rejects(failing(outcome).attach(BOT, 'a', USER, signal));
      assert.equal(isAttached('a'), expected, outcome);
      assert.equal(isAttached('b'), false);
    }
    await actions({ listUserTags: () => Promise.resolve(listOf('a')) }).check(
      BOT,
      'a',
      USER,
      signal,
    );
    assert.equal(isAttached('a'), true);
  });

  it('ignores a list that was requested before a write', async () => {
    const listing = Promise.withResolvers<UserTagList[]>();
    const tagActions = actions({
      listUserTags: () => listing.promise,
      attachTag: () => Promise.resolve(),
    });
    const listed = tagActions.list(BOT, USER, signal);
    await Promise.resolve();
    await tagActions.attach(BOT, 'a', USER, signal);
    listing.resolve(listOf());
    await listed;
    assert.equal(isAttached('a'), true);
  });
});
