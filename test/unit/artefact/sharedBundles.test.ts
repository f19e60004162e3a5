import assert from 'node:assert/strict';
import { sharedBundles } from '../../../scripts/sharedBundles.ts';
import { bundleTexts } from './bundleTexts.ts';

/** Bundles that are loaded before the view is shown, with their own copies. */
const AT_START = ['extension.cjs', 'store.cjs', 'tree.cjs'];

/** Matches the comment that esbuild puts before a file of `src/base` when it does not minify. */
const BASE_FILE = /^ *\/\/ src\/base\/\w+\.ts$/m;

describe('shared bundles', function () {
  this.timeout(60_000);

  it('contain the only copies of their files, except in the bundles that are loaded at the start', async () => {
    const withCopies = [...(await bundleTexts())].filter(([, text]) => BASE_FILE.test(text));
    const names = withCopies.map(([name]) => name).toSorted();
    assert.deepEqual(names, [...Object.keys(sharedBundles), ...AT_START].toSorted());
  });
});
