import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const KB = 1024;

/** Maximum size of each minified file in dist/, in KB: about 5 % above its current size. */
export const BUDGETS: Readonly<Record<string, number>> = {
  // Loaded in every session.
  'extension.cjs': 23,
  'tree.cjs': 28,
  'features.cjs': 442,
  'validators.cjs': 10.5,
  'client.cjs': 136.5,
  'llhttp.wasm': 56,
  'zod.cjs': 38.5,
  'base.cjs': 31,
  'jsonc.cjs': 12.5,
  'store.cjs': 52,
  'workspaceFile.cjs': 16.5,
  'plans.cjs': 36,
  'overview.cjs': 3.5,
  'sandbox.cjs': 29,
  'sandboxCli.cjs': 5,
  'export.cjs': 32.5,
  'parquetWorker.cjs': 45,
  'customers.js': 121.5,
  'customers.css': 23,
  'customerIndex.js': 44.5,
  'overview.js': 36.5,
  'overview.texts.json': 3,
  'customers.texts.json': 5,
  'overview.css': 11,
  'codicon.css': 2,
  'codicon.ttf': 4,
};

/** Returns the bytes of each file in a build folder, by name, without source maps. */
export function builtSizes(dist: string): ReadonlyMap<string, number> {
  const names = readdirSync(dist).filter((name) => !name.endsWith('.map'));
  return new Map(names.map((name) => [name, statSync(join(dist, name)).size]));
}

/**
 * Checks the sizes of the built files against `BUDGETS`.
 * @throws {Error} if a bundle exceeds its budget, has no budget, or is missing
 */
export function checkBudgets(sizes: ReadonlyMap<string, number>): void {
  const names = new Set([...Object.keys(BUDGETS), ...sizes.keys()]);
  const problems = [...names].flatMap((name) => sizeProblems(name, sizes.get(name)));
  if (problems.length === 0) return;
  throw new Error(`${problems.join('\n')}\nThe budgets are in scripts/artefact/budgets.ts.`);
}

function sizeProblems(name: string, bytes: number | undefined): string[] {
  const budget = BUDGETS[name];
  if (bytes === undefined) return [`dist/${name} has a budget, but was not built.`];
  if (budget === undefined) return [`dist/${name} has no budget.`];
  if (bytes <= budget * KB) return [];
  return [`dist/${name} has ${(bytes / KB).toFixed(1)} KB; it may have ${budget} KB.`];
}

/** Returns the size in bytes of the icon font and its styles in a build folder. */
export function iconBytes(dist: string): number {
  const sizes = builtSizes(dist);
  return (sizes.get('codicon.ttf') ?? 0) + (sizes.get('codicon.css') ?? 0);
}
