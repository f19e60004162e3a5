import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { projectRoot } from './projectRoot.ts';

/** Files of src/base that export a package. Few bundles need these packages, so each has its own shared bundle. */
const PACKAGE_FILES = ['jsonc.ts', 'zod.ts'];

/** Bundles that several other bundles require, with their source files. Otherwise each of those would have a copy. */
export const sharedBundles: Readonly<Record<string, readonly string[]>> = {
  'base.cjs': readdirSync(join(projectRoot, 'src/base'))
    .filter((name) => name.endsWith('.ts') && !PACKAGE_FILES.includes(name))
    .toSorted()
    .map((name) => `src/base/${name}`),
  'jsonc.cjs': ['src/base/jsonc.ts'],
  'zod.cjs': ['src/base/zod.ts'],
};

/** Returns the input of esbuild for a shared bundle: a module that exports everything that its files export. */
export function sharedEntry(bundle: string): esbuild.StdinOptions {
  const files = sharedBundles[bundle] ?? [];
  const contents = files.map((file) => `export * from './${file}';`).join('\n');
  return { contents, resolveDir: projectRoot, sourcefile: bundle };
}

/**
 * Replaces imports of shared files by one module, which requires the shared bundle and has a constant for each export.
 * Without these constants, esbuild would look up the export at each call, and tree shaking keeps only those in use. A
 * bundle that uses an export which two files of a shared bundle have fails to build, because `export *` omits both.
 */
export function requireSharedBundles(ownName: string): esbuild.Plugin {
  const bundles = new Map(
    Object.entries(sharedBundles).flatMap(([bundle, files]) =>
      files.map((file) => [resolve(projectRoot, file), bundle] as const),
    ),
  );
  return {
    name: 'shared-bundles',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ resolveDir, path, namespace }) => {
        if (namespace === 'shared') return { path, external: true };
        const bundle = bundles.get(resolve(resolveDir, path));
        if (bundle === undefined || bundle === ownName) return undefined;
        return { path: bundle, namespace: 'shared', sideEffects: false };
      });
      build.onLoad({ filter: /./, namespace: 'shared' }, async ({ path: bundle }) => {
        const { names, files } = await exportsOf(bundle);
        const lines = names.map(
          (name) =>
            `const shared_${name} = /* @__PURE__ */ (() => shared.${name})(); export { shared_${name} as ${name} };`,
        );
        const contents = [`const shared = require('./${bundle}');`, ...lines].join('\n');
        return { contents, watchFiles: files };
      });
    },
  };
}

/** Returns the names that a shared bundle exports, and the paths of its files. */
async function exportsOf(bundle: string) {
  const { metafile } = await esbuild.build({
    absWorkingDir: projectRoot,
    stdin: sharedEntry(bundle),
    outfile: bundle,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    metafile: true,
    write: false,
  });
  const names = Object.values(metafile.outputs).flatMap(({ exports }) => exports);
  const files = (sharedBundles[bundle] ?? []).map((file) => join(projectRoot, file));
  return { names, files };
}
