import type { TidyFinding, TidyReason } from '../tidyUp.ts';
import type { OverviewAction } from '../overviewCharts.ts';

const ACTIONS: Readonly<Record<TidyReason, readonly OverviewAction[]>> = {
  similar: ['customers', 'merge'],
  sameName: ['tree', 'merge'],
  stale: ['customers', 'planDelete'],
  nobody: ['verify', 'tree', 'planDelete'],
  fewer: ['customers', 'planDelete'],
  gone: ['tree', 'remove'],
  unplaced: ['tree', 'moveToFolder'],
};

/** What changes something at the service. */
export const WRITES: readonly OverviewAction[] = ['merge', 'planDelete'];

/** What can be done about it. @param isWhole everybody was counted: else it may be on others, and is not proposed to be deleted */
export function actionsFor(
  { reason, tags }: TidyFinding,
  isWhole: boolean,
): readonly OverviewAction[] {
  return ACTIONS[reason].filter((action) => {
    if (action === 'planDelete') return isWhole;
    // Only what is in the list has a place in the tree, and can be merged.
    return !['tree', 'merge', 'verify'].includes(action) || tags.some(({ isListed }) => isListed);
  });
}
