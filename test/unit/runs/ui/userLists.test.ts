import assert from 'node:assert/strict';
import type { UserRef, UserTagList } from '../../../../src/base/model.ts';
import type { BotService } from '../../../../src/base/endpoints.ts';
import { UserLists } from '../../../../src/runs/ui/runPorts.ts';

const { signal } = new AbortController();
const ada: UserRef = { rawUid: 'U1', pageId: 'p', channel: 1 };
const bob: UserRef = { ...ada, rawUid: 'U2' };

/** Creates a service with configurable tags that counts its requests. */
function openLists() {
  const service = { requests: 0, tags: ['a'] as readonly string[], isFailing: false };
  const listUserTags = async (): Promise<readonly UserTagList[]> => {
    service.requests++;
    if (service.isFailing) throw new Error('no');
    return [{ tags: service.tags.map((id) => ({ id, name: id })) }];
  };
  const lists = new UserLists({ listUserTags } as unknown as BotService);
  const isAttached = (tagId: string, user = ada) =>
    lists.isAttached({ tagId, user }, signal, { bypassCache: false });
  const isAttachedAfterUnknown = (tagId: string, user = ada) =>
    lists.isAttached({ tagId, user }, signal, { bypassCache: true });
  return { service, isAttached, isAttachedAfterUnknown };
}

describe('UserLists', () => {
  it('sends one request for all tags of a user, in parallel or in sequence', async () => {
    const { service, isAttached } = openLists();
    assert.deepEqual(await Promise.all([isAttached('a'), isAttached('b')]), [true, false]);
    assert.equal(await isAttached('c'), false);
    assert.equal(service.requests, 1);
    assert.equal(await isAttached('a', bob), true);
    assert.equal(service.requests, 2);
  });

  it('reads again for a tag whose change has an unknown outcome', async () => {
    const { service, isAttached, isAttachedAfterUnknown } = openLists();
    await isAttached('b');
    service.tags = ['b'];
    assert.equal(await isAttached('a'), true, 'the cached list is used for another tag');
    assert.equal(await isAttachedAfterUnknown('b'), true);
    assert.equal(service.requests, 2);
    assert.equal(await isAttached('a'), false, 'the list that was read last is used');
    assert.equal(service.requests, 2);
    assert.equal(await isAttachedAfterUnknown('b', bob), true);
    assert.equal(service.requests, 3);
  });

  it('reads again after a failure', async () => {
    const { service, isAttached } = openLists();
    service.isFailing = true;
    await assert.rejects(isAttached('a'));
    service.isFailing = false;
    assert.equal(await isAttached('a'), true);
    assert.equal(service.requests, 2);
  });

  it('caches the lists of at most 64 users', async () => {
    const { service, isAttached } = openLists();
    for (let index = 0; index <= 64; index++)
      await isAttached('a', { ...ada, rawUid: `U${index}` });
    assert.equal(service.requests, 65);
    await isAttached('a', { ...ada, rawUid: 'U64' });
    assert.equal(service.requests, 65);
    await isAttached('a', { ...ada, rawUid: 'U0' });
    assert.equal(service.requests, 66);
  });
});
