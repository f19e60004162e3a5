import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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

const versions = { newest: '4.139.1', oldest: '4.105.1' } as const;
export type VscodeAge = keyof typeof versions;
const root = join(import.meta.dirname, '../../.vscode-test');

/** VS Code as the npm package code-server carries it; the first call installs it. @param age the oldest is 1.105 */
export async function vscodeFromNpm(age: VscodeAge = 'newest'): Promise<VscodeFromNpm> {
  if (process.versions.node.split('.')[0] !== '24') {
    throw new Error('VS Code needs Node 24: start this through `npm run`, which has it.');
  }
  const target = join(root, `code-server-${versions[age]}`);
  if (!existsSync(target)) await install(age, target);
  const packageFolder = join(target, 'node_modules/code-server');
  return {
    node: age === 'oldest' ? join(target, 'node_modules', oldNode(), nodeFile) : process.execPath,
    codeServer: join(packageFolder, 'out/node/entry.js'),
    serverMain: join(packageFolder, 'lib/vscode/out/server-main.js'),
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
    await npm(partial, [...common, '--no-save', ...packages]);
    const product = join(partial, 'node_modules/code-server/lib/vscode');
    if (age === 'oldest') await withoutGit(product);
    await npm(product, [...common, '--omit=dev']);
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
