import * as z from '../base/zod.ts';
import { MAX_SEGMENT_LENGTH } from '../search/words.ts';

/** Filter argument of commands. Earlier versions also stored it as the state of the Customers page. */
export const filter = z.strictObject({
  /** Words that must all occur in a record. */
  text: z.string().check(z.maxLength(1000)),
  status: z.array(z.string()),
  platform: z.array(z.string()),
  /** IDs */
  tag: z.array(z.string()),
  /** Bounds of the last interaction in ms, both inclusive. */
  after: z.nullable(z.int()),
  before: z.nullable(z.int()),
  /** Segment text. Early versions had none. */
  segment: z._default(z.string().check(z.maxLength(MAX_SEGMENT_LENGTH)), ''),
});
