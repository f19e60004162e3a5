import assert from 'node:assert/strict';
import type { Plan } from '../../src/base/plan.ts';
import type * as planTexts from '../../src/plans/planTexts.ts';
import { PlansOfRuns } from '../../src/runs/ui/operationsOfRun.ts';
import { failure } from './product.ts';

const UNTITLED = 'untitled:VIP';

/** Returns a plan with this number of lines. */
function planOf(lineCount: number): Plan {
  const line = { user: undefined, skip: undefined, except: [], row: undefined, name: undefined };
  return {
    action: 'attach',
    botId: 'b',
    baseUrl: '',
    environment: '',
    checkFirst: false,
    made: 0,
    tags: [],
    source: { kind: 'selected' },
    items: [],
    users: Array.from({ length: lineCount }, (_, index) => ({ ...line, line: index + 1 })),
  };
}

describe('PlansOfRuns', () => {
  const texts = {} as typeof planTexts;
  const createPlans = () => new PlansOfRuns(Object.assign(async () => texts, { current: texts }));

  it('keeps plans without a file while the window is open, but drops the oldest if newer ones have too many lines', async () => {
    const plans = createPlans();
    const small = Array.from({ length: 100 }, () => planOf(50));
    for (const [index, plan] of small.entries())
      plans.add({ hash: `small ${index}`, plan: UNTITLED }, plan);
    for (const [index, plan] of small.entries()) {
      assert.equal(await plans.planOf({ hash: `small ${index}`, plan: UNTITLED }), plan);
    }
    const large = [planOf(100_000), planOf(100_000), planOf(100_000)];
    for (const [index, plan] of large.entries())
      plans.add({ hash: `large ${index}`, plan: UNTITLED }, plan);
    for (const index of [1, 2]) {
      assert.equal(await plans.planOf({ hash: `large ${index}`, plan: UNTITLED }), large[index]);
    }
    assert.match(
      await failure(plans.planOf({ hash: 'small 99', plan: UNTITLED })),
      /^The list of customers for this run was kept only until the window closed/,
    );
  });
});
