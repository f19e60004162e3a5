import assert from 'node:assert/strict';
import { bundledNames, checkRelease, checkVsix } from '../../../scripts/artefact/releaseRules.ts';
import { sbom } from '../../../scripts/artefact/sbom.ts';

describe('checkRelease', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-11-21\n';
  const address = 'https://example.com/bot-tag-explorer';
  const manifest = { version: '1.2.3', repository: address, bugs: address, homepage: address };
  const validRelease = { manifest, tag: 'v1.2.3', changelog };

  it('requires the same version in tag, manifest and change log', () => {
    checkRelease(validRelease);
    checkRelease({ ...validRelease, tag: undefined });
    assert.throws(() => checkRelease({ ...validRelease, tag: 'v1.2.4' }), /The tag is v1\.2\.4/);
    assert.throws(() => checkRelease({ ...validRelease, tag: '1.2.3' }), /The tag is 1\.2\.3/);
    assert.throws(
      () =>
        checkRelease({
          ...validRelease,
          manifest: { ...manifest, version: '1.2.30' },
          tag: 'v1.2.30',
        }),
      /no heading "## 1\.2\.30"/,
    );
    assert.throws(
      () => checkRelease({ ...validRelease, manifest: { version: '1.2.3-beta' }, tag: undefined }),
      /three numbers/,
    );
  });

  it('requires the addresses of the project in the manifest of a tagged release', () => {
    const { version } = manifest;
    checkRelease({ ...validRelease, manifest: { version }, tag: undefined });
    assert.throws(
      () => checkRelease({ ...validRelease, manifest: { version, bugs: address } }),
      /package\.json needs repository, homepage for a release\./,
    );
  });

  it('requires the version and the commit in the VSIX, and no files that only the build needs', () => {
    const entry = (name: string, content: object) => ({
      name: `extension/${name}`,
      content: () => Buffer.from(JSON.stringify(content)),
    });
    const source = { commit: 'abc', isChanged: false };
    const entries = [
      entry('package.json', { version: '1.2.3' }),
      entry('dist/source.json', source),
    ];
    checkVsix(entries, { version: '1.2.3', source });
    assert.throws(
      () => checkVsix(entries, { version: '1.2.4', source }),
      /has the version 1\.2\.3/,
    );
    const changedSource = { ...source, isChanged: true };
    assert.throws(
      () => checkVsix(entries, { version: '1.2.3', source: changedSource }),
      /is of commit abc/,
    );
    const moreEntries = [...entries, entry('node_modules/a.js', {})];
    assert.throws(
      () => checkVsix(moreEntries, { version: '1.2.3', source }),
      /has extension\/node_modules/,
    );
  });
});

describe('sbom', () => {
  const vsix = Buffer.from('packed');
  const document = JSON.parse(sbom(vsix, bundledNames()));

  it('is SPDX 2.3, is reproducible, and contains the hash of the VSIX', () => {
    assert.equal(document.spdxVersion, 'SPDX-2.3');
    assert.equal(document.SPDXID, 'SPDXRef-DOCUMENT');
    assert.equal(document.dataLicense, 'CC0-1.0');
    assert.match(document.creationInfo.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(sbom(vsix, bundledNames()), sbom(vsix, bundledNames()));
    const [product] = document.packages;
    assert.equal(product.checksums[0].checksumValue.length, 64);
    assert.notEqual(sbom(Buffer.from('other'), []), sbom(vsix, []));
  });

  it('lists each package with its version, license, package URL and hash', () => {
    const packages = document.packages.slice(1);
    const expected = [
      '@vscode/codicons',
      '@vscode/l10n',
      'hyparquet',
      'hyparquet-writer',
      'jsonc-parser',
      'undici',
      'zod',
    ];
    assert.deepEqual(
      packages.map(({ name }: { name: string }) => name),
      expected,
    );
    for (const listedPackage of packages) {
      assert.match(listedPackage.SPDXID, /^SPDXRef-[A-Za-z\d.-]+$/);
      assert.match(listedPackage.checksums[0].checksumValue, /^[\da-f]{128}$/);
      assert.ok(listedPackage.licenseDeclared.length > 2);
      assert.match(
        listedPackage.externalRefs[0].referenceLocator,
        /^pkg:npm\/(?:%40vscode\/)?[\w-]+@\d/,
      );
    }
    const [icons] = packages;
    const { referenceLocator } = icons.externalRefs[0];
    assert.equal(referenceLocator, `pkg:npm/%40vscode/codicons@${icons.versionInfo}`);
  });

  it('relates the product to each package', () => {
    const contained = document.relationships.filter(
      ({ relationshipType }: { relationshipType: string }) => relationshipType === 'CONTAINS',
    );
    assert.equal(contained.length, document.packages.length - 1);
  });
});
