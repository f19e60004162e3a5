import type { Plan } from '../base/plan.ts';

/** What a plan knows of its users for so long; later somebody else may have changed it, ms. */
export const FRESH_FOR = 15 * 60_000;

/**
 * The plan as it is to be run. One that is older, or whose users may have been tagged since it was made, asks for each
 * user's tags first: otherwise a tag that came meanwhile would be counted once more, and Undo would take it off.
 */
export function asRun(
  plan: Plan,
  { now, isOutdated }: { readonly now: number; readonly isOutdated: boolean },
): Plan {
  if (plan.action === 'delete' || plan.checkFirst) return plan;
  const isFresh = now - plan.made <= FRESH_FOR && plan.made <= now;
  return isFresh && !isOutdated ? plan : { ...plan, checkFirst: true };
}
