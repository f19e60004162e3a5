import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { zipEntries } from '../test/bench/zipEntries.ts';
import {
  bundledNames,
  checkRelease,
  checkVsix,
  type ReleasedManifest,
} from './artefact/releaseRules.ts';
import { sbom, sha256 } from './artefact/sbom.ts';
import { sourceOf } from './artefact/source.ts';
import { packageVsix } from './package.ts';
import { projectRoot } from './projectRoot.ts';

const release = join(projectRoot, 'out/release');
const textOf = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

/** Performs all steps of a release except the upload, as .github/workflows/release.yml does. */
async function checkAll(tag: string | undefined): Promise<void> {
  const manifest = JSON.parse(textOf('package.json')) as ReleasedManifest & { name: string };
  const { name, version } = manifest;
  checkRelease({ manifest, tag, changelog: textOf('CHANGELOG.md') });
  const source = sourceOf();
  if (tag !== undefined && source.isChanged) {
    throw new Error(
      'Files differ from the commit, so this build could not be repeated. Commit or discard them first.',
    );
  }
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });
  const file = join(release, `${name}-${version}.vsix`);
  const vsix = readFileSync(await packageVsix(file));
  const again = readFileSync(await packageVsix(join(projectRoot, 'out/again.vsix')));
  if (!vsix.equals(again)) throw new Error('Two builds differ.');
  checkVsix(zipEntries(vsix), { version, source });
  writeFileSync(`${file}.spdx.json`, sbom(vsix, bundledNames()));
  const lint = ['node_modules/@vscode/vsce/vsce', 'ls', '--no-dependencies'];
  execFileSync(process.execPath, lint, {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The tests come last because they take an hour.
  const tests = [join(projectRoot, 'scripts/test.ts'), '--long'];
  execFileSync(process.execPath, tests, { cwd: projectRoot, stdio: 'inherit' });
  console.log(`${name}-${version}.vsix of ${source.commit}: sha256 ${sha256(vsix)}`);
}

const { values } = parseArgs({ options: { tag: { type: 'string' } } });
await checkAll(values.tag);
