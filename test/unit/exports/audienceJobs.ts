import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AudienceFormat, AudienceJob } from '../../../src/base/exportPlan.ts';
import type { Customer } from '../../../src/base/model.ts';

export const jobOf = (
  file: string,
  format: AudienceFormat,
  { overwrite = false } = {},
): AudienceJob => ({ file, format, mayReplace: () => overwrite });

export async function* batches(...customerBatches: readonly (readonly (Customer | undefined)[])[]) {
  yield* customerBatches;
}

export const user = (id: string, pageId = 'p', platform = 'LINE'): Customer => ({
  id,
  pageId,
  platform,
});

/** Returns the names of all files in the folder of a file. */
export const filesIn = (file: string): readonly string[] => readdirSync(dirname(file)).toSorted();
