import { FIELD_NAMES } from '../../base/customerFields.ts';
import { BACKSLASH } from '../../base/jsonBytes.ts';
import { readObject, REFUSED, valueEnd, type Span } from '../../base/jsonScan.ts';
import { stringOf, textOf } from './recordFields.ts';

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
