import assert from 'node:assert/strict';
import { BUDGETS, checkBudgets, KB } from '../../../scripts/artefact/budgets.ts';

const within = (): Map<string, number> =>
  new Map(Object.entries(BUDGETS).map(([name, budget]) => [name, budget * KB]));

describe('the budgets of bundles', () => {
  it('give what is loaded at activation 24 KB', () => {
    assert.equal(BUDGETS['extension.cjs'], 24);
  });

  it('let pass what is as large as it may be', () => {
    checkBudgets(within());
  });

  it('name each that is too large, was not built, or has none', () => {
    const sizes = within();
    sizes.set('extension.cjs', 24 * KB + 1).set('new.cjs', 1);
    sizes.delete('zod.cjs');
    assert.throws(
      () => checkBudgets(sizes),
      (error: Error) => {
        assert.match(error.message, /dist\/extension\.cjs has 24\.0 KB; it may have 24 KB\./);
        assert.match(error.message, /dist\/zod\.cjs has a budget, but was not built\./);
        assert.match(error.message, /dist\/new\.cjs has no budget\./);
        return true;
      },
    );
  });
});
