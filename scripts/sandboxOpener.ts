import { packExtension } from './packExtension.ts';

const manifest = {
  name: 'sandbox-opener',
  description: 'Runs "Bot Tags: Try the Sandbox" in the first window.',
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
  return packExtension(folder, manifest, { 'main.js': main });
}
