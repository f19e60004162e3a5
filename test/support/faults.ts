import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Error messages of SQLite by result code. */
const SQLITE_MESSAGES = {
  8: 'attempt to write a readonly database',
  10: 'disk I/O error',
  13: 'database or disk is full',
} as const;

type Method = (this: object, ...args: unknown[]) => unknown;

/**
 * Replaces a method of all objects of a class.
 * @returns a function that restores the original method
 */
function replace(
  prototype: object,
  name: string,
  createReplacement: (original: Method) => Method,
): () => void {
  const original = Reflect.get(prototype, name) as Method;
  Reflect.set(prototype, name, createReplacement(original));
  return () => void Reflect.set(prototype, name, original);
}

/** Runs `step` while every database write of this process fails with a SQLite error and changes nothing. */
export async function withFailingDatabase<T>(
  errcode: keyof typeof SQLITE_MESSAGES,
  step: () => Promise<T>,
): Promise<T> {
  const fail = (): never => {
    throw Object.assign(new Error(SQLITE_MESSAGES[errcode]), { code: 'ERR_SQLITE_ERROR', errcode });
  };
  const restores = [
    replace(DatabaseSync.prototype, 'exec', (exec) => {
      // The product begins each write transaction with this statement.
      return function (sql) {
        return sql === 'BEGIN IMMEDIATE' ? fail() : Reflect.apply(exec, this, [sql]);
      };
    }),
    replace(StatementSync.prototype, 'run', () => fail),
  ];
  try {
    return await step();
  } finally {
    for (const restore of restores) restore();
  }
}

/** Runs `step` while all files together accept at most `freeBytes` more bytes through file handles of this process. */
export async function withFullDisk<T>(freeBytes: number, step: () => Promise<T>): Promise<T> {
  const file = await open(process.execPath);
  const prototype = Object.getPrototypeOf(file) as object;
  await file.close();
  let remainingBytes = freeBytes;
  const restore = replace(prototype, 'write', (write) => {
    return function (bytes, from, length, ...others) {
      if (Number(length) <= remainingBytes) {
        remainingBytes -= Number(length);
        return Reflect.apply(write, this, [bytes, from, length, ...others]);
      }
      const error = new Error('ENOSPC: no space left on device, write');
      return Promise.reject(Object.assign(error, { code: 'ENOSPC' }));
    };
  });
  try {
    return await step();
  } finally {
    restore();
  }
}

/** Flag of Node that disables `node:sqlite`. */
export const NO_SQLITE = '--no-experimental-sqlite';

/**
 * Returns Node flags for a VS Code whose extension hosts have no `node:sqlite` while a file exists. VS Code passes its own
 * flags on to the extension hosts, but removes `NODE_OPTIONS` from their environment.
 * @param preload path at which the preloaded module is written
 * @param disablingFile file that disables `node:sqlite` while it exists
 */
export function withoutSqlite(preload: string, disablingFile: string): string[] {
  writeFileSync(
    preload,
    `import { existsSync } from 'node:fs';
const flags = process.execArgv.filter((flag) => flag !== '${NO_SQLITE}');
const get = () => [...flags, ...(existsSync(${JSON.stringify(disablingFile)}) ? ['${NO_SQLITE}'] : [])];
Object.defineProperty(process, 'execArgv', { get });
`,
  );
  return [`--import=${pathToFileURL(preload).href}`];
}
