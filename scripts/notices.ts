import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { codiconsFolder } from './iconFont.ts';
import { projectRoot } from './projectRoot.ts';

/** Path of a file in a package; captures the package folder. A plugin namespace may precede it. */
const packageFile = /^(?:[\w-]+:)?(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\/.+$/;
const licenseName = /^licen[cs]e(?:\.(?:md|txt))?$/i;

/** Third-party code inside packages that the license of the package does not mention. */
const embedded = [
  {
    within: /\/undici\/lib\/llhttp\//,
    title: 'llhttp (MIT), in undici, https://github.com/nodejs/llhttp',
    file: join(projectRoot, 'scripts/licences/llhttp.txt'),
  },
];

/** License texts of packages that contain none, by the name of the package. */
const MISSING_LICENSES: Readonly<Record<string, string>> = {
  '@vscode/l10n': join(projectRoot, 'scripts/licences/vscode-l10n.txt'),
};

/** The license of the icons accepts a link to it instead of its text (section 3). */
const iconNote = `Visual Studio Code Codicons, Copyright (c) Microsoft Corporation,
https://github.com/microsoft/vscode-codicons, licensed under the Creative Commons Attribution
4.0 International Public License (https://creativecommons.org/licenses/by/4.0/legalcode),
which disclaims all warranties in its section 5.
Changed: codicon.ttf has only the icons that this extension uses, and codicon.css only their rules.`;

/**
 * Returns the license of each package that is part of the bundles, and the notice of the icon font.
 * @throws {Error} if a package has no license text
 */
export async function thirdPartyNotices(metafiles: readonly Metafile[]): Promise<string> {
  const files = bundledFiles(metafiles);
  const packages = Map.groupBy(files, packageOf);
  packages.delete(undefined);
  const notices = await Promise.all(
    [...packages].map(([folder = '', packageFiles]) => packageNotice(folder, packageFiles)),
  );
  notices.push(formatNotice((await readPackage(codiconsFolder)).title, iconNote));
  for (const { within, title, file } of embedded) {
    if (files.some((bundledFile) => within.test(bundledFile)))
      notices.push(formatNotice(title, await text(file)));
  }
  const sorted = notices.toSorted((a, b) => (a < b ? -1 : 1));
  return `${['Bot Tag Explorer contains the following.', ...sorted].join('\n\n')}\n`;
}

/** Returns absolute paths with `/`. Files that tree shaking removed completely are not included. */
function bundledFiles(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => resolve(projectRoot, path.replace(/^[\w-]+:/, '')).replaceAll('\\', '/'));
  return [...new Set(inputs)].toSorted();
}

function packageOf(file: string): string | undefined {
  return packageFile.exec(file)?.[1];
}

async function packageNotice(folder: string, files: readonly string[]): Promise<string> {
  const { name, title } = await readPackage(folder);
  const missingLicense = MISSING_LICENSES[name];
  if (missingLicense !== undefined) return formatNotice(title, await text(missingLicense));
  const licenses = await licensesAbove(files, folder);
  if (licenses[0] === undefined || dirname(licenses[0]) !== folder) {
    throw new Error(`${name} has no license text, so it cannot be packed (scripts/notices.ts).`);
  }
  const texts = await Promise.all(
    licenses.map(async (license) => {
      const relativeFolder = dirname(relative(folder, license));
      return `${relativeFolder === '.' ? '' : `In ${relativeFolder}:\n\n`}${await text(license)}`;
    }),
  );
  return formatNotice(title, texts.join('\n\n'));
}

async function readPackage(folder: string): Promise<{ readonly name: string; title: string }> {
  const { name, version, license } = JSON.parse(await text(join(folder, 'package.json')));
  return { name, title: `${name} ${version} (${license})` };
}

/**
 * Returns the license files in the folders of these files up to `root`. Part of a package may come
 * from another author and have its own license next to it.
 */
async function licensesAbove(files: readonly string[], root: string): Promise<string[]> {
  const folders = new Set([root]);
  for (const file of files) {
    for (let folder = dirname(file); folder.length > root.length; folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  const licenseFiles = await Promise.all(
    [...folders].toSorted().map(async (folder) => {
      const names = await readdir(folder);
      return names.filter((name) => licenseName.test(name)).map((name) => join(folder, name));
    }),
  );
  return licenseFiles.flat();
}

function formatNotice(title: string, body: string): string {
  const line = '='.repeat(80);
  return [line, title, line, '', body].join('\n');
}

async function text(file: string): Promise<string> {
  const content = await readFile(file, 'utf8');
  return content
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
}
