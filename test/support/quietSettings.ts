import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** No late welcome page or chat panel, which would take the focus and close menus. */
const quietSettings = {
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  // Only both keep it from looking through all processes of the machine every two seconds.
  'remote.autoForwardPorts': false,
  'remote.autoForwardPortsSource': 'output',
};

export type Settings = Record<string, unknown>;

/** Writes the user settings of a VS Code whose data is in `dataFolder`. */
export async function writeSettings(dataFolder: string, settings: Settings = {}): Promise<void> {
  const folder = join(dataFolder, 'User');
  await mkdir(folder, { recursive: true });
  const all = { ...quietSettings, ...settings };
  await writeFile(join(folder, 'settings.json'), JSON.stringify(all, undefined, 2));
}
