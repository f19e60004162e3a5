import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { lazyBundles } from '../../scripts/lazyBundles.ts';
import { checkSize, README_PAGES, VSIX_LIMIT } from '../../scripts/package.ts';
import { projectRoot } from '../../scripts/projectRoot.ts';
import { sharedBundles } from '../../scripts/sharedBundles.ts';
import { vsixReadme } from '../../scripts/vsixReadme.ts';
import { zipEntries } from '../bench/zipEntries.ts';
import { bundleTexts } from './artefact/bundleTexts.ts';
import { packVsixOnce } from './artefact/packedOnce.ts';

/** Matches the comment that esbuild puts before each file of a package when it does not minify. */
const FILE_COMMENT = /^ *\/\/ (?:[\w-]+:)?\S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

async function bundledPackages(): Promise<string[]> {
  const names = new Set<string>();
  for (const text of (await bundleTexts()).values()) {
    for (const [, name = ''] of text.matchAll(FILE_COMMENT)) names.add(name);
  }
  return [...names].toSorted();
}

describe('VSIX', function () {
  this.timeout(60_000);
  let size = 0;
  let files = new Map<string, () => Buffer>();

  const textOf = (name: string): string => {
    const content = files.get(`extension/${name}`);
    assert.ok(content, `${name} is packed`);
    return content().toString();
  };

  before(async () => {
    const vsix = await packVsixOnce();
    size = vsix.length;
    files = new Map(zipEntries(vsix).map((entry) => [entry.name, () => entry.content()]));
  });

  it('has at most 488.3 KB, or is not packed', () => {
    assert.equal(VSIX_LIMIT, 500_000);
    assert.ok(size <= VSIX_LIMIT, `${size} bytes`);
    assert.throws(() => checkSize(VSIX_LIMIT + 1), /The VSIX has 488\.3 KB; it may have 488\.3 KB/);
    checkSize(VSIX_LIMIT);
  });

  it('has the README for users of the extension, and no picture but its icon', async () => {
    const textIn = (file: string) => readFile(join(projectRoot, file), 'utf8');
    const { repository } = JSON.parse(await textIn('package.json'));
    const pages = await Promise.all(README_PAGES.map(textIn));
    assert.equal(textOf('readme.md'), vsixReadme(pages, repository));
    assert.ok(!files.has('extension/dist/readme.md'), 'the README is packed only once');
    const pictures = [...files.keys()].filter((name) => /\.(?:png|jpe?g|gif|webp)$/i.test(name));
    assert.deepEqual(pictures, ['extension/media/icon.png']);
  });

  it('has every file to which its manifest and its webview pages refer', () => {
    for (const name of [
      ...['dist/extension.cjs', 'dist/customers.js', 'dist/customerIndex.js'],
      ...['dist/codicon.css', 'dist/codicon.ttf', 'dist/customers.css', 'media/activity.svg'],
      ...['schemas/bot-tags.schema.json', 'schemas/plan.schema.json'],
      ...['l10n/bundle.l10n.json', 'package.nls.json'],
      ...['l10n/bundle.l10n.zh-tw.json', 'package.nls.zh-tw.json'],
      ...manifest.contributes.walkthroughs.flatMap(({ steps }) =>
        steps.map(({ media }) => media.svg),
      ),
      ...['changelog.md', 'LICENSE.txt'],
      ...[...Object.values(lazyBundles), ...Object.keys(sharedBundles)].map(
        (bundle) => `dist/${bundle}`,
      ),
      'dist/llhttp.wasm',
    ]) {
      assert.ok(files.has(`extension/${name}`), name);
    }
  });

  it('has a manifest without the fields that only the tools of this project use', () => {
    const packed = JSON.parse(textOf('package.json'));
    assert.equal(packed.name, manifest.name);
    for (const field of ['scripts', 'devDependencies', 'allowScripts']) {
      assert.ok(field in manifest && !(field in packed), field);
    }
  });

  it('has the license of each bundled package, and of the packages contained in those', async () => {
    const notices = textOf('THIRD-PARTY-NOTICES.txt');
    const packages = await bundledPackages();
    const expected = ['hyparquet', 'hyparquet-writer', 'jsonc-parser', 'undici', 'zod'];
    assert.deepEqual(packages, expected);
    for (const name of [...packages, '@vscode/codicons', '@vscode/l10n']) {
      const path = join(projectRoot, 'node_modules', name);
      const { version } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
      assert.ok(notices.includes(`\n${name} ${version} (`), name);
    }
    for (const file of [
      ...expected.slice(0, 2).map((name) => `${name}/LICENSE`),
      ...['jsonc-parser/LICENSE.md', 'undici/LICENSE', 'zod/LICENSE'],
      'undici/lib/web/fetch/LICENSE',
    ]) {
      const text = await readFile(join(projectRoot, 'node_modules', file), 'utf8');
      const plain = text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
      assert.ok(notices.includes(plain.trim()), file);
    }
    assert.doesNotMatch(notices, /\bmilo\b/i, 'the removed parser has no notice');
    const l10nLicense = await readFile(
      join(projectRoot, 'scripts/licences/vscode-l10n.txt'),
      'utf8',
    );
    assert.ok(notices.includes(l10nLicense.trim()), 'the package of @vscode/l10n has no license');
    assert.match(notices, /Copyright Fedor Indutny, 2018\./, 'llhttp is part of undici');
    assert.match(
      notices,
      /Codicons, Copyright \(c\) Microsoft Corporation[^=]*licenses\/by\/4\.0[^=]*Changed: codicon\.ttf/,
    );
  });
});
