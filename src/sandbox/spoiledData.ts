import type { CustomerRecord, CustomerTag } from '../base/model.ts';
import type { Switches } from './switches.ts';

type BadFields = Switches['badFields'];

/** @param index index of the customer, which selects one of several kinds of invalid fields */
export function withBadFields(record: CustomerRecord, kind: BadFields, index: number): object {
  const { tags } = record;
  switch (kind) {
    case 'off':
      return record;
    case 'numbers':
      return { ...record, extId: 42, phone: 912_345_678, gender: 1 };
    case 'texts':
      return { ...record, status: 'running', created: String(record.created), lastActive: '' };
    case 'nulls':
      return { ...record, tags: null, params: null };
    case 'tags':
      return { ...record, tags: tags.map(oddTag) };
    case 'ids':
      return { ...record, ...[{ id: 7 }, { pageId: 8 }, { platform: 0 }][index % 3] };
    case 'missing': {
      const { name: _, status: __, params: ___, ...rest } = record;
      return rest;
    }
  }
}

export function oddTag({ id, name, timestamp, count }: CustomerTag, index: number): object {
  switch (index % 3) {
    case 0:
      return { id, name };
    case 1:
      return { id, name, timestamp: 'yesterday', count: 'often' };
    default:
      return { id, name, timestamp: String(timestamp), count };
  }
}

/** Field that `oddJson` adds to every object. No double can represent its number. */
export const ODD_FIELD = '"x_unknown" : 12345678901234567890.10';

/** Writes JSON as no serializer would. Tests use it to detect code that serializes records instead of copying bytes. */
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

/** Writes the first character and all slashes as JSON escapes. */
function oddString(text: string): string {
  const first = text.charCodeAt(0);
  if (Number.isNaN(first)) return '""';
  const otherCharacters = JSON.stringify(text.slice(1)).slice(1, -1).replaceAll('/', '\\/');
  return `"\\u${first.toString(16).padStart(4, '0')}${otherCharacters}"`;
}

/** Writes keys that start with "n", such as `name`, with an escape. */
function oddKey(key: string): string {
  return key.startsWith('n') ? oddString(key) : JSON.stringify(key);
}

/** Link to a command of VS Code. If a text of the service were shown with its links, a click would run the command. */
const LINK = 'command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22echo%20ran%22%7D';
const LONG_MESSAGE_LENGTH = 5_000_000;
const LONG_NAME_LENGTH = 5000;

/** Returns a name or an error message as a malicious or careless service may send it. `plain`: returns it unchanged. */
export function hostileText(
  text: string,
  kind: Switches['outsideText'],
  role: 'name' | 'message',
): string {
  switch (kind) {
    case 'plain':
      return text;
    case 'links':
      return `${text} [Sign in again](${LINK}) [or](https://login.invalid) [here](file:///etc/passwd)`;
    case 'icons':
      return `$(trash) ${text} $(sync~spin)`;
    case 'lines':
      return `${text}\r\n2026-01-01 00:00:00.000 [error] forged\n  at forged (service.js:1:1)`;
    case 'turned':
      return `${text} \u202etxt.exe\u2066\u001b[31m`;
    case 'long':
      return text.padEnd(role === 'name' ? LONG_NAME_LENGTH : LONG_MESSAGE_LENGTH, ' and so on');
  }
}
