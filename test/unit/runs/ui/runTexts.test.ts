import assert from 'node:assert/strict';
import type { RunRecord } from '../../../../src/catalogue/journal.ts';
import { writeRunDetail } from '../../../../src/runs/runDetail.ts';
import type { PlanTag } from '../../../../src/base/plan.ts';
import { COUNTS, runRecord } from '../../catalogue/store/journalRecords.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { doneText } = await withVscodeTexts(() => import('../../../../src/runs/ui/runTexts.ts'));

const [VIP, CAKE] = [
  { id: 'v', name: 'VIP' },
  { id: 'c', name: 'Cake' },
];

interface Ran {
  readonly tags?: readonly PlanTag[];
  readonly users?: number;
  /** Of requests, as `done`. */
  readonly total?: number;
  readonly done?: number;
  /** Instead of failures. */
  readonly counts?: Partial<RunRecord['counts']>;
}

/** @param undone what the run did that an undo takes back */
function told(kind: RunRecord['kind'], ran: Ran = {}, undone: 'attach' | 'detach' = 'attach') {
  const { tags = [VIP], users = 3 } = ran;
  const { total = users } = ran;
  const { done = total } = ran;
  const detail = writeRunDetail({ tags, users, checkFirst: false, action: undone });
  const failed = { total, done, waiting: 0, failed: total - done };
  const counts = { ...COUNTS, ...failed, ...ran.counts };
  return doneText(runRecord('r', { kind, detail, counts, botLabel: 'Shop' }));
}

describe('the message after a run', () => {
  it('says what is on or off how many customers', () => {
    assert.equal(told('attach'), '"VIP" attached to 3 customers.');
    assert.equal(told('detach', { users: 1 }), '"VIP" detached from 1 customer.');
    assert.equal(told('undo', {}, 'attach'), '"VIP" detached from 3 customers.');
    assert.equal(told('undo', {}, 'detach'), '"VIP" attached to 3 customers.');
    assert.equal(told('undo', { total: 2 }, 'attach'), '"VIP" detached from 2 customers.');
    assert.equal(
      told('attach', { tags: [VIP, CAKE], total: 6 }),
      '2 tags attached to 3 customers.',
    );
  });

  it('says of how many customers it is, and what became of the others', () => {
    assert.equal(told('attach', { done: 1 }), '"VIP" attached to 1 of 3 customers. 2 failed.');
    assert.equal(told('detach', { done: 0 }), '"VIP" detached from 0 of 3 customers. 3 failed.');
    const counts = { done: 210, failed: 1, unknown: 2, skipped: 3, waiting: 0 };
    assert.equal(
      told('attach', { total: 216, counts }),
      '"VIP" attached to 210 of 216 customers. 1 failed, 2 unknown, 3 skipped.',
    );
  });

  it('gives the counts where the number of customers is not known', () => {
    assert.equal(told('rename', { done: 1 }), 'Rename "VIP" to "" (bot "Shop"): 1 done, 2 failed.');
    const two = { tags: [VIP, CAKE], total: 5 };
    assert.equal(told('attach', two), 'Attach 2 tags (bot "Shop"): 5 done.');
    assert.equal(told('undo', two), 'Undo: Attach 2 tags (bot "Shop"): 5 done.');
    assert.equal(told('delete', { tags: [] }), 'Delete Tags and Folders (bot "Shop"): 3 done.');
  });
});
