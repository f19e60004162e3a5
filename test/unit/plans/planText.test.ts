import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPlan } from '../../../src/plans/readPlan.ts';
import { anyPlan, bare, signal, written } from './plans.ts';

describe('the text of a plan', () => {
  it('says the same again when it is read', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async ({ head, lines }) => {
        const text = await written(head, lines);
        const { plan, problems } = await readPlan(text, signal);
        assert.deepEqual(problems, []);
        const isDelete = head.action === 'delete';
        const [users, items] = isDelete ? [[], lines] : [lines, []];
        assert.deepEqual(plan && bare(plan), structuredClone({ ...head, users, items }));
      }),
      { numRuns: 300 },
    );
  });
});
