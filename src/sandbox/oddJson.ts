/** In every object that `oddJson` writes; no double holds this number. */
export const ODD_FIELD = '"x_unknown" : 12345678901234567890.10';

/**
 * JSON of the same meaning (plus one unknown field in every object), spelled as no serializer would: only a
 * copy byte for byte can show it as it was sent.
 */
export function oddJson(value: unknown): string {
  if (typeof value === 'number') return oddNumber(value);
  if (typeof value === 'string') return oddString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[ ${value.map((element) => oddJson(element)).join(' ,\t')} ]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const texts = fields.map(([key, field]) => `${oddKey(key)} : ${oddJson(field)}`);
  return `{\r\n\t${[ODD_FIELD, ...texts.toReversed()].join(',\r\n\t')} }`;
}

function oddNumber(value: number): string {
  if (!Number.isInteger(value)) return JSON.stringify(value);
  return Math.abs(value) < 1e6 ? `${value}.0` : value.toExponential();
}

function oddString(text: string): string {
  const first = text.charCodeAt(0);
  if (Number.isNaN(first)) return '""';
  const rest = JSON.stringify(text.slice(1)).slice(1, -1).replaceAll('/', '\\/');
  return `"\\u${first.toString(16).padStart(4, '0')}${rest}"`;
}

function oddKey(key: string): string {
  return key.startsWith('n') ? oddString(key) : JSON.stringify(key);
}
