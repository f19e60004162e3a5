import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanEnvironment } from './cleanEnvironment.ts';
import { addPseudoTexts, announceLanguagePack, packLanguagePack } from './languagePack.ts';
import { installExtensions, installInto } from './installedExtensions.ts';
import { neededExtensions } from './neededExtensions.ts';
import { OwnedProcess } from './ownedProcess.ts';
import { type Settings, writeSettings } from './quietSettings.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import type { Locale } from './texts.ts';
import { vscodeFromNpm } from './vscodeFromNpm.ts';

export interface VscodeOptions {
  /** The extensions to install. */
  vsix: string | string[];
  /** Folder of the user data. If given, it is kept, so that a second start finds the data of the first one. */
  userDataDir?: string;
  /** The folder that the window opens. */
  workspace?: string;
  settings?: Settings;
  /** Whether the user must trust workspaces first. Otherwise, workspace trust is disabled. */
  requiresTrust?: boolean;
  env?: NodeJS.ProcessEnv;
  /** Flags of the Node that runs the server and its extension hosts. */
  nodeFlags?: readonly string[];
  /** Whether windows have only the built-in extensions of VS Code that the tests use. */
  isLean?: boolean;
  /**
   * Port of the server. Defaults to any free port. With the same origin, a browser finds the data that it stored earlier.
   */
  port?: number;
  /** Display language, for which a language pack is also installed. Defaults to English. */
  locale?: Locale;
}

/** Running server of VS Code, with the packaged extension installed. */
export interface WebVscode {
  /** URL that opens the window, with the workspace if there is one. */
  url: string;
  /** URL of the server. */
  address: string;
  /** The folder with the user's data: settings, extension storage, logs. */
  userDataDir: string;
  /** Display language. Undefined if it is English. */
  locale: Locale | undefined;
  /** Returns the output of the server until now. */
  logs(): string;
  /** Resolves when the server ends, by itself or through `stop`. */
  exited: Promise<number>;
  stop(): Promise<void>;
}

const serveFlags = [
  '--auth',
  'none',
  '--ignore-last-opened',
  '--disable-telemetry',
  '--disable-update-check',
];

/** Starts VS Code with the packaged extension installed, in folders of its own, on a local port. */
export async function startVscode(options: VscodeOptions): Promise<WebVscode> {
  const vscode = await vscodeFromNpm();
  const folder = temporaryFolder('product');
  const userDataDir = options.userDataDir ?? join(folder.path, 'user');
  const config = join(folder.path, 'config.yaml');
  await writeFile(config, 'auth: none\n');
  const common = ['--config', config, '--user-data-dir', userDataDir];
  const extensionsDir = join(userDataDir, 'installed');
  common.push('--extensions-dir', extensionsDir);
  const env = vscodeEnvironment(folder.path, options.env);
  try {
    if (!existsSync(join(userDataDir, 'User/settings.json')) || options.settings) {
      await writeSettings(userDataDir, options.settings);
    }
    const { locale } = options;
    await installExtensions([options.vsix].flat(), extensionsDir, { vscode, env });
    if (locale !== undefined) {
      const pack = await packLanguagePack(folder.path, locale, vscode);
      await installInto([pack], extensionsDir, { vscode, env, flags: common });
    }
    if (locale === 'qps-ploc') addPseudoTexts(extensionsDir);
    if (locale !== undefined) announceLanguagePack(userDataDir, locale);
    if (locale !== undefined) common.push('--locale', locale);
    const trust = options.requiresTrust === true ? [] : ['--disable-workspace-trust'];
    const serverArguments = [
      ...common,
      ...(options.isLean === true ? await neededExtensions(vscode) : []),
      ...serveFlags,
      ...trust,
      '--bind-addr',
      `127.0.0.1:${options.port ?? 0}`,
    ];
    const args = [...(options.nodeFlags ?? []), vscode.codeServer, ...serverArguments];
    const server = new OwnedProcess(vscode.node, args, { env });
    const address = await waitForAddress(server);
    return {
      url: urlWith(address, options.workspace),
      address,
      locale,
      userDataDir,
      logs: () => server.output,
      exited: server.exited,
      async stop() {
        await server.stop();
        folder.remove();
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/** Returns the URL of a window of the server at `address`, with this folder or none. */
export function urlWith(address: string, workspace?: string): string {
  return workspace === undefined ? address : `${address}?folder=${encodeURIComponent(workspace)}`;
}

/** Returns an environment in which VS Code does not write to the user's own folders. */
function vscodeEnvironment(folder: string, added: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...cleanEnvironment(),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    // Folder of VS Code's sockets.
    XDG_RUNTIME_DIR: folder,
    ...added,
  };
}

async function waitForAddress(server: OwnedProcess): Promise<string> {
  try {
    const [, address = ''] = await server.waitForOutput(/HTTP server listening on (http:\S+)/);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`VS Code answered with ${response.status}.`);
    return address;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
