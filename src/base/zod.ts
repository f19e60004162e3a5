import { en } from 'zod/locales';
import { config } from 'zod/mini';
import { $ZodCatch, type $ZodType, type output } from 'zod/v4/core';

/** Exports of zod that the project uses. Bundles share this single copy of zod (scripts/sharedBundles.ts). */
export {
  _default,
  array,
  boolean,
  custom,
  discriminatedUnion,
  enum,
  int,
  literal,
  looseObject,
  maximum,
  maxLength,
  minimum,
  minLength,
  nullable,
  nullish,
  number,
  object,
  optional,
  partial,
  partialRecord,
  pipe,
  readonly,
  refine,
  regex,
  strictObject,
  string,
  transform,
  union,
  unknown,
} from 'zod/mini';
export type { core, infer, input, ZodMiniObject, ZodMiniType, ZodMiniUnion } from 'zod/mini';

// zod/mini sets no language of messages. The configuration is shared by every zod 4 in the process, so a language that
// another extension has set is kept, as `zod` itself does.
if (config().localeError === undefined) config(en());

/** Accepts every value: one that `schema` rejects becomes `fallback`. `catch` of zod would bundle all its helpers. */
export function orElse<T extends $ZodType>(schema: T, fallback: output<T>): $ZodCatch<T> {
  return new $ZodCatch({
    type: 'catch',
    innerType: schema,
    catchValue: () => fallback,
  }) as $ZodCatch<T>;
}
