import { build } from 'esbuild';
import { hostBundles } from '../../../scripts/build.ts';

/** Returns the readable text of each bundle for the extension host, by its name in dist/. */
export async function bundleTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [bundle, options] of hostBundles(true)) {
    const { outputFiles } = await build({ ...options, sourcemap: false, write: false });
    const output = outputFiles.find(({ path }) => path.endsWith(bundle));
    texts.set(bundle, output?.text ?? '');
  }
  return texts;
}
