/** Row from the database: values by column name. */
export type SqlRow = Record<string, unknown>;

export interface Column<V> {
  readonly name: string;
  /** Converts a stored value to the value of the field. */
  readonly read: (stored: unknown) => V;
}

type Columns<T> = { readonly [Field in keyof T]-?: Column<T[Field]> };

/** Part of a table that is needed to read rows. */
export type Selected<T extends object> = Pick<Table<T>, 'select' | 'read'>;

/** Table that stores models, one per row. Provides SQL statements with all columns, and converts rows to models. */
export class Table<T extends object> {
  readonly #name: string;
  readonly #columns: Columns<T>;
  readonly #entries: readonly (readonly [keyof T, Column<T[keyof T]>])[];
  /** Selects all columns. A condition may be appended. */
  readonly select: string;
  readonly insert: string;
  /** Inserts a model, or updates its row. Unlike REPLACE, never deletes the row, because other rows may refer to it. */
  readonly save: string;
  readonly update: string;

  constructor(name: string, columns: Columns<T>, key: readonly (keyof T & string)[] = []) {
    this.#name = name;
    this.#columns = columns;
    const fields = Object.keys(columns) as (keyof T & string)[];
    this.#entries = fields.map((field) => [field, columns[field]]);
    const nameOf = (field: keyof T): string => columns[field].name;
    const names = fields.map(nameOf).join(', ');
    const values = fields.map((field) => `:${field}`).join(', ');
    const otherNames = fields.filter((field) => !key.includes(field)).map(nameOf);
    this.select = `SELECT ${names} FROM ${name}`;
    this.insert = `INSERT INTO ${name} (${names}) VALUES (${values})`;
    this.save = `${this.insert} ${onConflict(key.map(nameOf), otherNames)}`;
    const assignments = fields.map((field) => `${nameOf(field)} = :${field}`).join(', ');
    const sameKeyCondition = key.map((field) => `${nameOf(field)} = :${field}`).join(' AND ');
    this.update = `UPDATE ${name} SET ${assignments} WHERE ${sameKeyCondition}`;
  }

  /** Returns a table with these fields only, without a key, so it can be read but not saved. */
  part<F extends keyof T>(...fields: readonly F[]): Table<Pick<T, F>> {
    const columns = Object.fromEntries(fields.map((field) => [field, this.#columns[field]]));
    return new Table(this.#name, columns as unknown as Columns<Pick<T, F>>);
  }

  /** @param row row of a statement that begins with `select` */
  readonly read = (row: SqlRow): T => {
    const model: Partial<T> = {};
    for (const [field, column] of this.#entries) model[field] = column.read(row[column.name]);
    return model as T;
  };
}

/** Returns the clause that updates the row with the same key; `''` for a table without a key. */
function onConflict(key: readonly string[], otherNames: readonly string[]): string {
  if (key.length === 0) return '';
  const assignments = otherNames.map((name) => `${name} = excluded.${name}`).join(', ');
  return `ON CONFLICT (${key.join(', ')}) DO ${assignments === '' ? 'NOTHING' : `UPDATE SET ${assignments}`}`;
}

/** Returns a text column. If `V` is a union of literals, stored values are not checked against it. */
export function text<V extends string = string>(name: string): Column<V> {
  return { name, read: (stored) => (typeof stored === 'string' ? stored : '') as V };
}

export function textOrNull(name: string): Column<string | null> {
  return { name, read: (stored) => (typeof stored === 'string' ? stored : null) };
}

export function number(name: string): Column<number> {
  return { name, read: Number };
}

export function numberOrNull(name: string): Column<number | null> {
  return { name, read: (stored) => (typeof stored === 'number' ? stored : null) };
}

/** Returns a boolean column, which stores `true` as 1 and `false` as 0. */
export function yesOrNo(name: string): Column<boolean> {
  return { name, read: (stored) => stored === 1 };
}
