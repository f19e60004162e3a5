import * as z from 'zod';

/** IDs are strings; one of digits only may come back as a number. */
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

const userTag = z.looseObject({ id, name: z.string(), timestamp: z.number() });

/** Contract, section 4.6. */
export const userTagLists = z.array(
  z.looseObject({
    bot_uid: z.string().nullish(),
    bot_raw_uid: z.string().nullish(),
    bot_pid: z.string().nullish(),
    bot_channel: z.number().nullish(),
    tags: z
      .array(userTag)
      .nullish()
      .transform((tags) => tags ?? []),
  }),
);

/** Contract, section 2.5. The records are checked one by one, so that one bad record never loses a page. */
export const customerPage = z.looseObject({
  records: z.array(z.unknown()),
  next: z.union([z.string(), z.int().transform(String)]).nullish(),
});

/** Contract, section 2.4. `isCustomer` is the same check by hand, fast enough for every record. */
export const customer = z.looseObject({
  id: z.string(),
  name: z.string(),
  platform: z.string(),
  pageId: z.string(),
  status: z.number(),
  created: z.number(),
  lastActive: z.number(),
  pic: z.string().nullish(),
  tags: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      timestamp: z.number(),
      count: z.number(),
    }),
  ),
  params: z.array(z.looseObject({ name: z.string(), value: z.string(), timestamp: z.number() })),
  email: z.string().nullish(),
  gender: z.string().nullish(),
  birthday: z.string().nullish(),
  phone: z.string().nullish(),
  extId: z.string().nullish(),
});
