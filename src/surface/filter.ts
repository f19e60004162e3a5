import * as z from '../schema/zod.ts';
import { MOST_OF_SEGMENT } from '../segments/words.ts';

/** Which customers, as earlier versions kept it for the Customers page, and as programs may say it. */
export const filter = z.strictObject({
  /** Words that all have to stand somewhere in a record. */
  text: z.string().max(1000),
  status: z.array(z.string()),
  platform: z.array(z.string()),
  /** IDs */
  tag: z.array(z.string()),
  /** Last interaction, ms; both ends belong to it. */
  after: z.int().nullable(),
  before: z.int().nullable(),
  /** As `src/segments` reads it; early versions had none. */
  segment: z.string().max(MOST_OF_SEGMENT).default(''),
});

export type Filter = z.infer<typeof filter>;
