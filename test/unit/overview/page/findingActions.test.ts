import assert from 'node:assert/strict';
import { OverviewFormat } from '../../../../src/overview/page/overviewFormat.ts';
import { actionsFor } from '../../../../src/overview/page/tidyFinding.ts';
import type { TagFacts, TidyReason } from '../../../../src/overview/tidyUp.ts';

describe('actionsFor', () => {
  const actions = (reason: TidyReason, isListed: boolean, isWhole = true) => {
    const tag = { id: 't', isListed } as TagFacts;
    return actionsFor({ reason, tags: [tag] }, isWhole);
  };

  it('offers to delete only tags of the list, and only if all customers were counted', () => {
    for (const reason of ['stale', 'fewer'] as const) {
      assert.deepEqual(actions(reason, true), ['customers', 'planDelete']);
      assert.deepEqual(actions(reason, false), ['customers']);
      assert.deepEqual(actions(reason, true, false), ['customers']);
    }
  });
});

describe('OverviewFormat', () => {
  it('shows no share of some customers as 0%', () => {
    const format = new OverviewFormat('en');
    const shares = [0, 1, 4, 5, 40, 1234].map((part) => format.share(part, 10_000));
    assert.deepEqual(shares, ['0%', '<0.1%', '<0.1%', '0.1%', '0.4%', '12%']);
  });
});
