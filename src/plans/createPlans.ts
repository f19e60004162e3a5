import type { PlanTexts } from './planTexts.ts';
import type { InputFiles } from './input/inputFiles.ts';
import { hashOf } from './hashOf.ts';
import { openInput } from './input/openInput.ts';
import { readPlan } from './readPlan.ts';
import { writePlan } from './writePlan.ts';

/** What plans are written, read and made of files with, as a bundle of its own: loaded with the first plan. */
export function createPlans(): PlanTexts & InputFiles {
  return { write: writePlan, read: readPlan, hashOf, openInput };
}
