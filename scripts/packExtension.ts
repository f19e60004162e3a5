import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createVSIX } from '@vscode/vsce';

interface SmallManifest {
  readonly name: string;
  readonly description: string;
  readonly [key: string]: unknown;
}

/**
 * Packs a small internal extension, for tests and for `npm start`. Returns the path of the VSIX.
 * @param files file contents by path
 */
export async function packExtension(
  folder: string,
  manifest: SmallManifest,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const cwd = join(folder, manifest.name);
  const common = { publisher: 'bot-tags', version: '0.0.0', engines: { vscode: '^1.105.0' } };
  const contents = {
    ...files,
    'package.json': JSON.stringify({ ...common, ...manifest }),
    'README.md': manifest.description,
    '.vscodeignore': '',
  };
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
  const packagePath = join(folder, `${manifest.name}.vsix`);
  await createVSIX({
    cwd,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}
