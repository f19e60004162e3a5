import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { unpackVsix, zipEntries } from '../test/bench/zipEntries.ts';
import { packagedVsix } from '../test/support/packagedVsix.ts';
import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { testedVscode, vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import { buildHostTests } from './buildHostTests.ts';
import './endWithNpm.ts';
import { packageVsix } from './package.ts';
import { projectRoot } from './projectRoot.ts';
import { readTestArguments } from './testArguments.ts';

/** Runs test/host in VS Code from npm, or with `--desktop` in the downloaded desktop build. */
async function testHost(): Promise<void> {
  const { isPackaged, isDesktop } = readTestArguments();
  if (!isPackaged) await packageVsix();
  // The tests use a copy of the extension, because other tests may rebuild the original. The copy is inside the
  // project, so that Node finds mocha in node_modules.
  const copy = join(projectRoot, 'out/hostRuns', testedVscode());
  rmSync(copy, { recursive: true, force: true });
  const extension = unpackVsix(zipEntries(readFileSync(packagedVsix())), copy);
  // The tests are in the extension's folder, so that both share one `vscode`, whose functions some tests replace.
  const extensionTestsPath = await buildHostTests(join(extension, 'tests'));
  const temporary = temporaryFolder('host');
  const folder = (name: string): string => {
    const path = join(temporary.path, name);
    mkdirSync(path);
    return path;
  };
  try {
    await runTests({
      ...(isDesktop ? desktopVersion() : { vscodeExecutablePath: await launcher(temporary.path) }),
      extensionDevelopmentPath: extension,
      extensionTestsPath,
      extensionTestsEnv: {
        BOT_TAGS_REPORT: process.env.BOT_TAGS_REPORT,
        BOT_TAGS_GREP: process.env.BOT_TAGS_GREP,
        BOT_TAGS_LONG: process.env.BOT_TAGS_LONG,
      },
      launchArgs: [
        folder('workspace'),
        `--user-data-dir=${folder('user')}`,
        `--extensions-dir=${folder('extensions')}`,
      ],
    });
  } finally {
    temporary.remove();
  }
}

/** Returns the version from `BOT_TAGS_DESKTOP`, or the default (stable) if none is set. */
function desktopVersion(): { version?: string } {
  const version = process.env.BOT_TAGS_DESKTOP;
  return version === undefined ? {} : { version };
}

/** Creates an executable for `runTests` on any system. It starts hostLauncher.ts with this Node. */
async function launcher(folder: string): Promise<string> {
  // VS Code is installed here, not in the launcher, so that the output of the installation precedes
  // the output of the tests.
  const { version } = await vscodeFromNpm();
  console.log(`VS Code ${version}`);
  const script = join(projectRoot, 'test/support/hostLauncher.ts');
  if (process.platform === 'win32') {
    const path = join(folder, 'code.cmd');
    writeFileSync(path, `@"${process.execPath}" "${script}" %*\r\n`);
    return path;
  }
  const path = join(folder, 'code');
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`, { mode: 0o755 });
  return path;
}

try {
  await testHost();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
