import { fieldOf, raw } from '../base/record.ts';

/** Columns that are sorted as texts, with the field that they show. */
const TEXTS: Readonly<Record<string, string>> = {
  name: 'name',
  platform: 'platform',
  page: 'pageId',
  email: 'email',
  phone: 'phone',
  birthday: 'birthday',
  gender: 'gender',
  extId: 'extId',
  id: 'id',
};

/** Columns that are sorted as numbers: of lists it is how long they are. */
const NUMBERS: Readonly<Record<string, (record: unknown) => number>> = {
  status: (record) => numberOf(fieldOf(record, 'status')),
  created: (record) => numberOf(fieldOf(record, 'created')),
  lastActive: (record) => numberOf(fieldOf(record, 'lastActive')),
  tags: (record) => lengthOf(fieldOf(record, 'tags')),
  params: (record) => lengthOf(fieldOf(record, 'params')),
};

/** What the columns are sorted by: one array for each, whose index is the row. */
export class ColumnValues {
  readonly texts = new Map(Object.keys(TEXTS).map((column) => [column, [] as string[]]));
  readonly #numbers = new Map(
    Object.keys(NUMBERS).map((column) => [column, new Float64Array(1024)]),
  );
  /** Values that many rows share stand in memory once. */
  readonly #shared = new Map<string, string>();

  numbers(column: string): Float64Array | undefined {
    return this.#numbers.get(column);
  }

  set(row: number, record: unknown): void {
    for (const [column, values] of this.texts) {
      const isName = column === 'name' && (typeof record !== 'object' || record === null);
      const text = raw(isName ? record : fieldOf(record, TEXTS[column] ?? ''));
      values[row] = this.#share(text);
    }
    for (const [column, numberIn] of Object.entries(NUMBERS)) {
      const values = this.#grown(column, row);
      values[row] = numberIn(record);
    }
  }

  #share(text: string): string {
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    if (this.#shared.size < 10_000) this.#shared.set(text, text);
    return text;
  }

  #grown(column: string, row: number): Float64Array {
    const values = this.#numbers.get(column) ?? new Float64Array(1024);
    if (row < values.length) return values;
    const larger = new Float64Array(Math.max(row + 1, values.length * 2));
    larger.set(values);
    this.#numbers.set(column, larger);
    return larger;
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
