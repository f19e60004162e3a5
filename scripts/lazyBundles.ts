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

/**
 * Replaces `import('./service/client.ts')` with a require of the bundle next to the importing bundle, so that
 * activation loads neither the commands nor the client, the database or the sandbox. Code splitting of esbuild supports
 * ES modules only, and VS Code loads CommonJS.
 */
export function externalLazyBundles(root: string): Plugin {
  const bundles = new Map(
    Object.entries(lazyBundles).map(([source, bundle]) => [resolve(root, source), bundle]),
  );
  return {
    name: 'lazy-bundles',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, (request) => {
        const bundle = bundles.get(resolve(request.resolveDir, request.path));
        if (request.kind !== 'dynamic-import' || bundle === undefined) return undefined;
        return { path: `./${bundle}`, external: true, sideEffects: false };
      });
    },
  };
}
