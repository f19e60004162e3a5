import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** What SQLite says, by its result code. */
const SAID = {
  8: 'attempt to write a readonly database',
  10: 'disk I/O error',
  13: 'database or disk is full',
} as const;

type Method = (this: object, ...given: unknown[]) => unknown;

/** Puts another method in the place of one of all objects of a class. @returns what puts it back */
function replace(prototype: object, name: string, make: (before: Method) => Method): () => void {
  const before = Reflect.get(prototype, name) as Method;
  Reflect.set(prototype, name, make(before));
  return () => void Reflect.set(prototype, name, before);
}

/** No connection of this process writes anything meanwhile: SQLite says why, and what was there stays. */
export async function whileDatabaseFails<T>(
  errcode: keyof typeof SAID,
  step: () => Promise<T>,
): Promise<T> {
  const fail = (): never => {
    throw Object.assign(new Error(SAID[errcode]), { code: 'ERR_SQLITE_ERROR', errcode });
  };
  const restore = [
    replace(DatabaseSync.prototype, 'exec', (exec) => {
      return function (sql) {
        return sql === 'BEGIN IMMEDIATE' ? fail() : Reflect.apply(exec, this, [sql]);
      };
    }),
    replace(StatementSync.prototype, 'run', () => fail),
  ];
  try {
    return await step();
  } finally {
    for (const back of restore) back();
  }
}

/** No file takes more than so many bytes meanwhile, all together, as far as this process writes by handles of files. */
export async function whileDiskIsFull<T>(room: number, step: () => Promise<T>): Promise<T> {
  const file = await open(process.execPath);
  const prototype = Object.getPrototypeOf(file) as object;
  await file.close();
  let left = room;
  const restore = replace(prototype, 'write', (write) => {
    return function (bytes, from, length, ...others) {
      if (Number(length) <= left) {
        left -= Number(length);
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

/** Of a Node that has no `node:sqlite`. */
export const NO_SQLITE = '--no-experimental-sqlite';

/**
 * The flags for a VS Code whose extension hosts have no `node:sqlite` as long as there is a file: it hands on the flags
 * that it was started with, while it takes `NODE_OPTIONS` away from them.
 * @param preload where the module is written that this takes
 */
export function withoutSqlite(preload: string, asLongAs: string): string[] {
  writeFileSync(
    preload,
    `import { existsSync } from 'node:fs';
const flags = process.execArgv.filter((flag) => flag !== '${NO_SQLITE}');
const get = () => [...flags, ...(existsSync(${JSON.stringify(asLongAs)}) ? ['${NO_SQLITE}'] : [])];
Object.defineProperty(process, 'execArgv', { get });
`,
  );
  return [`--import=${pathToFileURL(preload).href}`];
}
