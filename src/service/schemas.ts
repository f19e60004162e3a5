import * as z from '../base/zod.ts';
import { readNumber } from '../base/customer.ts';

/** Schema of an ID. IDs are strings, but an ID of digits only may be returned as a number. */
const id = z.union([z.string().check(z.minLength(1)), z.pipe(z.int(), z.transform(String))]);

/** Schema of an item (docs/service-interface.md, section 4.2). */
export const remoteItem = z.looseObject({
  id,
  name: z.string(),
  botId: z.string(),
  type: z.number(),
  created: z.pipe(
    z.nullish(z.number()),
    z.transform((value) => value ?? undefined),
  ),
});

/** Schema of the IDs that "delete" returns (docs/service-interface.md, section 4.3). */
export const deletedIds = z.array(id);

/** Schema of the result of "attach" and "detach" (docs/service-interface.md, sections 4.4, 4.5). */
export const okResult = z.literal('ok');

/** Tag of a user. A missing or invalid time counts as unknown and does not invalidate the list. */
const userTag = z.looseObject({
  id,
  name: z.string(),
  timestamp: z.pipe(z.optional(z.unknown()), z.transform(readNumber)),
});

const userId = z.nullish(z.union([z.string(), z.pipe(z.int(), z.transform(String))]));

/** Schema of the tag lists of a user (docs/service-interface.md, section 4.6). */
export const userTagLists = z.array(
  z.looseObject({
    bot_uid: userId,
    bot_raw_uid: userId,
    bot_pid: userId,
    bot_channel: z.nullish(
      z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))]),
    ),
    tags: z.pipe(
      z.nullish(z.array(userTag)),
      z.transform((tags) => tags ?? []),
    ),
  }),
);

/**
 * Schema of a page of customers (docs/service-interface.md, section 2.5). Records are validated
 * separately, so that one invalid record does not invalidate the page.
 */
export const customerPage = z.looseObject({
  records: z.array(z.unknown()),
  next: z.pipe(
    z.nullish(z.union([z.string(), z.pipe(z.int(), z.transform(String))])),
    // The last page may have no key, null or an empty key.
    z.transform((key) => key || undefined),
  ),
});
