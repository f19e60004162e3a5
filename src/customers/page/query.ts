import type { MAX_LIMIT, MIN_LIMIT } from '../../base/model.ts';

// Literal types guarantee that these limits equal those of the model, without importing its code into the grid.
export const LEAST: typeof MIN_LIMIT = 1;
export const MOST: typeof MAX_LIMIT = 3086;

/** @returns `undefined` unless the text is a whole number in the allowed range */
export function parseLimit(text: string): number | undefined {
  if (!/^\d{1,4}$/.test(text.trim())) return undefined;
  const limit = Number(text);
  return limit >= LEAST && limit <= MOST ? limit : undefined;
}
