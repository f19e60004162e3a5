import type { PlanTexts } from '../core/plans/planTexts.ts';
import { hashOf } from './hashOf.ts';
import { readPlan } from './readPlan.ts';
import { writePlan } from './writePlan.ts';

/** What plans are written and read with, as a bundle of its own: loaded with the first plan. */
export function createPlans(): PlanTexts {
  return { write: writePlan, read: readPlan, hashOf };
}
