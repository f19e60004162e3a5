/** A row as the database gives it, by column. */
export type SqlRow = Record<string, unknown>;

/** Where a field of a model stands, and how it is read. */
export interface Column<V> {
  readonly name: string;
  readonly read: (stored: unknown) => V;
}

type Columns<T> = { readonly [Field in keyof T]-?: Column<T[Field]> };

/** Rows that are read and not written. */
export type Selected<T extends object> = Pick<Table<T>, 'select' | 'read'>;

/** A table whose rows are models: the statements that name all its columns, and what is in a row. */
export class Table<T extends object> {
  readonly #name: string;
  readonly #columns: Columns<T>;
  readonly #entries: readonly (readonly [keyof T, Column<T[keyof T]>])[];
  /** All columns; a condition may follow. */
  readonly select: string;
  /** With a model as its values. Fails when there is a row with the same key. */
  readonly insert: string;
  /** With a model: inserts a row or changes that of the same key. Unlike REPLACE it deletes none that others refer to. */
  readonly save: string;
  /** With a model: changes the row of the same key, if there is one. */
  readonly update: string;

  constructor(name: string, columns: Columns<T>, key: readonly (keyof T & string)[] = []) {
    this.#name = name;
    this.#columns = columns;
    const fields = Object.keys(columns) as (keyof T & string)[];
    this.#entries = fields.map((field) => [field, columns[field]]);
    const nameOf = (field: keyof T): string => columns[field].name;
    const names = fields.map(nameOf).join(', ');
    const values = fields.map((field) => `:${field}`).join(', ');
    const others = fields.filter((field) => !key.includes(field)).map(nameOf);
    this.select = `SELECT ${names} FROM ${name}`;
    this.insert = `INSERT INTO ${name} (${names}) VALUES (${values})`;
    this.save = `${this.insert} ${onConflict(key.map(nameOf), others)}`;
    const changes = fields.map((field) => `${nameOf(field)} = :${field}`).join(', ');
    const isSame = key.map((field) => `${nameOf(field)} = :${field}`).join(' AND ');
    this.update = `UPDATE ${name} SET ${changes} WHERE ${isSame}`;
  }

  /** The same table for who needs no more than some of its fields. */
  part<F extends keyof T>(...fields: readonly F[]): Table<Pick<T, F>> {
    const columns = Object.fromEntries(fields.map((field) => [field, this.#columns[field]]));
    return new Table(this.#name, columns as unknown as Columns<Pick<T, F>>);
  }

  /** @param row of a statement that begins with `select` */
  readonly read = (row: SqlRow): T => {
    const model: Partial<T> = {};
    for (const [field, column] of this.#entries) model[field] = column.read(row[column.name]);
    return model as T;
  };
}

function onConflict(key: readonly string[], others: readonly string[]): string {
  if (key.length === 0) return '';
  const changes = others.map((name) => `${name} = excluded.${name}`).join(', ');
  return `ON CONFLICT (${key.join(', ')}) DO ${changes === '' ? 'NOTHING' : `UPDATE SET ${changes}`}`;
}

/** The cast is for fields with a few words of their own: no column says which they are. */
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

export function yesOrNo(name: string): Column<boolean> {
  return { name, read: (stored) => stored === 1 };
}
