import assert from 'node:assert/strict';
import { BUDGETS, checkBudgets, KB } from '../../../scripts/artefact/budgets.ts';

const sizesAtBudget = (): Map<string, number> =>
  new Map(Object.entries(BUDGETS).map(([name, budget]) => [name, budget * KB]));

describe('checkBudgets', () => {
  it('allows 23 KB for the bundle that is loaded at activation', () => {
    assert.equal(BUDGETS['extension.cjs'], 23);
  });

  it('accepts bundles exactly at their budgets', () => {
    checkBudgets(sizesAtBudget());
  });

  it('names each bundle that is too large, was not built, or has no budget', () => {
    const sizes = sizesAtBudget();
    sizes.set('extension.cjs', 23 * KB + 1).set('new.cjs', 1);
    sizes.delete('zod.cjs');
    assert.throws(
      () => checkBudgets(sizes),
      (error: Error) => {
        assert.match(error.message, /dist\/extension\.cjs has 23\.0 KB; it may have 23 KB\./);
        assert.match(error.message, /dist\/zod\.cjs has a budget, but was not built\./);
        assert.match(error.message, /dist\/new\.cjs has no budget\./);
        return true;
      },
    );
  });
});
