import * as z from 'zod';

/**
 * Schema of a customer as in docs/service-interface.md. Independent of the product's own checks, which tests compare
 * with it.
 */
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
