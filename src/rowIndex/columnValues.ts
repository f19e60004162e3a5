import { FIELD_NAMES, FIELDS, type Column, type FieldName } from '../core/customerFields.ts';
import { fieldOf, raw, valueOf } from '../core/recordValues.ts';

type Kind = (typeof FIELDS)[FieldName]['kind'];

/** What a column is sorted by; the index is the row. */
export interface SortValues {
  readonly kind: Kind;
  readonly field: FieldName;
  /** Of kind `text`; `''` for no value. */
  readonly texts: string[];
  /** Of every other kind, with room for more rows; of lists how long they are, `NaN` for no value. */
  numbers: Float64Array;
}

/** What the rows are sorted by, one array for each column. */
export class ColumnValues {
  readonly #all: readonly SortValues[];
  readonly #byColumn: Readonly<Record<Column, SortValues>>;
  /** Values that many rows share stand in memory once. */
  readonly #shared = new Map<string, string>();

  constructor() {
    const columns = FIELD_NAMES.flatMap((field) => {
      const { column } = FIELDS[field];
      return column === null ? [] : [[column.id, noValues(field)] as const];
    });
    this.#all = columns.map(([, values]) => values);
    this.#byColumn = Object.fromEntries(columns) as Record<Column, SortValues>;
  }

  of(column: Column): SortValues {
    return this.#byColumn[column];
  }

  set(row: number, record: unknown): void {
    for (const values of this.#all) {
      if (values.kind === 'text') {
        values.texts[row] = this.#share(raw(valueOf(record, values.field)));
        continue;
      }
      if (row >= values.numbers.length) values.numbers = grown(values.numbers, row);
      values.numbers[row] = numberIn(values.kind, fieldOf(record, values.field));
    }
  }

  #share(text: string): string {
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    if (this.#shared.size < 10_000) this.#shared.set(text, text);
    return text;
  }
}

function noValues(field: FieldName): SortValues {
  const { kind } = FIELDS[field];
  return { kind, field, texts: [], numbers: new Float64Array(kind === 'text' ? 0 : 1024) };
}

function grown(values: Float64Array, row: number): Float64Array {
  const larger = new Float64Array(Math.max(row + 1, values.length * 2));
  larger.set(values);
  return larger;
}

function numberIn(kind: Exclude<Kind, 'text'>, value: unknown): number {
  switch (kind) {
    case 'number':
    case 'time':
      return typeof value === 'number' ? value : Number.NaN;
    case 'list':
      return Array.isArray(value) ? value.length : 0;
  }
}
