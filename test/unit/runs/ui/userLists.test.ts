import assert from 'node:assert/strict';
import type { UserRef, UserTagList } from '../../../../src/base/model.ts';
import type { BotService } from '../../../../src/base/ports.ts';
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
  const isOn = (tagId: string, user = ada) => lists.isOn({ tagId, user }, signal, false);
  const isOnAfterUnknown = (tagId: string, user = ada) => lists.isOn({ tagId, user }, signal, true);
  return { service, isOn, isOnAfterUnknown };
}

describe('UserLists', () => {
  it('sends one request for all tags of a user, in parallel or in sequence', async () => {
    const { service, isOn } = openLists();
    assert.deepEqual(await Promise.all([isOn('a'), isOn('b')]), [true, false]);
    assert.equal(await isOn('c'), false);
    assert.equal(service.requests, 1);
    assert.equal(await isOn('a', bob), true);
    assert.equal(service.requests, 2);
  });

  it('reads again for a tag whose change has an unknown outcome', async () => {
    const { service, isOn, isOnAfterUnknown } = openLists();
    await isOn('b');
    service.tags = ['b'];
    assert.equal(await isOn('a'), true, 'the cached list is used for another tag');
    assert.equal(await isOnAfterUnknown('b'), true);
    assert.equal(service.requests, 2);
    assert.equal(await isOn('a'), false, 'the list that was read last is used');
    assert.equal(service.requests, 2);
    assert.equal(await isOnAfterUnknown('b', bob), true);
    assert.equal(service.requests, 3);
  });

  it('reads again after a failure', async () => {
    const { service, isOn } = openLists();
    service.isFailing = true;
    await assert.rejects(isOn('a'));
    service.isFailing = false;
    assert.equal(await isOn('a'), true);
    assert.equal(service.requests, 2);
  });

  it('caches the lists of a few users only', async () => {
    const { service, isOn } = openLists();
    for (let index = 0; index <= 64; index++) await isOn('a', { ...ada, rawUid: `U${index}` });
    assert.equal(service.requests, 65);
    await isOn('a', { ...ada, rawUid: 'U64' });
    assert.equal(service.requests, 65);
    await isOn('a', { ...ada, rawUid: 'U0' });
    assert.equal(service.requests, 66);
  });
});
