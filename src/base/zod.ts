/** All of zod that is used here: bundles share this one copy of it (scripts/lazyBundles.ts). */
export {
  array,
  boolean,
  custom,
  discriminatedUnion,
  enum,
  int,
  literal,
  looseObject,
  number,
  object,
  partialRecord,
  strictObject,
  string,
  union,
  unknown,
} from 'zod';
export type { core, infer, ZodError, ZodObject, ZodType, ZodUnion } from 'zod';
