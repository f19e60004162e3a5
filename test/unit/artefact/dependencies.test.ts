import assert from 'node:assert/strict';
import {
  checkDependencies,
  dependencyTables,
  packageSizes,
} from '../../../scripts/artefact/dependencies.ts';

const manifest = { dependencies: { undici: '1', zod: '1' }, devDependencies: { mocha: '1' } };
const sizes = new Map([
  ['undici', 100 * 1024],
  ['zod', 50 * 1024],
]);
/** Table of the dependencies in Markdown. */
const page = dependencyTables(sizes, manifest);

describe('the table of dependencies', () => {
  it('adds up the bytes of each package over all bundles, whatever its path', () => {
    const output = { bytes: 0, imports: [], exports: [] };
    const inputs = {
      'node_modules/zod/a.js': { bytesInOutput: 10 },
      'wasm:/else/where/node_modules/undici/b.wasm': { bytesInOutput: 20 },
      'node_modules/a/node_modules/@b/c/d.js': { bytesInOutput: 30 },
      'src/extension.ts': { bytesInOutput: 40 },
    };
    const metafile = { inputs: {}, outputs: { 'a.cjs': { ...output, inputs } } };
    const iconBytes = 5;
    const totalSizes = packageSizes([metafile, metafile], iconBytes);
    assert.deepEqual(
      [...totalSizes].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ['@b/c', 60],
        ['@vscode/codicons', iconBytes],
        ['undici', 40],
        ['zod', 20],
      ],
    );
  });

  it('lists size, license and reason', () => {
    assert.match(page, /^\| `undici` \| 100\.0 KB \| MIT \| sends requests/m);
    assert.match(page, /^\| `mocha` \| MIT \| runs the tests \|$/m);
    checkDependencies(sizes, page, manifest);
  });

  it('allows sizes to differ by up to 5 %', () => {
    checkDependencies(new Map([...sizes, ['undici', 104 * 1024]]), page, manifest);
    const grownSizes = new Map([...sizes, ['undici', 106 * 1024]]);
    assert.throws(
      () => checkDependencies(grownSizes, page, manifest),
      /undici has 106 KB in the bundles/,
    );
  });

  it('rejects a bundled devDependency, and a dependency that is not bundled', () => {
    const sizesWithMocha = new Map([...sizes, ['mocha', 1]]);
    assert.throws(
      () => checkDependencies(sizesWithMocha, page, manifest),
      /mocha is bundled, so it must be listed under "dependencies"/,
    );
    const undiciOnly = new Map([...sizes].slice(0, 1));
    assert.throws(() => checkDependencies(undiciOnly, page, manifest), /zod is not bundled/);
  });

  it('rejects a different license, and a missing or an extra package', () => {
    const otherLicense = page.replace('| MIT | sends', '| GPL | sends');
    assert.throws(
      () => checkDependencies(sizes, otherLicense, manifest),
      /undici has the license MIT/,
    );
    const withoutMocha = page.replace(/^.*`mocha`.*$/m, '');
    assert.throws(() => checkDependencies(sizes, withoutMocha, manifest), /lacks mocha/);
    const fewer = { ...manifest, devDependencies: {} };
    assert.throws(
      () => checkDependencies(sizes, page, fewer),
      /has mocha, which is not a dependency/,
    );
  });
});
