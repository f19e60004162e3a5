import type { FieldName } from './customerFields.ts';

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

/** What `JSON.parse` read may be nested too deeply for `JSON.stringify`: `undefined` then, as for `undefined`. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** What ends a line for some readers, or turns its direction, and what no editor shows. */
const UNUSUAL = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
const MAYBE_UNUSUAL = /[^ -~\u00a0-\u1fff\u3000-\ud7ff]/;

/** A text as JSON that stays on one line wherever it is shown, and shows what it says. */
export function jsonText(text: string): string {
  const json = JSON.stringify(text);
  return MAYBE_UNUSUAL.test(json) ? json.replaceAll(UNUSUAL, escaped) : json;
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the fields of the JSON object in a text, read as hostile. No field if the text holds anything else. */
export function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text) as unknown);
  } catch {
    return {};
  }
}

/** Returns the fields of an object without those of its prototype. No field for any other value, arrays included. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value)) : {};
}

const LONGEST = 1000;

/** Whether the value is a text with 1 to 1,000 characters. */
export function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST;
}
