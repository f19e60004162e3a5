import type { MAX_LIMIT, MIN_LIMIT } from '../../base/model.ts';

// As literal types they cannot differ from the model's, and no code of it comes into the grid.
export const LEAST: typeof MIN_LIMIT = 1;
export const MOST: typeof MAX_LIMIT = 3086;

/** @returns `undefined` unless it is a whole number in the range */
export function parseLimit(text: string): number | undefined {
  if (!/^\d{1,4}$/.test(text.trim())) return undefined;
  const limit = Number(text);
  return limit >= LEAST && limit <= MOST ? limit : undefined;
}
