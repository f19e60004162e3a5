import assert from 'node:assert/strict';
import { TaggingMemory } from '../../../src/service/userMemory.ts';
import type { UserRef } from '../../../src/base/model.ts';

const userAt = (index: number): UserRef => ({ rawUid: `U${index}`, pageId: 'p', channel: 1 });

describe('TaggingMemory', () => {
  it('returns the latest 20 users of a bot, newest first, with their known names', () => {
    const memory = new TaggingMemory();
    for (let index = 0; index < 25; index++) memory.noteUser('bot', userAt(index));
    memory.noteUser('other', userAt(99));
    assert.deepEqual(
      memory.users('bot').map(({ user }) => user),
      Array.from({ length: 20 }, (_, index) => userAt(24 - index)),
    );
    memory.noteUser('bot', userAt(3), 'Jason');
    memory.noteUser('bot', userAt(4));
    memory.noteUser('bot', userAt(3));
    assert.deepEqual(memory.users('bot').slice(0, 2), [
      { user: userAt(3), name: 'Jason' },
      { user: userAt(4), name: undefined },
    ]);
    assert.equal(memory.nameOf('bot', userAt(3)), 'Jason');
    assert.equal(memory.nameOf('other', userAt(3)), undefined);
  });

  it('is bounded over all bots', () => {
    const memory = new TaggingMemory();
    memory.noteUser('bot', userAt(0));
    for (let index = 0; index < 200; index++) memory.noteUser('other', userAt(index));
    assert.deepEqual(memory.users('bot'), []);
    assert.equal(memory.users('other').length, 20);
  });

  it('forgets everything about a removed bot', () => {
    const memory = new TaggingMemory();
    for (const bot of ['bot', 'other']) {
      memory.noteUser(bot, userAt(1), 'Jason');
      memory.noteTag(bot, 'tag-1');
      memory.noteTypedTag(bot, 'tag-');
    }
    memory.removeBot('bot');
    assert.deepEqual(memory.users('bot'), []);
    assert.equal(memory.lastTag('bot'), undefined);
    assert.equal(memory.typedTag('bot'), '');
    assert.equal(memory.users('other').length, 1);
    assert.equal(memory.lastTag('other'), 'tag-1');
    assert.equal(memory.typedTag('other'), 'tag-');
  });

  it('keeps a typed ID until a command uses that customer, or a bot is removed', () => {
    const memory = new TaggingMemory();
    const draft = { id: 'U1', isEncrypted: false, pageId: 'p' };
    memory.noteDraft(draft);
    memory.noteUser('bot', userAt(2));
    assert.deepEqual(memory.draft(), draft);
    memory.noteUser('bot', userAt(1));
    assert.equal(memory.draft(), undefined);
    memory.noteDraft(draft);
    memory.removeBot('bot');
    assert.equal(memory.draft(), undefined);
  });
});
