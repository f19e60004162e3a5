import { MAX_LIMIT, MIN_LIMIT } from '../../base/model.ts';

/** Returns `undefined` unless the text is a whole number in the allowed range. */
export function parseLimit(text: string): number | undefined {
  if (!/^\d{1,4}$/.test(text.trim())) return undefined;
  const limit = Number(text);
  return limit >= MIN_LIMIT && limit <= MAX_LIMIT ? limit : undefined;
}
