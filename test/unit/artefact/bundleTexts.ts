import { build } from 'esbuild';
import { hostBundle } from '../../../scripts/build.ts';
import { lazyBundles, programs, sharedBundles } from '../../../scripts/lazyBundles.ts';

/** Returns the readable text of each bundle for the extension host, by its name in dist/. */
export async function bundleTexts(): Promise<ReadonlyMap<string, string>> {
  const bundles = {
    'src/extension.ts': 'extension.cjs',
    ...lazyBundles,
    ...sharedBundles,
    ...programs,
  };
  const texts = new Map<string, string>();
  for (const [source, bundle] of Object.entries(bundles)) {
    const options = { ...hostBundle(source, bundle, true), sourcemap: false, write: false };
    const { outputFiles = [] } = await build(options);
    const output = outputFiles.find(({ path }) => path.endsWith(bundle));
    texts.set(bundle, output?.text ?? '');
  }
  return texts;
}
