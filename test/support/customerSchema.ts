import * as z from 'zod';

/** Schema of a customer as in section 2.4 of the contract, independent of the product's checks that it is compared with. */
export const customerSchema = z.looseObject({
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
      id: z.string().refine((text) => text !== ''),
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
