import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Settings without a late welcome page or chat panel, which would take the focus and close menus. */
const quietSettings = {
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  // Only both settings keep VS Code from scanning all processes of the machine every two seconds.
  'remote.autoForwardPorts': false,
  'remote.autoForwardPortsSource': 'output',
};

export type Settings = Record<string, unknown>;

/**
 * Keybindings of the tests, for commands that the palette hides and for steps that are not the subject of a test. The
 * palette takes one second of processor time per command, because VS Code ranks all other commands by similarity.
 */
export const KEYS = {
  'botTags.loadCatalogueFile': 'Control+Alt+Shift+F12',
  'botTags.removeFromList': 'Control+Alt+Shift+F11',
  'botTags.showTagCustomers': 'Control+Alt+Shift+PageDown',
  'botTags.addBot': 'Control+Alt+Shift+F2',
  'botTags.removeAllData': 'Control+Alt+Shift+F3',
  'notifications.clearAll': 'Control+Alt+Shift+F4',
  'workbench.action.closeAllEditors': 'Control+Alt+Shift+F6',
  'workbench.action.reloadWindow': 'Control+Alt+Shift+F7',
} as const;

/** Writes the user settings and keys of a VS Code whose data is in `dataFolder`. */
export async function writeSettings(dataFolder: string, settings: Settings = {}): Promise<void> {
  const folder = join(dataFolder, 'User');
  await mkdir(folder, { recursive: true });
  const merged = { ...quietSettings, ...settings };
  await writeFile(join(folder, 'settings.json'), JSON.stringify(merged, undefined, 2));
  const keys = Object.entries(KEYS).map(([command, key]) => ({
    command,
    key: key.replace('Control', 'Ctrl').toLowerCase(),
  }));
  await writeFile(join(folder, 'keybindings.json'), JSON.stringify(keys, undefined, 2));
}
