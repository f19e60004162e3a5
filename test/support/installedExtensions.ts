import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { OwnedProcess } from './ownedProcess.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import type { VscodeFromNpm } from './vscodeFromNpm.ts';

interface InstallOptions {
  readonly vscode: VscodeFromNpm;
  /** The environment of VS Code. */
  readonly env: NodeJS.ProcessEnv;
  /** Flags for the location of VS Code's other data. */
  readonly flags?: readonly string[];
}

const installed = new Map<string, Promise<string>>();

/**
 * Installs VSIX files into a folder. In each process, VS Code performs the first installation, and other folders get
 * copies of it, which is two seconds faster.
 */
export async function installExtensions(
  vsix: readonly string[],
  extensionsDir: string,
  installing: InstallOptions,
): Promise<void> {
  const key = JSON.stringify([installing.vscode.codeServer, vsix]);
  const first = installed.get(key) ?? installForCopies(vsix, installing);
  installed.set(key, first);
  await cp(await first, extensionsDir, { recursive: true });
}

async function installForCopies(
  vsix: readonly string[],
  installing: InstallOptions,
): Promise<string> {
  const { path } = temporaryFolder('installed');
  const extensionsDir = join(path, 'extensions');
  const flags = ['--user-data-dir', join(path, 'user'), '--config', join(path, 'config.yaml')];
  await installInto(vsix, extensionsDir, { ...installing, flags });
  return extensionsDir;
}

/** Lets VS Code install VSIX files in addition to those in the folder. */
export async function installInto(
  vsix: readonly string[],
  extensionsDir: string,
  { vscode, env, flags = [] }: InstallOptions,
): Promise<void> {
  const installFlags = vsix.flatMap((file) => ['--install-extension', file]);
  const args = [...flags, '--extensions-dir', extensionsDir, '--force', ...installFlags];
  const installer = new OwnedProcess(vscode.node, [vscode.codeServer, ...args], { env });
  const code = await installer.exited;
  if (code !== 0) throw new Error(`Installing the extension failed:\n${installer.output}`);
}
