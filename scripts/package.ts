import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { zipEntries } from '../test/bench/zipEntries.ts';
import { iconBytes, KB } from './artefact/budgets.ts';
import { checkDependencies, packageSizes } from './artefact/dependencies.ts';
import { sourceOf } from './artefact/source.ts';
import { writeZip, type ZipFile } from './artefact/writeZip.ts';
import { build } from './build.ts';
import { thirdPartyNotices } from './notices.ts';
import { projectRoot } from './projectRoot.ts';
import { vsixReadme } from './vsixReadme.ts';

/** Maximum size of the VSIX in bytes. */
export const VSIX_LIMIT = 500_000;

/** READMEs for users of the extension. The README at the root is for readers of the source. */
export const README_PAGES = ['docs/extension.md', 'docs/extension.zh-tw.md'];

/** Options for packing, the same on every machine. */
export const VSCE_OPTIONS = {
  readmePath: 'dist/readme.md',
  // Everything is bundled, so node_modules are not packed.
  dependencies: false,
  allowMissingRepository: true,
  // `vsixReadme` has already corrected links and pictures, and "#1" is not an issue number.
  rewriteRelativeLinks: false,
  gitHubIssueLinking: false,
  gitLabIssueLinking: false,
};

/** Builds and packs the extension. Returns the path of the VSIX. */
export async function packageVsix(
  packagePath = join(projectRoot, 'bot-tag-explorer.vsix'),
): Promise<string> {
  const metafiles = await build();
  const page = await readFile(join(projectRoot, 'docs/dependencies.md'), 'utf8');
  checkDependencies(packageSizes(metafiles, iconBytes(join(projectRoot, 'dist'))), page);
  const notices = await thirdPartyNotices(metafiles);
  await writeFile(join(projectRoot, 'THIRD-PARTY-NOTICES.txt'), notices);
  const source = sourceOf();
  const { commit, isChanged } = source;
  const sourceText = JSON.stringify({ commit, isChanged });
  await writeFile(join(projectRoot, 'dist/source.json'), `${sourceText}\n`);
  const textOf = (file: string) => readFile(join(projectRoot, file), 'utf8');
  const { repository } = JSON.parse(await textOf('package.json'));
  const pages = await Promise.all(README_PAGES.map(textOf));
  await writeFile(join(projectRoot, VSCE_OPTIONS.readmePath), vsixReadme(pages, repository));
  await createVSIX({ cwd: projectRoot, packagePath, ...VSCE_OPTIONS });
  // Rewritten because vsce takes dates and modes from the files, and dates in the time zone of the machine.
  const files = zipEntries(await readFile(packagePath)).map(withCompactJson);
  await writeFile(packagePath, writeZip(files, source.date));
  const { size } = await stat(packagePath);
  console.log(`bot-tag-explorer.vsix: ${(size / KB).toFixed(1)} KB`);
  checkSize(size);
  return packagePath;
}

/** Fields of the manifest that only this project's tools use. */
const DEVELOPMENT_FIELDS: readonly string[] = ['scripts', 'devDependencies', 'allowScripts'];

/** Returns the file. If it is JSON, white space and fields for development are removed: they would enlarge the VSIX. */
function withCompactJson(file: ZipFile): ZipFile {
  if (!file.name.endsWith('.json')) return file;
  const isManifest = file.name === 'extension/package.json';
  const content = (): Buffer => {
    const fields = JSON.parse(file.content().toString());
    if (isManifest) for (const field of DEVELOPMENT_FIELDS) delete fields[field];
    return Buffer.from(JSON.stringify(fields));
  };
  return { name: file.name, content };
}

/** @throws {Error} if a VSIX of this size is too large */
export function checkSize(bytes: number): void {
  if (bytes <= VSIX_LIMIT) return;
  const [size, limit] = [bytes, VSIX_LIMIT].map((count) => (count / KB).toFixed(1));
  throw new Error(`The VSIX has ${size} KB; it may have ${limit} KB (scripts/package.ts).`);
}

if (import.meta.main) await packageVsix(process.argv[2]);
