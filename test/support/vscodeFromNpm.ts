import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OwnedProcess } from './ownedProcess.ts';

export interface VscodeFromNpm {
  /** The Node that runs it: this one, which npm installed for the project. */
  node: string;
  /** The product: installs extensions, keeps secrets. */
  codeServer: string;
  /** The bare server, for tests inside the extension host. */
  serverMain: string;
}

const version = '4.139.1';
const root = join(import.meta.dirname, '../../.vscode-test');
const target = join(root, `code-server-${version}`);

/** VS Code as the npm package code-server carries it; the first call installs it. */
export async function vscodeFromNpm(): Promise<VscodeFromNpm> {
  if (process.versions.node.split('.')[0] !== '24') {
    throw new Error('VS Code needs Node 24: start this through `npm run`, which has it.');
  }
  if (!existsSync(target)) await install();
  const packageFolder = join(target, 'node_modules/code-server');
  return {
    node: process.execPath,
    codeServer: join(packageFolder, 'out/node/entry.js'),
    serverMain: join(packageFolder, 'lib/vscode/out/server-main.js'),
  };
}

async function install(): Promise<void> {
  console.log(`Installing VS Code from npm (code-server ${version}), once; this takes a minute.`);
  const partial = `${target}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await writeFile(join(partial, 'package.json'), '{"private":true}');
    const common = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await npm(partial, [...common, '--no-save', `code-server@${version}`]);
    await npm(join(partial, 'node_modules/code-server/lib/vscode'), [...common, '--omit=dev']);
    // The rename marks the installation as complete: an interrupted one never gets the name.
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have finished the same installation first.
    if (!existsSync(target)) throw error;
  }
}

async function npm(cwd: string, args: string[]): Promise<void> {
  const script = process.env.npm_execpath;
  const viaNode = script?.endsWith('npm-cli.js') === true;
  const command = viaNode ? process.execPath : 'npm';
  const run = new OwnedProcess(command, viaNode ? [script, ...args] : args, {
    cwd,
    env: outsideEnvironment(),
  });
  if ((await run.exited) !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${run.output}`);
}

/** The environment without what `npm run` adds about this project: the installation is not part of it. */
function outsideEnvironment(): NodeJS.ProcessEnv {
  const ours = /^npm_(package_|lifecycle_|config_(local_prefix|prefix|global_prefix)|command)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
