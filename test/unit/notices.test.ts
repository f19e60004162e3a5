import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { thirdPartyNotices } from '../../scripts/notices.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from './cleanup.ts';

/** Returns the metafile of a bundle that has this number of bytes of each of these files. */
function metafile(bytes: Readonly<Record<string, number>>): Metafile {
  const inputs = Object.entries(bytes).map(([path, bytesInOutput]) => [path, { bytesInOutput }]);
  const output = { bytes: 0, imports: [], exports: [], inputs: Object.fromEntries(inputs) };
  return { inputs: {}, outputs: { 'bundle.cjs': output } };
}

/** Creates a `node_modules` folder with these files. Returns the path of a file in the folder. */
function packages(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = temporaryFolder('notices');
  onCleanup(() => folder.remove());
  const pathOf = (name: string): string => join(folder.path, 'node_modules', name);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), content);
  }
  return pathOf;
}

const manifest = (name: string): string =>
  JSON.stringify({ name, version: '1.2.3', license: 'MIT' });

describe('thirdPartyNotices', () => {
  afterEach(cleanUp);

  it('rejects a package without a license text', async () => {
    const pathOf = packages({
      'bare/package.json': manifest('bare'),
      'bare/lib/LICENSE': 'of a part only',
    });
    const bundles = [metafile({ [pathOf('bare/lib/index.js')]: 1 })];
    await assert.rejects(thirdPartyNotices(bundles), /bare has no license text/);
  });

  it('includes the texts of each package and of its bundled parts, also of a nested package', async () => {
    const pathOf = packages({
      '@some/outer/package.json': manifest('@some/outer'),
      '@some/outer/LICENSE': 'text of outer',
      '@some/outer/lib/part/license.md': 'text of part',
      '@some/outer/lib/part/a/b.js': '',
      '@some/outer/lib/other/LICENSE': 'text of other',
      '@some/outer/node_modules/inner/package.json': manifest('inner'),
      '@some/outer/node_modules/inner/LICENCE.txt': 'text of inner',
    });
    const notices = await thirdPartyNotices([
      metafile({ 'src/extension.ts': 1, [`plugin:${pathOf('@some/outer/lib/part/a/b.js')}`]: 1 }),
      metafile({ [pathOf('@some/outer/node_modules/inner/index.js')]: 1 }),
    ]);
    assert.match(notices, /\n@some\/outer 1\.2\.3 \(MIT\)\n=+\n\ntext of outer\n/);
    assert.match(notices, /In lib\/part:\n\ntext of part\n/);
    assert.match(notices, /\ninner 1\.2\.3 \(MIT\)\n=+\n\ntext of inner\n/);
    assert.doesNotMatch(notices, /text of other/);
  });

  it('leaves out a package without a byte in a bundle', async () => {
    const pathOf = packages({});
    const notices = await thirdPartyNotices([metafile({ [pathOf('gone/index.js')]: 0 })]);
    assert.doesNotMatch(notices, /gone/);
  });
});
