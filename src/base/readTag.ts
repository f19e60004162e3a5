import type { CustomerTag } from './model.ts';

/**
 * A tag on a user, from a list or a record, as far as it can be read. It needs an ID and a name; an ID of digits may
 * come as a number. A time or count that is no number is not known.
 */
export function readTag(entry: unknown): CustomerTag | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { id, name, timestamp, count } = entry as Readonly<Record<string, unknown>>;
  const text = Number.isSafeInteger(id) ? String(id) : id;
  if (typeof text !== 'string' || text === '' || typeof name !== 'string') return undefined;
  const [time, times] = [readNumber(timestamp), readNumber(count)];
  return {
    ...{ id: text, name },
    ...(time === undefined ? {} : { timestamp: time }),
    ...(times === undefined ? {} : { count: times }),
  };
}

/** A number, also one that came as a text of digits; `undefined` for everything else. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const isDigits = typeof value === 'string' && /^\d{1,16}$/.test(value);
  return isDigits && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}
