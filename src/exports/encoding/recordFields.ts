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

const known: ReadonlySet<string> = new Set(FIELD_NAMES);

/** The members of the record, each with its field; `undefined` when the record is no object. */
export function fieldsOf(
  body: Uint8Array,
  record: Span,
): readonly (MemberSpan & { readonly field: ExportField })[] | undefined {
  const members = membersOf(body, record.start);
  return members?.map((member) => ({ ...member, field: fieldOf(textOf(body, member.key)) }));
}

function fieldOf(key: string): ExportField {
  const name = stringOf(key);
  return known.has(name) ? (name as ExportField) : 'other';
}

export function textOf(body: Uint8Array, { start, end }: Span): string {
  return Buffer.from(body.buffer, body.byteOffset + start, end - start).toString();
}

/** The string that this JSON is. */
export function stringOf(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

/** Instead of the number of a field. */
export const OTHER = -1;

/** Where a value begins that is not there. */
export const NOWHERE = -1;

const KEYS = FIELD_NAMES.map((name) => new TextEncoder().encode(name));
/** The numbers of the fields whose names are so long. */
const BY_LENGTH: readonly (readonly number[] | undefined)[] = Array.from(
  { length: Math.max(...KEYS.map(({ length }) => length)) + 1 },
  (_, length) => KEYS.flatMap((key, field) => (key.length === length ? [field] : [])),
);

/**
 * Where the fields of one record stand, by the number of each in `FIELD_NAMES`. Nothing of it is copied or made anew for
 * the next record, as tables read millions of them.
 */
export class RecordScan {
  readonly starts = new Int32Array(FIELD_NAMES.length);
  readonly ends = new Int32Array(FIELD_NAMES.length);
  /** Members of no field, in order: where key and value begin and end, four numbers each. */
  readonly rest: number[] = [];
  #body: Uint8Array = KEYS[0] ?? new Uint8Array();

  /** `false`: the record is no object. */
  read(body: Uint8Array, start: number): boolean {
    this.#body = body;
    this.starts.fill(NOWHERE);
    this.rest.length = 0;
    return readObject(body, start, this.#member) !== REFUSED;
  }

  readonly #member = (key: Span, start: number): number => {
    const end = valueEnd(this.#body, start);
    const field = fieldNumber(this.#body, key);
    if (field === OTHER) this.rest.push(key.start, key.end, start, end);
    else {
      this.starts[field] = start;
      this.ends[field] = end;
    }
    return end;
  };
}

function fieldNumber(body: Uint8Array, key: Span): number {
  const start = key.start + 1;
  const length = key.end - 1 - start;
  for (const field of BY_LENGTH[length] ?? []) if (isAt(body, start, KEYS[field])) return field;
  return hasEscape(body, key) ? spelledNumber(textOf(body, key)) : OTHER;
}

/** A name may be spelled with escapes, as any text. */
function spelledNumber(key: string): number {
  return (FIELD_NAMES as readonly string[]).indexOf(stringOf(key));
}

function isAt(body: Uint8Array, start: number, key: Uint8Array = body): boolean {
  for (let at = 0; at < key.length; at++) if (body[start + at] !== key[at]) return false;
  return true;
}

function hasEscape(body: Uint8Array, { start, end }: Span): boolean {
  for (let at = start; at < end; at++) if (body[at] === BACKSLASH) return true;
  return false;
}
