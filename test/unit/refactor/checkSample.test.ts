import assert from 'node:assert/strict';
import type { UserTagList } from '../../../src/base/model.ts';
import { Emitter } from '../../../src/base/ports.ts';
import { checkSample } from '../../../src/refactor/refactorRun.ts';
import { Holders } from '../../../src/runs/holders.ts';
import type { RefactorContext, RefactorProgress } from '../../../src/runs/refactorPorts.ts';
import { pageOf } from '../base/fakes.ts';
import { SIGNAL } from '../service/client.ts';

const OLD = [{ id: 'old' }, { id: 'older' }];

/**
 * Checks a sample after a scan in which each user had the old and the new tag.
 * @param tagsOf returns the IDs of the tags that the service lists for a user, by user number
 */
async function sampleOf(users: number, tagsOf: (user: number) => readonly string[]) {
  const holders = new Holders(OLD);
  holders.beginScan();
  const records = Array.from({ length: users }, (_, user) => ({
    id: `U${user}`,
    pageId: 'p',
    platform: 'LINE',
    tags: ['old', 'new'].map((id) => ({ id, name: id })),
  }));
  holders.addPage(pageOf(records), 'new');
  const progressEvents: RefactorProgress[] = [];
  const readUsers: string[] = [];
  const ports = {
    concurrency: 1,
    service: {
      listUserTags: async ({ rawUid = '' }): Promise<readonly UserTagList[]> => {
        readUsers.push(rawUid);
        const tags = tagsOf(Number(rawUid.slice(1))).map((id) => ({ id, name: id }));
        return [{ tags: tags.slice(0, 1) }, { tags: tags.slice(1) }];
      },
    },
  };
  const saved = { state: { old: OLD } };
  const progress = new Emitter<RefactorProgress>();
  progress.event((event) => progressEvents.push(event));
  const context = { ports, saved, progress, signal: SIGNAL } as unknown as RefactorContext;
  // Always the highest value, so that the sample differs from the first users.
  const withoutOld = await checkSample(context, holders, 'new', () => 0.999_999);
  return { withoutOld, progressEvents, readUsers, counts: holders.counts };
}

describe('checkSample', () => {
  it('counts users who have none of the old tags, but not those who lack only one of them', async () => {
    const lists = [['new'], ['old', 'new'], ['new', 'older'], ['old', 'older', 'new'], ['new']];
    const { withoutOld, readUsers, counts } = await sampleOf(
      lists.length,
      (user) => lists[user] ?? [],
    );
    assert.deepEqual([readUsers.length, withoutOld], [5, 2]);
    assert.deepEqual([counts.withNew, counts.failed], [5, 0]);
  });

  it('counts users without the new tag as failed', async () => {
    const { counts } = await sampleOf(4, (user) => (user === 2 ? ['old'] : ['new']));
    assert.deepEqual([counts.withNew, counts.failed], [3, 1]);
  });

  it('samples 20 users, 1 % of them, or 200, each user once', async () => {
    for (const [users, sampleSize] of [
      [0, 0],
      [7, 7],
      [30, 20],
      [2001, 21],
      [19_900, 199],
      [30_000, 200],
    ] as const) {
      const { withoutOld, readUsers, progressEvents } = await sampleOf(users, () => ['new']);
      assert.deepEqual([readUsers.length, withoutOld], [sampleSize, sampleSize], `${users} users`);
      assert.equal(new Set(readUsers).size, sampleSize);
      const checkedCounts = progressEvents.map(
        (progressEvent) =>
          progressEvent.kind === 'sampling' && [progressEvent.done, progressEvent.total],
      );
      const steps = Array.from({ length: sampleSize + 1 }, (_, step) => [step, sampleSize]);
      assert.deepEqual(checkedCounts, steps);
    }
  });

  it('picks users at random', async () => {
    const { readUsers } = await sampleOf(30, () => ['new']);
    // Each pick swaps the last user with the user at the current position.
    assert.deepEqual(readUsers.slice(0, 3), ['U29', 'U0', 'U1']);
  });
});
