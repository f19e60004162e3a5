import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isLong } from './sizes.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import type { VscodeFromNpm } from './vscodeFromNpm.ts';

/** Of the extensions that VS Code comes with. */
const NEEDED = [
  'configuration-editing',
  'json',
  'json-language-features',
  'theme-defaults',
  'theme-seti',
];

let copied: Promise<string> | undefined;

/**
 * Flags for a server whose windows have only those built-in extensions that the tests use: with the others a load takes
 * half as much processor time again. The long run has all of them.
 */
export async function neededExtensions({ builtInExtensions }: VscodeFromNpm): Promise<string[]> {
  if (isLong) return [];
  copied ??= copy(builtInExtensions);
  return ['--builtin-extensions-dir', await copied];
}

async function copy(all: string): Promise<string> {
  const { path } = temporaryFolder('built-in');
  await Promise.all(
    NEEDED.map((name) => cp(join(all, name), join(path, name), { recursive: true })),
  );
  return path;
}
