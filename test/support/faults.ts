import { writeFileSync } from 'node:fs';
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

/**
 * The environment of a VS Code whose extension hosts have no `node:sqlite` as long as there is a file.
 * @param preload where the module is written that this takes
 */
export function withoutSqlite(preload: string, asLongAs: string): NodeJS.ProcessEnv {
  writeFileSync(
    preload,
    `import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:sqlite' && existsSync(${JSON.stringify(asLongAs)})) {
      throw new Error('No such built-in module: node:sqlite');
    }
    return next(specifier, context);
  },
});
`,
  );
  return { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` };
}
