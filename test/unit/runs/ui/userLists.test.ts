import assert from 'node:assert/strict';
import type { UserRef, UserTagList } from '../../../../src/base/model.ts';
import type { BotService } from '../../../../src/base/ports.ts';
import { UserLists } from '../../../../src/runs/ui/runPorts.ts';

const { signal } = new AbortController();
const ada: UserRef = { rawUid: 'U1', pageId: 'p', channel: 1 };
const bob: UserRef = { ...ada, rawUid: 'U2' };

/** A service that says what it is told to, and counts what it is asked. */
function listing() {
  const said = { asked: 0, tags: ['a'] as readonly string[], isFailing: false };
  const listUserTags = async (): Promise<readonly UserTagList[]> => {
    said.asked++;
    if (said.isFailing) throw new Error('no');
    return [{ tags: said.tags.map((id) => ({ id, name: id })) }];
  };
  const lists = new UserLists({ listUserTags } as unknown as BotService);
  const isOn = (tagId: string, user = ada) => lists.isOn({ tagId, user }, signal, false);
  const isStill = (tagId: string, user = ada) => lists.isOn({ tagId, user }, signal, true);
  return { said, isOn, isStill };
}

describe('whether tags are on the users of a run', () => {
  it('takes one request for all the tags of a user, side by side or one after the other', async () => {
    const { said, isOn } = listing();
    assert.deepEqual(await Promise.all([isOn('a'), isOn('b')]), [true, false]);
    assert.equal(await isOn('c'), false);
    assert.equal(said.asked, 1);
    assert.equal(await isOn('a', bob), true);
    assert.equal(said.asked, 2);
  });

  it('is asked anew for a tag of which nobody knows what became of it', async () => {
    const { said, isOn, isStill } = listing();
    await isOn('b');
    said.tags = ['b'];
    assert.equal(await isOn('a'), true, 'of another tag it is known');
    assert.equal(await isStill('b'), true);
    assert.equal(said.asked, 2);
    assert.equal(await isOn('a'), false, 'what was said last is known');
    assert.equal(said.asked, 2);
    assert.equal(await isStill('b', bob), true);
    assert.equal(said.asked, 3);
  });

  it('is asked again after a failure', async () => {
    const { said, isOn } = listing();
    said.isFailing = true;
    await assert.rejects(isOn('a'));
    said.isFailing = false;
    assert.equal(await isOn('a'), true);
    assert.equal(said.asked, 2);
  });

  it('is kept of a few users only', async () => {
    const { said, isOn } = listing();
    for (let index = 0; index <= 64; index++) await isOn('a', { ...ada, rawUid: `U${index}` });
    assert.equal(said.asked, 65);
    await isOn('a', { ...ada, rawUid: 'U64' });
    assert.equal(said.asked, 65);
    await isOn('a', { ...ada, rawUid: 'U0' });
    assert.equal(said.asked, 66);
  });
});
