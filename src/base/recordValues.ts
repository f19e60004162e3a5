import type { FieldName } from './customerFields.ts';
import { jsonOf } from './jsonOf.ts';

/** A field of something that should be an object; `undefined` when it is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a record; what is no object stands whole in the place of its name. */
export function valueOf(record: unknown, field: FieldName): unknown {
  return field === 'name' && !isObject(record) ? record : fieldOf(record, field);
}

/** Text as it is, nothing for `null` and what is missing, anything else as JSON; `…` for what is too deep to be shown. */
export function raw(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : (jsonOf(value) ?? '…');
}
