import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import '../../scripts/endWithNpm.ts';
import { runInHostWindow } from './hostWindow.ts';
import { neededExtensions } from './neededExtensions.ts';
import { vscodeFromNpm } from './vscodeFromNpm.ts';

/**
 * Replaces the desktop executable of VS Code: accepts the flags that `runTests` of @vscode/test-electron passes and exits
 * with the exit code of the tests.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: 'string' },
      extensionTestsPath: { type: 'string' },
      'user-data-dir': { type: 'string' },
      'extensions-dir': { type: 'string' },
    },
  });
  const path = (name: string): string => {
    const value = values[name];
    if (typeof value !== 'string') throw new Error(`--${name}= is missing.`);
    return resolve(value);
  };
  const [folder] = positionals;
  return runInHostWindow({
    extension: path('extensionDevelopmentPath'),
    tests: path('extensionTestsPath'),
    userData: path('user-data-dir'),
    extensions: path('extensions-dir'),
    flags: await neededExtensions(await vscodeFromNpm()),
    ...(folder === undefined ? {} : { folder: resolve(folder) }),
  });
}

process.exit(await main());
