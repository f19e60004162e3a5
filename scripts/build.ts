import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { minify } from 'oxc-minify';
import { ICONS } from '../src/base/page/icons.ts';
import { builtSizes, checkBudgets, KB } from './artefact/budgets.ts';
import { buildHostTests } from './buildHostTests.ts';
import { pageTexts } from './artefact/pageTexts.ts';
import { iconFont } from './iconFont.ts';
import { externalLazyBundles, lazyBundles, programs } from './lazyBundles.ts';
import { parquetSubset } from './parquetSubset.ts';
import { privateUndici } from './privateUndici.ts';
import { projectRoot } from './projectRoot.ts';
import { requireSharedBundles, sharedBundles, sharedEntry } from './sharedBundles.ts';
import { sharedVscode } from './sharedVscode.ts';

interface BuildMode {
  /** Writes source maps and readable code. */
  dev?: boolean;
  /** Rebuilds after each change, until the process ends. */
  watch?: boolean;
}

const dist = join(projectRoot, 'dist');
/** Bundles that are loaded before the view is shown. They have their own copy of src/base, which loads faster. */
const AT_START = ['extension.cjs', 'tree.cjs', 'store.cjs'];
/** Bundles that use the VS Code API. */
const WITH_VSCODE = ['extension.cjs', 'tree.cjs', 'features.cjs'];

/**
 * Constant that undici checks to find out whether it is built for Node itself. If so, the bundle has only
 * the HTTP parser that Node uses. Another parser, an unused experiment, would be a quarter of the package.
 */
const SINGLE_HTTP_PARSER = { esbuildDetection: 'true' };

function commonOptions(dev: boolean): esbuild.BuildOptions {
  return {
    absWorkingDir: projectRoot,
    bundle: true,
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
}

/** Returns the esbuild options of each bundle for the extension host, by its name in dist/. */
export function hostBundles(dev: boolean): ReadonlyMap<string, esbuild.BuildOptions> {
  const bundles = new Map<string, esbuild.BuildOptions>();
  const sources = { 'src/extension.ts': 'extension.cjs', ...lazyBundles, ...programs };
  for (const [source, bundle] of Object.entries(sources)) {
    bundles.set(bundle, { ...hostBundle(bundle, dev), entryPoints: [source] });
  }
  for (const bundle of Object.keys(sharedBundles)) {
    bundles.set(bundle, { ...hostBundle(bundle, dev), stdin: sharedEntry(bundle) });
  }
  return bundles;
}

function hostBundle(bundle: string, dev: boolean): esbuild.BuildOptions {
  const plugins = [externalLazyBundles(projectRoot)];
  if (bundle === 'client.cjs') plugins.push(privateUndici());
  if (bundle === 'parquetWorker.cjs') plugins.push(parquetSubset());
  if (AT_START.includes(bundle)) plugins.push(rejectSlowModules(bundle));
  else plugins.unshift(requireSharedBundles(bundle));
  if (WITH_VSCODE.includes(bundle)) plugins.push(sharedVscode());
  return {
    ...commonOptions(dev),
    outfile: join(dist, bundle),
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    external: ['vscode'],
    // The path of the bundle, with which code finds files next to it.
    define: { 'import.meta.filename': '__filename', ...SINGLE_HTTP_PARSER },
    // jsonc-parser can be bundled only from its ES modules.
    mainFields: bundle === 'jsonc.cjs' ? ['module', 'main'] : ['main', 'module'],
    // A lazy bundle is required, not imported: VS Code provides `vscode` only through require.
    supported: { 'dynamic-import': false },
    plugins,
  };
}

function pageBundle(source: string, bundle: string, dev: boolean): esbuild.BuildOptions {
  return {
    ...commonOptions(dev),
    entryPoints: [source],
    outfile: join(dist, bundle),
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
  };
}

/** Fails the build if a startup bundle contains undici, zod or jsonc-parser: these load slowly. */
function rejectSlowModules(bundle: string): esbuild.Plugin {
  return {
    name: 'light',
    setup(build) {
      build.onEnd(({ metafile }) => {
        const slowModule = Object.keys(metafile?.inputs ?? {}).find((module) =>
          /node_modules\/(undici|zod|jsonc-parser)\//.test(module),
        );
        if (slowModule === undefined) return undefined;
        return { errors: [{ text: `${bundle} must not load ${slowModule}` }] };
      });
    },
  };
}

/** Builds everything that VS Code loads into dist/. Returns the metafiles of the bundles. */
export async function build(mode: BuildMode = {}): Promise<esbuild.Metafile[]> {
  const { dev = false, watch = false } = mode;
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const options = [
    ...hostBundles(dev || watch).values(),
    ...['customers', 'overview'].map((page) => ({
      ...pageBundle(`src/${page}/page/main.ts`, `${page}.js`, dev || watch),
      plugins: [pageTexts(join(dist, `${page}.texts.json`))],
    })),
    // A separate script, because a worker is started from it.
    pageBundle('src/customers/page/indexWorker.ts', 'customerIndex.js', dev || watch),
    pageBundle('media/customers.css', 'customers.css', dev || watch),
    pageBundle('media/overview.css', 'overview.css', dev || watch),
  ];
  const { css, ttf } = await iconFont(ICONS);
  await writeFile(join(dist, 'codicon.css'), css);
  await writeFile(join(dist, 'codicon.ttf'), ttf);
  if (watch) {
    const contexts = await Promise.all(options.map((option) => esbuild.context(option)));
    await Promise.all(contexts.map((context) => context.watch()));
    console.log('Watching for changes.');
    return [];
  }
  const results = await Promise.all(options.map((option) => esbuild.build(option)));
  if (!dev) await Promise.all(options.map(({ outfile = '' }) => minifyScript(outfile)));
  const sizes = builtSizes(dist);
  printSizes(sizes);
  if (!dev) checkBudgets(sizes);
  await copySkill();
  return results.flatMap(({ metafile }) => metafile ?? []);
}

/** Minifies a bundle once more: oxc chooses names that compress better, so the VSIX is 2 % smaller than by esbuild alone. */
async function minifyScript(path: string): Promise<void> {
  if (!/\.c?js$/.test(path)) return;
  const { code, errors } = await minify(path, await readFile(path, 'utf8'));
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  await writeFile(path, code);
}

/** Copies the skill for agents. VS Code requires a folder with the name of the skill. */
async function copySkill(): Promise<void> {
  const folder = join(dist, 'skill', 'bot-tags');
  await mkdir(folder, { recursive: true });
  for (const file of ['media/skill/SKILL.md', 'docs/openapi.json']) {
    await copyFile(join(projectRoot, file), join(folder, basename(file)));
  }
}

function printSizes(sizes: ReadonlyMap<string, number>): void {
  for (const [name, size] of sizes) {
    console.log(`${`dist/${name}`.padEnd(27)} ${(size / KB).toFixed(1).padStart(7)} KB`);
  }
}

if (import.meta.main) {
  const hasFlag = (name: string): boolean => process.argv.includes(name);
  await build({ dev: hasFlag('--dev'), watch: hasFlag('--watch') });
  if (hasFlag('--host-tests')) await buildHostTests();
}
