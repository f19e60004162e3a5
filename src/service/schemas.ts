import * as z from '../base/zod.ts';
import { readNumber } from '../base/customer.ts';

/** Schema of an ID. IDs are strings, but an ID of digits only may be returned as a number. */
const id = z.union([z.string().min(1), z.int().transform(String)]);

/** Contract, section 4.2. */
export const remoteItem = z.looseObject({
  id,
  name: z.string(),
  botId: z.string(),
  type: z.number(),
  created: z
    .number()
    .nullish()
    .transform((value) => value ?? undefined),
});

/** Contract, section 4.3. */
export const deletedIds = z.array(id);

/** Contract, sections 4.4 and 4.5. */
export const ok = z.literal('ok');

/** Tag of a user. A missing or invalid time counts as unknown and does not invalidate the list. */
const userTag = z.looseObject({
  id,
  name: z.string(),
  timestamp: z.unknown().optional().transform(readNumber),
});

const userId = z.union([z.string(), z.int().transform(String)]).nullish();

/** Contract, section 4.6. */
export const userTagLists = z.array(
  z.looseObject({
    bot_uid: userId,
    bot_raw_uid: userId,
    bot_pid: userId,
    bot_channel: z
      .union([
        z.number(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ])
      .nullish(),
    tags: z
      .array(userTag)
      .nullish()
      .transform((tags) => tags ?? []),
  }),
);

/**
 * Contract, section 2.5. Records are validated separately, so that a bad one never loses the page.
 */
export const customerPage = z.looseObject({
  records: z.array(z.unknown()),
  next: z.union([z.string(), z.int().transform(String)]).nullish(),
});
