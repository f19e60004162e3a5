import type * as model from '../../base/model.ts';

// Literal types guarantee that these limits equal those of the model, without importing its code into the grid.
export const MIN_LIMIT: typeof model.MIN_LIMIT = 1;
export const MAX_LIMIT: typeof model.MAX_LIMIT = 3086;

/** Returns `undefined` unless the text is a whole number in the allowed range. */
export function parseLimit(text: string): number | undefined {
  if (!/^\d{1,4}$/.test(text.trim())) return undefined;
  const limit = Number(text);
  return limit >= MIN_LIMIT && limit <= MAX_LIMIT ? limit : undefined;
}
