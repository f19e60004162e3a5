import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from './npmCommand.ts';
import { OwnedProcess } from './ownedProcess.ts';

export interface VscodeFromNpm {
  /** As VS Code itself says it: "1.105.1". */
  version: string;
  /** The Node that runs it: this one, which npm installed for the project. */
  node: string;
  /** The product: installs extensions, keeps secrets. */
  codeServer: string;
  /** The bare server, for tests inside the extension host. */
  serverMain: string;
  /** The folder of the extensions that it comes with. */
  builtInExtensions: string;
}

const versions = { newest: '4.139.1', oldest: '4.105.1' } as const;
export type VscodeAge = keyof typeof versions;

/** Which one a run of tests is for. What the run starts takes it from the environment, as it takes everything. */
export function testedVscode(): VscodeAge {
  return process.env['BOT_TAGS_VSCODE'] === 'oldest' ? 'oldest' : 'newest';
}

const root = join(import.meta.dirname, '../../.vscode-test');

/** VS Code as the npm package code-server carries it; the first call installs it. @param age the oldest is 1.105 */
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

/** The package with the Node that the oldest version runs in. */
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
    // The rename marks the installation as complete: an interrupted one never gets the name.
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have finished the same installation first.
    if (!existsSync(target)) throw error;
  }
}

/** One of its packages is named by a git address, which not every network reaches. */
async function withoutGit(product: string): Promise<void> {
  await rm(join(product, 'npm-shrinkwrap.json'), { force: true });
  const file = join(product, 'package.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/("@parcel\/watcher": )"[^"]*"/, '$1"^2.5.1"'));
}

/** For passwords, which nothing here has; the product would not start without its binding, and nothing is compiled. */
async function withoutArgon2(modules: string): Promise<void> {
  const stub = 'module.exports = { hash: undefined, verify: undefined };\n';
  await writeFile(join(modules, 'argon2/argon2.js'), stub);
}

/** Runs npm in a folder that is no part of this project; throws with its output when it fails. */
export async function runNpm(cwd: string, args: string[]): Promise<void> {
  const [command, ...before] = npmCommand();
  const run = new OwnedProcess(command, [...before, ...args], { cwd, env: outsideEnvironment() });
  if ((await run.exited) !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${run.output}`);
}

/** The environment without what `npm run` adds about this project: the installation is not part of it. */
function outsideEnvironment(): NodeJS.ProcessEnv {
  const ours = /^npm_(package_|lifecycle_|config_(local_prefix|prefix|global_prefix)|command)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
