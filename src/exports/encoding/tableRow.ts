import { STATUS_WORDS } from '../../base/customer.ts';
import { FIELD_NAMES, type FieldName, FIELDS, type ListField } from '../../base/customerFields.ts';
import type { ExportField, ExportPlan } from '../../base/exportPlan.ts';
import { elementsOf, membersOf, type Span } from '../../base/jsonScan.ts';
import { clockText } from '../../base/text.ts';
import { fieldsOf, stringOf, textOf } from './recordFields.ts';

/** A tag or parameter of a record: its members as JSON. */
export type ListEntry = ReadonlyMap<string, string>;

/** A record as tables see it: each field as JSON, and the rest. */
export class TableRow {
  readonly #fields = new Map<ExportField, string>();
  readonly #rest: string[] = [];
  readonly #odd: string | undefined;
  readonly #lists = new Map<ListField, readonly ListEntry[] | undefined>();

  constructor(body: Uint8Array, record: Span) {
    const members = fieldsOf(body, record);
    if (members === undefined) {
      const text = textOf(body, record);
      if (text !== 'null') this.#odd = text;
      return;
    }
    for (const { field, key, value } of members) {
      const json = textOf(body, value);
      if (field === 'other') this.#rest.push(`${textOf(body, key)}:${json}`);
      else this.#fields.set(field, json);
    }
  }

  /** As it was sent; `undefined` when it is not there. */
  json(field: ExportField): string | undefined {
    return this.#fields.get(field);
  }

  /** A field that does not fit where it should go: it then stands in `other`. */
  moveToRest(field: ExportField): void {
    const json = this.#fields.get(field);
    if (json !== undefined) this.#rest.push(`${JSON.stringify(field)}:${json}`);
  }

  /** JSON of all that has no column; empty when there is nothing. */
  other(): string {
    if (this.#odd !== undefined) return this.#odd;
    return this.#rest.length === 0 ? '' : `{${this.#rest.join(',')}}`;
  }

  /** The tags or parameters; `undefined` when the field is no list of objects. */
  list(field: ListField): readonly ListEntry[] | undefined {
    if (!this.#lists.has(field)) this.#lists.set(field, entriesOf(this.#fields.get(field)));
    return this.#lists.get(field);
  }
}

/** The text of a string, and all else as JSON; empty for what is null. */
export function shownText(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? stringOf(json) : json;
}

function entriesOf(json: string | undefined): readonly ListEntry[] | undefined {
  if (json === undefined || json === 'null') return [];
  const bytes = new TextEncoder().encode(json);
  const entries: ListEntry[] = [];
  for (const { start } of elementsOf(bytes, 0) ?? [{ start: 0 }]) {
    const members = membersOf(bytes, start);
    if (members === undefined || bytes[0] !== 0x5b) return undefined;
    entries.push(
      new Map(
        members.map(({ key, value }) => [stringOf(textOf(bytes, key)), textOf(bytes, value)]),
      ),
    );
  }
  return entries;
}

/** What a cell shows of a JSON value. @param name of its field, or of its member in a tag or parameter */
export type ShowValue = (name: string, json: string) => string;

const TIMES: ReadonlySet<string> = new Set(FIELD_NAMES.flatMap(timesIn));

export function shownValue({ values }: Pick<ExportPlan, 'values'>): ShowValue {
  return values === 'readable'
    ? (name, json) => readable(name, json) ?? shownText(json)
    : (_, json) => shownText(json);
}

/** `undefined`: the value has no words, or is none that the service should send. */
function readable(name: string, json: string): string | undefined {
  if (!/^\d+$/.test(json)) return undefined;
  if (name === 'status') return STATUS_WORDS[Number(json) - 1];
  return TIMES.has(name) ? clockText(Number(json)) : undefined;
}

function timesIn(name: FieldName): readonly string[] {
  const field = FIELDS[name];
  if (field.kind !== 'list') return field.kind === 'time' ? [name] : [];
  return Object.entries(field.entry).flatMap(([part, kind]) => (kind === 'time' ? [part] : []));
}
