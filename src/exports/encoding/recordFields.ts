import { Buffer } from 'node:buffer';
import { FIELD_NAMES } from '../../base/customerFields.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import {
  BACKSLASH,
  membersOf,
  type MemberSpan,
  readObject,
  REFUSED,
  type Span,
  valueEnd,
} from '../../base/jsonScan.ts';

/** Returns `undefined` if the record is not an object. */
export function fieldsOf(
  body: Uint8Array,
  record: Span,
): readonly (MemberSpan & { readonly field: ExportField })[] | undefined {
  const members = membersOf(body, record.start);
  return members?.map((member) => ({
    ...member,
    field: FIELD_NAMES[fieldIndexOf(body, member.key)] ?? 'other',
  }));
}

export function textOf(body: Uint8Array, { start, end }: Span): string {
  return Buffer.from(body.buffer, body.byteOffset + start, end - start).toString();
}

/** Returns the text of a JSON string, without its quotation marks and escapes. */
export function stringOf(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

const [NULL_START] = Buffer.from('null');

/** Returns whether a value is `null`. No other JSON value begins with the same letter. */
export function isNull(body: Uint8Array, start: number): boolean {
  return body[start] === NULL_START;
}

/** Field index of a member that is not a known field. Other field indexes are indexes into `FIELD_NAMES`. */
export const OTHER_FIELD = -1;

export const NO_OFFSET = -1;

const KEY_BYTES = FIELD_NAMES.map((name) => new TextEncoder().encode(name));
/** Field indexes by the length of the field's name in bytes. */
const FIELDS_BY_LENGTH: readonly (readonly number[] | undefined)[] = Array.from(
  { length: Math.max(...KEY_BYTES.map(({ length }) => length)) + 1 },
  (_, length) =>
    KEY_BYTES.flatMap((key, fieldIndex) => (key.length === length ? [fieldIndex] : [])),
);

/** Offsets of the fields in a record, by field index. The object is reused, because tables read millions of records. */
export class RecordScan {
  readonly starts = new Int32Array(FIELD_NAMES.length);
  readonly ends = new Int32Array(FIELD_NAMES.length);
  /** Four offsets for each member that is not a known field: start and end of the key, start and end of the value. */
  readonly otherSpans: number[] = [];
  #body: Uint8Array = new Uint8Array();

  /** Returns false if the record is not an object. */
  read(body: Uint8Array, start: number): boolean {
    this.#body = body;
    this.starts.fill(NO_OFFSET);
    this.otherSpans.length = 0;
    return readObject(body, start, this.#readMember) !== REFUSED;
  }

  readonly #readMember = (key: Span, start: number): number => {
    const end = valueEnd(this.#body, start);
    const fieldIndex = fieldIndexOf(this.#body, key);
    if (fieldIndex === OTHER_FIELD) this.otherSpans.push(key.start, key.end, start, end);
    else {
      this.starts[fieldIndex] = start;
      this.ends[fieldIndex] = end;
    }
    return end;
  };
}

/** @param key position of the key, including its quotation marks */
function fieldIndexOf(body: Uint8Array, key: Span): number {
  const start = key.start + 1;
  const length = key.end - 1 - start;
  for (const fieldIndex of FIELDS_BY_LENGTH[length] ?? []) {
    const name = KEY_BYTES[fieldIndex];
    if (name !== undefined && isAt(body, start, name)) return fieldIndex;
  }
  return hasEscape(body, key) ? escapedFieldIndex(textOf(body, key)) : OTHER_FIELD;
}

function escapedFieldIndex(key: string): number {
  return (FIELD_NAMES as readonly string[]).indexOf(stringOf(key));
}

function isAt(body: Uint8Array, start: number, name: Uint8Array): boolean {
  for (let index = 0; index < name.length; index++) {
    if (body[start + index] !== name[index]) return false;
  }
  return true;
}

function hasEscape(body: Uint8Array, { start, end }: Span): boolean {
  for (let index = start; index < end; index++) if (body[index] === BACKSLASH) return true;
  return false;
}
