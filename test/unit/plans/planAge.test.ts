import assert from 'node:assert/strict';
import type { Plan } from '../../../src/base/plan.ts';
import { preparePlanForRun } from '../../../src/plans/earlierTaggings.ts';

const MADE = 1_790_000_000_000;
const MINUTES = 60_000;

const plan: Plan = {
  action: 'attach',
  botId: 'b',
  baseUrl: '',
  environment: '',
  tags: [{ id: 't', name: 'T' }],
  checkFirst: false,
  made: MADE,
  source: { kind: 'service' },
  users: [],
  items: [],
};

describe('preparePlanForRun', () => {
  it('makes the run read the tags first if the plan is older than 15 minutes, or from the future', () => {
    const checksFirst = (now: number): boolean =>
      preparePlanForRun(plan, { now, isOutdated: false }).checkFirst;
    assert.equal(checksFirst(MADE), false);
    assert.equal(checksFirst(MADE + 15 * MINUTES), false);
    assert.equal(checksFirst(MADE + 15 * MINUTES + 1), true);
    assert.equal(checksFirst(MADE - 1), true);
  });

  it('makes the run read the tags first if the users may have been tagged since', () => {
    assert.equal(preparePlanForRun(plan, { now: MADE, isOutdated: true }).checkFirst, true);
  });

  it('returns a plan unchanged if its run reads the tags anyway, or deletes items', () => {
    const checkingPlan: Plan = { ...plan, checkFirst: true };
    assert.equal(preparePlanForRun(checkingPlan, { now: MADE, isOutdated: true }), checkingPlan);
    const deleting: Plan = { ...plan, action: 'delete' };
    assert.equal(preparePlanForRun(deleting, { now: MADE * 2, isOutdated: true }), deleting);
  });
});
