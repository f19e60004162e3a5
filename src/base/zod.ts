/** Exports of zod that the project uses. Bundles share this single copy of zod (scripts/lazyBundles.ts). */
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
