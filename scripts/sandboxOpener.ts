import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';

const manifest = {
  name: 'sandbox-opener',
  publisher: 'bot-tags',
  version: '0.0.0',
  description: 'Runs "Bot Tags: Try the Sandbox" in the first window.',
  engines: { vscode: '^1.105.0' },
  activationEvents: ['onStartupFinished'],
  main: './main.js',
};

const main = `
const { commands } = require('vscode');
exports.activate = async ({ globalState }) => {
  if (globalState.get('opened')) return;
  await globalState.update('opened', true);
  await commands.executeCommand('workbench.view.extension.botTags');
  await commands.executeCommand('botTags.trySandbox');
};
`;

/**
 * Packs a small extension that does what a newcomer would: it opens the view and tries the sandbox.
 * So the product itself needs no switch for it. Gives the path of the VSIX.
 */
export async function packSandboxOpener(folder: string): Promise<string> {
  const cwd = join(folder, 'sandbox-opener');
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(cwd, 'main.js'), main);
  await writeFile(join(cwd, 'README.md'), manifest.description);
  const packagePath = join(folder, 'sandbox-opener.vsix');
  await createVSIX({
    cwd,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}
