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
  it('checks first if the plan is older than 15 minutes, or from the future', () => {
    const checksFirst = (now: number): boolean =>
      preparePlanForRun(plan, { now, isOutdated: false }).checkFirst;
    assert.equal(checksFirst(MADE), false);
    assert.equal(checksFirst(MADE + 15 * MINUTES), false);
    assert.equal(checksFirst(MADE + 15 * MINUTES + 1), true);
    assert.equal(checksFirst(MADE - 1), true);
  });

  it('checks first if its users may have been tagged since', () => {
    assert.equal(preparePlanForRun(plan, { now: MADE, isOutdated: true }).checkFirst, true);
  });

  it('returns a plan unchanged if it checks first anyway, or deletes items', () => {
    const checkingPlan: Plan = { ...plan, checkFirst: true };
    assert.equal(preparePlanForRun(checkingPlan, { now: MADE, isOutdated: true }), checkingPlan);
    const deleting: Plan = { ...plan, action: 'delete' };
    assert.equal(preparePlanForRun(deleting, { now: MADE * 2, isOutdated: true }), deleting);
  });
});
