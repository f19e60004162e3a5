import assert from 'node:assert/strict';
import type { RunRecord } from '../../../../src/catalogue/journal.ts';
import { writeRunDetail } from '../../../../src/runs/journalEntries.ts';
import type { PlanTag } from '../../../../src/base/plan.ts';
import { COUNTS, runRecord } from '../../catalogue/store/journalRecords.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { doneText } = await withVscodeTexts(() => import('../../../../src/runs/ui/runTexts.ts'));

const [VIP, CAKE] = [
  { id: 'v', name: 'VIP' },
  { id: 'c', name: 'Cake' },
];

interface RunCase {
  readonly tags?: readonly PlanTag[];
  readonly users?: number;
  /** Number of operations of the run. Defaults to `users`. */
  readonly total?: number;
  /** Number of completed operations, while the others failed. Defaults to `total`. */
  readonly done?: number;
  /** Counts that replace the derived ones. */
  readonly counts?: Partial<RunRecord['counts']>;
}

/** @param undone action of the run that an undo reverts */
function messageOf(
  kind: RunRecord['kind'],
  ran: RunCase = {},
  undone: 'attach' | 'detach' = 'attach',
) {
  const { tags = [VIP], users = 3 } = ran;
  const { total = users } = ran;
  const { done = total } = ran;
  const detail = writeRunDetail({ tags, users, checkFirst: false, action: undone });
  const failed = { total, done, waiting: 0, failed: total - done };
  const counts = { ...COUNTS, ...failed, ...ran.counts };
  return doneText(runRecord('r', { kind, detail, counts, botLabel: 'Shop' }));
}

describe('doneText', () => {
  it('shows which tags are on or off how many customers', () => {
    assert.equal(messageOf('attach'), '"VIP" attached to 3 customers.');
    assert.equal(messageOf('detach', { users: 1 }), '"VIP" detached from 1 customer.');
    assert.equal(messageOf('undo', {}, 'attach'), '"VIP" detached from 3 customers.');
    assert.equal(messageOf('undo', {}, 'detach'), '"VIP" attached to 3 customers.');
    assert.equal(messageOf('undo', { total: 2 }, 'attach'), '"VIP" detached from 2 customers.');
    assert.equal(
      messageOf('attach', { tags: [VIP, CAKE], total: 6 }),
      '2 tags attached to 3 customers.',
    );
  });

  it('shows the number of changed customers, and the outcomes of the others', () => {
    assert.equal(messageOf('attach', { done: 1 }), '"VIP" attached to 1 of 3 customers. 2 failed.');
    assert.equal(
      messageOf('detach', { done: 0 }),
      '"VIP" detached from 0 of 3 customers. 3 failed.',
    );
    const counts = { done: 210, failed: 1, unknown: 2, skipped: 3, waiting: 0 };
    assert.equal(
      messageOf('attach', { total: 216, counts }),
      '"VIP" attached to 210 of 216 customers. 1 failed, 2 unknown, 3 skipped.',
    );
  });

  it('shows the counts if the number of customers is unknown', () => {
    assert.equal(
      messageOf('rename', { done: 1 }),
      'Rename "VIP" to "" (bot "Shop"): 1 done, 2 failed.',
    );
    const twoTags = { tags: [VIP, CAKE], total: 5 };
    assert.equal(messageOf('attach', twoTags), 'Attach 2 tags (bot "Shop"): 5 done.');
    assert.equal(messageOf('undo', twoTags), 'Undo: Attach 2 tags (bot "Shop"): 5 done.');
    assert.equal(
      messageOf('delete', { tags: [] }),
      'Delete Tags and Folders (bot "Shop"): 3 done.',
    );
  });
});
