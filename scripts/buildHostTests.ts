import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { projectRoot } from './projectRoot.ts';

/**
 * Bundles the tests that run inside the extension host, which loads CommonJS only: one bundle per
 * test file, next to the entry that passes them to mocha. Returns the path of the entry.
 */
export async function buildHostTests(outdir = join(projectRoot, 'out/host')): Promise<string> {
  await rm(outdir, { recursive: true, force: true });
  const tests: string[] = [];
  for await (const file of glob('test/host/**/*.test.ts', { cwd: projectRoot })) tests.push(file);
  if (tests.length === 0) throw new Error('There are no host tests in test/host.');
  await esbuild.build({
    absWorkingDir: projectRoot,
    entryPoints: ['test/host/index.ts', ...tests],
    outbase: join(projectRoot, 'test/host'),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    // Mocha stays outside: the entry and the tests must share one instance of it.
    external: ['vscode', 'mocha'],
    // Same definition as in the bundles of the product.
    define: { 'import.meta.filename': '__filename' },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(outdir, 'index.cjs');
}
