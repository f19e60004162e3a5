import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from './npmCommand.ts';
import { OwnedProcess } from './ownedProcess.ts';

export interface VscodeFromNpm {
  /** Version that VS Code itself reports: "1.105.1". */
  version: string;
  /** Node that runs VS Code: the one of this process, or Node 22 for the oldest VS Code. */
  node: string;
  /** Entry point of code-server, which installs extensions and stores secrets. */
  codeServer: string;
  /** Entry point of the bare server, for tests inside the extension host. */
  serverMain: string;
  /** Folder of the built-in extensions. */
  builtInExtensions: string;
}

/** Versions of the npm package code-server. Version 4.105.1 contains VS Code 1.105.1. */
const versions = { newest: '4.139.1', oldest: '4.105.1' } as const;
export type VscodeAge = keyof typeof versions;

/** Returns the version that this run of tests is for. Child processes inherit it with the environment. */
export function testedVscode(): VscodeAge {
  return process.env['BOT_TAGS_VSCODE'] === 'oldest' ? 'oldest' : 'newest';
}

const root = join(import.meta.dirname, '../../.vscode-test');

/**
 * Returns the VS Code in the npm package code-server. The first call installs it.
 * @param age newest version, or the oldest supported version (1.105)
 */
export async function vscodeFromNpm(age = testedVscode()): Promise<VscodeFromNpm> {
  if (process.versions.node.split('.')[0] !== '24') {
    throw new Error('VS Code needs Node 24: start this through `npm run`, which has it.');
  }
  const target = join(root, `code-server-${versions[age]}`);
  if (!existsSync(target)) await install(age, target);
  const packageFolder = join(target, 'node_modules/code-server');
  const product = join(packageFolder, 'lib/vscode/product.json');
  const { version } = JSON.parse(readFileSync(product, 'utf8')) as { version: string };
  return {
    version,
    node: age === 'oldest' ? join(target, 'node_modules', oldNode(), nodeFile) : process.execPath,
    codeServer: join(packageFolder, 'out/node/entry.js'),
    serverMain: join(packageFolder, 'lib/vscode/out/server-main.js'),
    builtInExtensions: join(packageFolder, 'lib/vscode/extensions'),
  };
}

const nodeFile = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';

/** Returns the package of the Node that the oldest version runs in. */
function oldNode(): string {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

async function install(age: VscodeAge, target: string): Promise<void> {
  const version = versions[age];
  console.log(`Installing VS Code from npm (code-server ${version}), once; this takes a minute.`);
  const partial = `${target}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await writeFile(join(partial, 'package.json'), '{"private":true}');
    const common = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const packages = [`code-server@${version}`, ...(age === 'oldest' ? [`${oldNode()}@22`] : [])];
    await runNpm(partial, [...common, '--no-save', ...packages]);
    const product = join(partial, 'node_modules/code-server/lib/vscode');
    if (age === 'oldest') {
      await withoutGit(product);
      await withoutArgon2(join(partial, 'node_modules'));
    }
    await runNpm(product, [...common, '--omit=dev']);
    // The rename marks the installation as complete. An interrupted installation never gets this name.
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have finished the same installation first.
    if (!existsSync(target)) throw error;
  }
}

/** Replaces the git URL of a dependency with a version in npm. Not every network can reach the git URL. */
async function withoutGit(product: string): Promise<void> {
  await rm(join(product, 'npm-shrinkwrap.json'), { force: true });
  const file = join(product, 'package.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/("@parcel\/watcher": )"[^"]*"/, '$1"^2.5.1"'));
}

/**
 * Replaces argon2 with a stub. argon2 hashes passwords, which the tests do not use. code-server does not start without
 * its native binding, which is not compiled here.
 */
async function withoutArgon2(modules: string): Promise<void> {
  const stub = 'module.exports = { hash: undefined, verify: undefined };\n';
  await writeFile(join(modules, 'argon2/argon2.js'), stub);
}

/**
 * Runs npm in a folder outside of this project.
 * @throws {Error} with the output of npm if npm fails
 */
export async function runNpm(cwd: string, args: string[]): Promise<void> {
  const [command, ...before] = npmCommand();
  const run = new OwnedProcess(command, [...before, ...args], { cwd, env: outsideEnvironment() });
  if ((await run.exited) !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${run.output}`);
}

/** Returns the environment without the variables of `npm run`: the installation does not belong to this project. */
function outsideEnvironment(): NodeJS.ProcessEnv {
  const ours = /^npm_(package_|lifecycle_|config_(local_prefix|prefix|global_prefix)|command)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
