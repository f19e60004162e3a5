import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Source files that become separate bundles, with their names in dist/. */
export const lazyBundles = {
  'src/catalogue/ui/treeView.ts': 'tree.cjs',
  'src/shell/createFeatures.ts': 'features.cjs',
  'src/service/client.ts': 'client.cjs',
  'src/shell/validators.ts': 'validators.cjs',
  'src/runs/openCatalogue.ts': 'store.cjs',
  'src/workspaceFile/createFileText.ts': 'workspaceFile.cjs',
  'src/plans/planTexts.ts': 'plans.cjs',
  'src/overview/customerSums.ts': 'overview.cjs',
  'src/sandbox/startSandbox.ts': 'sandbox.cjs',
  'src/exports/createExporter.ts': 'export.cjs',
  'src/exports/parquet/parquetWorker.ts': 'parquetWorker.cjs',
} as const;

/** Programs that run without VS Code, with their names in dist/. */
export const programs = { 'src/sandbox/main.ts': 'sandboxCli.cjs' } as const;

/** Source files that several bundles need, each with its own bundle, which the other bundles require. */
export const sharedBundles = { 'src/base/zod.ts': 'zod.cjs' } as const;

/**
 * Replaces `import('./service/client.ts')` with a require of the bundle next to the importing bundle, so that
 * activation loads neither the commands nor the client, the database or the sandbox. Code splitting of esbuild supports
 * ES modules only, and VS Code loads CommonJS. Shared bundles are required in the same way.
 */
export function externalLazyBundles(root: string): Plugin {
  const bundlesOf = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map(Object.entries(table).map(([source, bundle]) => [resolve(root, source), bundle]));
  const [lazy, shared] = [bundlesOf(lazyBundles), bundlesOf(sharedBundles)];
  return {
    name: 'lazy-bundles',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, (request) => {
        if (request.kind === 'entry-point') return undefined;
        const source = resolve(request.resolveDir, request.path);
        const bundle = (request.kind === 'dynamic-import' ? lazy : shared).get(source);
        if (bundle === undefined) return undefined;
        return { path: `./${bundle}`, external: true, sideEffects: false };
      });
    },
  };
}
