import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';

export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * Database engine with which tests read exported files independently of the product. It uses one thread, takes file names
 * relative to a folder, and downloads nothing.
 */
export class Duckdb {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(folder: string): Promise<Duckdb> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '1',
      autoinstall_known_extensions: 'false',
    });
    const duckdb = new Duckdb(instance, await instance.connect());
    await duckdb.rows(`SET file_search_path = '${folder}'`);
    return duckdb;
  }

  /** Returns the rows of the last statement with JavaScript types: times as `Date`, counts as `bigint`. */
  async rows(sql: string): Promise<readonly SqlRow[]> {
    return (await this.#connection.runAndReadAll(sql)).getRowObjectsJS();
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
