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
