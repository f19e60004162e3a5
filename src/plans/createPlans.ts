import type { ExportFiles } from '../core/plans/openedExport.ts';
import type { PlanTexts } from '../core/plans/planTexts.ts';
import type { InputFiles } from '../core/plans/inputFiles.ts';
import { openExport } from './exported/openExport.ts';
import { hashOf } from './hashOf.ts';
import { openInput } from './input/openInput.ts';
import { readPlan } from './readPlan.ts';
import { writePlan } from './writePlan.ts';

/** What plans are written, read and made of files with, as a bundle of its own: loaded with the first plan. */
export function createPlans(): PlanTexts & InputFiles & ExportFiles {
  return { write: writePlan, read: readPlan, hashOf, openInput, openExport };
}
