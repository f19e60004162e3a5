import * as z from '../base/zod.ts';
import { goOn, run, text } from './argumentParts.ts';
import { gives, givesText } from './command.ts';
import type { PlanRun, SavedRows } from './results.ts';

/** Commands about an existing run. */
export const RUN_COMMANDS = {
  /** @returns the URI of the run's result */
  'botTags.openRun': givesText(run),
  'botTags.pauseRun': gives<PlanRun>()(run),
  'botTags.retryFailed': gives<PlanRun>()({ ...run, ...goOn }),
  'botTags.checkUnknown': gives<PlanRun>()(run),
  'botTags.saveFailedRows': gives<SavedRows>()({
    ...run,
    /** Absolute path or file: URI. */
    file: text,
    /** Replaces the file. */
    overwrite: z.boolean().optional(),
  }),
};
