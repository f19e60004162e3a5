import { Buffer } from 'node:buffer';
import {
  FIELDS,
  type FieldName,
  type ListField,
  type ScalarKind,
} from '../../core/customerFields.ts';
import type { Span } from '../../core/json/jsonScan.ts';
import { isObject } from '../../core/recordValues.ts';
import type { Elements } from '../tables/jsonList.ts';
import { fieldJson, jsonIn, scalarJson } from './cellValue.ts';
import type { NoteTaker } from './noteTaker.ts';
import { tableColumns, type TableColumn } from './tableColumns.ts';

type Entry = TableColumn & { readonly kind: 'entry' };

/** Makes records of the rows of a table, as they were before they were exported. */
export class TableRecords {
  readonly #columns: readonly TableColumn[];
  readonly #notes: NoteTaker;
  readonly #lists: readonly ListField[];
  readonly #other: number;
  readonly #reading = { onClock: () => this.#notes.note({ kind: 'clock-times' }) };

  constructor(headings: readonly string[], notes: NoteTaker) {
    this.#columns = tableColumns(headings);
    this.#notes = notes;
    const entries = this.#columns.filter((column) => column.kind === 'entry');
    this.#lists = [...new Set(entries.map(({ list }) => list))];
    this.#other = this.#columns.findIndex(({ kind }) => kind === 'other');
    if (entries.some(({ list, id }) => list === 'tags' && id === undefined)) {
      notes.note({ kind: 'no-tag-ids' });
    }
    const fields = this.#columns.flatMap((one) => (one.kind === 'field' ? [one.field] : []));
    const added = this.#columns.flatMap((one) => (one.kind === 'added' ? [one.name] : []));
    notes.tell(new Set<FieldName>([...fields, ...this.#lists]), added);
  }

  /** Whether a text that a spreadsheet would run stands in a cell as it is: then nothing was put in front of any. */
  isField(index: number): boolean {
    const column = this.#columns[index];
    return column?.kind === 'field' && FIELDS[column.field].kind === 'text';
  }

  /** @param rows cells as text; nothing is `''` */
  elements(rows: readonly (readonly string[])[]): Elements {
    const spans: Span[] = [];
    const texts: string[] = [];
    let at = 0;
    for (const row of rows) {
      const text = this.#record(row);
      const end = at + Buffer.byteLength(text);
      spans.push({ start: at, end });
      texts.push(text);
      at = end;
    }
    return { json: Buffer.from(texts.join('')), spans };
  }

  #record(cells: readonly string[]): string {
    const rest = cells[this.#other] ?? '';
    const other = rest === '' ? undefined : jsonIn(rest);
    if (other !== undefined && !isObject(other.value) && cells.every(isNothingBut(this.#other))) {
      return rest;
    }
    const members = new Map<string, string>();
    const lists = new Map<ListField, Map<string, string[]>>(
      this.#lists.map((list) => [list, new Map<string, string[]>()]),
    );
    for (const [index, column] of this.#columns.entries()) {
      const cell = cells[index] ?? '';
      if (column.kind === 'field') {
        const json = fieldJson(column.field, cell, this.#reading);
        if (json !== undefined) members.set(column.field, json);
      } else if (column.kind === 'entry' && cell !== '') {
        this.#addEntry(lists.get(column.list), column, cell);
      } else if (column.kind === 'added' && cell !== '') {
        members.set(column.name, JSON.stringify(cell));
      }
    }
    for (const [list, entries] of lists) {
      const texts = [...entries.values()].map((parts) => `{${parts.join(',')}}`);
      members.set(list, `[${texts.join(',')}]`);
    }
    return joined(members, rest, other);
  }

  #addEntry(
    entries: Map<string, string[]> | undefined,
    { list, name, id, member }: Entry,
    cell: string,
  ): void {
    // A tag without an ID would be none.
    const identity = id ?? (name || '-');
    let parts = entries?.get(identity);
    if (parts === undefined) {
      const first = list === 'tags' ? [`"id":${JSON.stringify(identity)}`] : [];
      parts = [...first, `"name":${JSON.stringify(name)}`];
      if (list === 'params' && member !== 'value') parts.push('"value":""');
      entries?.set(identity, parts);
    }
    const kinds: Readonly<Record<string, ScalarKind>> = FIELDS[list].entry;
    parts.push(
      `${JSON.stringify(member)}:${scalarJson(kinds[member] ?? 'text', cell, this.#reading)}`,
    );
  }
}

function isNothingBut(place: number) {
  return (cell: string, index: number): boolean => index === place || cell === '';
}

/** What found no place in its column stands whole in the rest. */
function joined(
  members: Map<string, string>,
  rest: string,
  other: { readonly value: unknown } | undefined,
): string {
  if (other !== undefined && isObject(other.value)) {
    for (const key of Object.keys(other.value)) members.delete(key);
  } else if (rest !== '') members.set('other', JSON.stringify(rest));
  const own = Array.from(members, ([key, json]) => `${JSON.stringify(key)}:${json}`);
  const more = other !== undefined && isObject(other.value) ? inner(rest) : '';
  return `{${[...own, ...(more === '' ? [] : [more])].join(',')}}`;
}

/** What stands between the brackets of an object. */
function inner(json: string): string {
  const text = json.trim();
  return text.slice(1, -1).trim();
}
