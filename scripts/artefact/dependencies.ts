import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { projectRoot } from '../projectRoot.ts';
import { KB } from './budgets.ts';
import { REASONS } from './reasons.ts';

/** Size in the bundles by package name, in bytes. */
export type PackageSizes = ReadonlyMap<string, number>;

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const PACKAGE_PATH = /(?:.*[/\\:]|^)node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/;

/** Relative difference in size above which the table must be updated. */
const TOLERANCE = 0.05;
/** Pattern of a table row: name, size in KB (only in the first table), license. */
const ROW = /^\| `([^`]+)` +\|(?: +([\d.]+) KB \|)? ([^|]+?) +\|/gm;

/**
 * Returns the size of each package in the bundles.
 * @param icons size in bytes of the icon font and its styles, which no bundle contains
 */
export function packageSizes(metafiles: readonly Metafile[], icons: number): PackageSizes {
  const sizes = new Map([['@vscode/codicons', icons]]);
  for (const output of metafiles.flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      const name = PACKAGE_PATH.exec(path)?.[1]?.replaceAll('\\', '/');
      if (name === undefined || bytesInOutput === 0) continue;
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  return sizes;
}

/** Returns the two Markdown tables of docs/dependencies.md. */
export function dependencyTables(sizes: PackageSizes, manifest = ownManifest()): string {
  const bundled = Object.keys(manifest.dependencies).map((name) => {
    const size = `${((sizes.get(name) ?? 0) / KB).toFixed(1)} KB`;
    return `| \`${name}\` | ${size} | ${licenseOf(name)} | ${reasonFor(name)} |`;
  });
  const tools = Object.keys(manifest.devDependencies).map(
    (name) => `| \`${name}\` | ${licenseOf(name)} | ${reasonFor(name)} |`,
  );
  return [
    '| Package | Size | License | Why |\n| --- | ---: | --- | --- |',
    ...bundled,
    '',
    '| Tool | License | Why |\n| --- | --- | --- |',
    ...tools,
  ].join('\n');
}

/**
 * Compares package.json, the bundles and docs/dependencies.md.
 * @param page text of docs/dependencies.md
 * @throws {Error} if a bundled package is not a dependency, or the page is outdated
 */
export function checkDependencies(
  sizes: PackageSizes,
  page: string,
  manifest = ownManifest(),
): void {
  const declaredNames = new Set(Object.keys(manifest.dependencies));
  const problems = [
    ...[...sizes.keys()]
      .filter((name) => !declaredNames.has(name))
      .map(
        (name) => `${name} is bundled, so it must be listed under "dependencies" in package.json.`,
      ),
    ...[...declaredNames]
      .filter((name) => !sizes.has(name))
      .map((name) => `${name} is not bundled, so it belongs under "devDependencies".`),
    ...rowProblems(rowsOf(page), rowsOf(dependencyTables(sizes, manifest))),
  ];
  if (problems.length === 0) return;
  throw new Error(
    `${problems.join('\n')}\nRun npm run dependency-table to update docs/dependencies.md.`,
  );
}

interface Row {
  readonly size: number;
  readonly license: string;
}

function rowsOf(page: string): ReadonlyMap<string, Row> {
  const rows = [...page.matchAll(ROW)];
  return new Map(
    rows.map(([, name = '', size, license = '']) => [name, { size: Number(size ?? 0), license }]),
  );
}

function rowProblems(
  documented: ReadonlyMap<string, Row>,
  actual: ReadonlyMap<string, Row>,
): string[] {
  return [...new Set([...documented.keys(), ...actual.keys()])].flatMap((name) => {
    const [documentedRow, actualRow] = [documented.get(name), actual.get(name)];
    if (documentedRow === undefined) return [`docs/dependencies.md lacks ${name}.`];
    if (actualRow === undefined)
      return [`docs/dependencies.md has ${name}, which is not a dependency.`];
    if (documentedRow.license !== actualRow.license)
      return [`${name} has the license ${actualRow.license}.`];
    // Sizes of small packages differ by more than the tolerance when they are rounded.
    if (Math.abs(documentedRow.size - actualRow.size) <= Math.max(0.2, actualRow.size * TOLERANCE))
      return [];
    return [`${name} has ${actualRow.size} KB in the bundles, not ${documentedRow.size} KB.`];
  });
}

/** @throws {Error} if `REASONS` has no entry for the package */
function reasonFor(name: string): string {
  const reason = REASONS[name];
  if (reason === undefined)
    throw new Error(`${name} has no reason. Add one to scripts/artefact/reasons.ts.`);
  return reason;
}

function licenseOf(name: string): string {
  const { license } = manifestOf(join('node_modules', name)) as { license?: string };
  return license ?? 'unknown';
}

function ownManifest(): Manifest {
  return manifestOf('.') as Manifest;
}

function manifestOf(folder: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'));
}
