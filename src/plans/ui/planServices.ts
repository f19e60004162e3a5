import type { Lazy } from '../../base/promises.ts';
import type { ExportServices } from '../../exports/ui/exportServices.ts';
import type * as planTexts from '../planTexts.ts';
import type { PlanEditors } from './planEditors.ts';
import type { PlanRuns } from './planRuns.ts';

export interface PlanServices extends ExportServices {
  readonly planTexts: Lazy<typeof planTexts>;
  readonly planEditors: PlanEditors;
  readonly planRuns: PlanRuns;
}
