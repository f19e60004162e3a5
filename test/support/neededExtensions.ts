import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isLong } from './sizes.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import type { VscodeFromNpm } from './vscodeFromNpm.ts';

/** Built-in extensions of VS Code that the tests need. */
const NEEDED = [
  'configuration-editing',
  'json',
  'json-language-features',
  'theme-defaults',
  'theme-seti',
];

let copied: Promise<string> | undefined;

/**
 * Returns flags for a server whose windows have only the built-in extensions that the tests use. With all of them, a load
 * takes 50 % more processor time. Long runs use all of them.
 */
export async function neededExtensions({ builtInExtensions }: VscodeFromNpm): Promise<string[]> {
  if (isLong) return [];
  copied ??= copy(builtInExtensions);
  return ['--builtin-extensions-dir', await copied];
}

async function copy(source: string): Promise<string> {
  const { path } = temporaryFolder('built-in');
  await Promise.all(
    NEEDED.map((name) => cp(join(source, name), join(path, name), { recursive: true })),
  );
  return path;
}
