import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqlRow } from './table.ts';

/** For the parameters of a statement, by their names without the `:`; others are not looked at. */
export type Values<V> = { readonly [Name in keyof V]: SQLInputValue | boolean };

/**
 * A statement with named parameters. The driver has named ones too, but looks for each name among the statement's: for
 * a row of fifteen values that takes longer than writing it. So they are put in their order here.
 */
export class Statement {
  readonly #prepared: StatementSync;
  readonly #names: readonly string[];

  /** @param sql without a `:` that begins no parameter */
  constructor(sqlite: DatabaseSync, sql: string) {
    this.#prepared = sqlite.prepare(sql.replaceAll(PARAMETER, '?'));
    this.#names = [...sql.matchAll(PARAMETER)].map(([, name = '']) => name);
  }

  all<V extends Values<V>>(values?: V): SqlRow[] {
    return this.#prepared.all(...this.#bound(values));
  }

  get<V extends Values<V>>(values?: V): SqlRow | undefined {
    return this.#prepared.get(...this.#bound(values));
  }

  run<V extends Values<V>>(values?: V): void {
    this.#prepared.run(...this.#bound(values));
  }

  #bound(values: object = {}): SQLInputValue[] {
    const given = values as Values<Record<string, unknown>>;
    const inOrder: SQLInputValue[] = [];
    for (const name of this.#names) {
      const value = given[name];
      if (value === undefined) throw new Error(`The statement needs a value for ${name}.`);
      inOrder.push(typeof value === 'boolean' ? Number(value) : value);
    }
    return inOrder;
  }
}

const PARAMETER = /:(\w+)/g;
