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
 * Packs a small extension that does the first steps of a new user: opens the view and starts the
 * sandbox. The product itself thus needs no switch for this. Returns the path of the VSIX.
 */
export async function packSandboxOpener(folder: string): Promise<string> {
  return packExtension(folder, manifest, { 'main.js': main });
}
