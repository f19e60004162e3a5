import type { FieldName } from './customerFields.ts';

export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a field of a record. A record that is not an object is returned whole as its `name`, so that it is shown. */
export function valueOf(record: unknown, field: FieldName): unknown {
  return field === 'name' && !isObject(record) ? record : fieldOf(record, field);
}

/** Returns a text unchanged, `''` for `null` and `undefined`, and JSON for other values (`…` if nested too deeply). */
export function raw(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : (jsonOf(value) ?? '…');
}

/** Serializes a value. Returns `undefined` for `undefined`, and for a value that is nested too deeply. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Characters that some readers treat as a line end, that change the text direction, or that editors do not show. */
const UNUSUAL = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
/** Matches every character of `UNUSUAL`, and others. Only a text that matches needs the slow replacement. */
const MAYBE_UNUSUAL = /[^ -~\u00a0-\u1fff\u3000-\ud7ff]/;

/** Returns a text as JSON that stays on one line in every viewer, with all invisible characters escaped. */
export function jsonText(text: string): string {
  const json = JSON.stringify(text);
  return MAYBE_UNUSUAL.test(json) ? json.replaceAll(UNUSUAL, escaped) : json;
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the fields of the JSON object in an untrusted text, or no fields if the text is anything else. */
export function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  return fieldsOf(parseJson(text));
}

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the fields of an object without those of its prototype. Any other value, arrays included, has no fields. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? Object.fromEntries(Object.entries(value)) : {};
}

const MAX_SHORT_LENGTH = 1000;

export function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_SHORT_LENGTH;
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
