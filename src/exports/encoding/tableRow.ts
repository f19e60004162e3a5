import { STATUS_WORDS } from '../../base/customer.ts';
import { FIELD_NAMES, type FieldName, FIELDS, type ListField } from '../../base/customerFields.ts';
import type { ExportField, ExportPlan } from '../../base/exportPlan.ts';
import { elementsOf, membersOf, type Span } from '../../base/jsonScan.ts';
import { sortableTime } from '../../base/text.ts';
import { fieldsOf, stringOf, textOf } from './recordFields.ts';

/** Tag or parameter of a record: name of each member → its JSON. */
export type ListEntry = ReadonlyMap<string, string>;

/** Record as a table row: the JSON of each known field, and the remaining members. */
export class TableRow {
  readonly #fields = new Map<ExportField, string>();
  readonly #otherMembers: string[] = [];
  /** JSON of a record that is not an object. */
  readonly #nonObject: string | undefined;
  readonly #lists = new Map<ListField, readonly ListEntry[] | undefined>();

  constructor(body: Uint8Array, record: Span) {
    const members = fieldsOf(body, record);
    if (members === undefined) {
      const text = textOf(body, record);
      if (text !== 'null') this.#nonObject = text;
      return;
    }
    for (const { field, key, value } of members) {
      const json = textOf(body, value);
      if (field === 'other') this.#otherMembers.push(`${textOf(body, key)}:${json}`);
      else this.#fields.set(field, json);
    }
  }

  json(field: ExportField): string | undefined {
    return this.#fields.get(field);
  }

  /** Also adds a field to the `other` cell, because the column of the field cannot show the whole value. */
  addToOther(field: ExportField): void {
    const json = this.#fields.get(field);
    if (json !== undefined) this.#otherMembers.push(`${JSON.stringify(field)}:${json}`);
  }

  /** Returns a JSON object of all members without a column; `''` if there are none. */
  other(): string {
    if (this.#nonObject !== undefined) return this.#nonObject;
    return this.#otherMembers.length === 0 ? '' : `{${this.#otherMembers.join(',')}}`;
  }

  /** Returns `undefined` if the field is not a list of objects. */
  list(field: ListField): readonly ListEntry[] | undefined {
    if (!this.#lists.has(field)) this.#lists.set(field, entriesOf(this.#fields.get(field)));
    return this.#lists.get(field);
  }
}

/** Returns the decoded string for a JSON string, an empty string for `null`, and other JSON unchanged. */
export function shownText(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? stringOf(json) : json;
}

function entriesOf(json: string | undefined): readonly ListEntry[] | undefined {
  if (json === undefined || json === 'null') return [];
  const bytes = new TextEncoder().encode(json);
  const elements = elementsOf(bytes, 0);
  if (elements === undefined) return undefined;
  const entries: ListEntry[] = [];
  for (const { start } of elements) {
    const members = membersOf(bytes, start);
    if (members === undefined) return undefined;
    entries.push(
      new Map(
        members.map(({ key, value }) => [stringOf(textOf(bytes, key)), textOf(bytes, value)]),
      ),
    );
  }
  return entries;
}

/** Returns the cell text. `name` is the name of a field, or of a member in a tag or parameter. */
export type ShowValue = (name: string, json: string) => string;

/** Names of all fields, and of all members of tags and parameters, that hold a time. */
const TIME_MEMBERS: ReadonlySet<string> = new Set(FIELD_NAMES.flatMap(timeNamesIn));

export function createShowValue({ values }: Pick<ExportPlan, 'values'>): ShowValue {
  return values === 'readable'
    ? (name, json) => readableText(name, json) ?? shownText(json)
    : (_, json) => shownText(json);
}

/** Returns whether the numbers of a field, or of a member in a tag or parameter, can be shown as readable text. */
export function hasReadableText(name: string): boolean {
  return name === 'status' || TIME_MEMBERS.has(name);
}

/** Returns `undefined` for unexpected values, and for fields that hold no status or time. */
function readableText(name: string, json: string): string | undefined {
  if (!hasReadableText(name) || !/^\d+$/.test(json)) return undefined;
  return name === 'status' ? STATUS_WORDS[Number(json) - 1] : sortableTime(Number(json));
}

function timeNamesIn(name: FieldName): readonly string[] {
  const field = FIELDS[name];
  if (field.kind !== 'list') return field.kind === 'time' ? [name] : [];
  return Object.entries(field.entry).flatMap(([member, kind]) => (kind === 'time' ? [member] : []));
}
