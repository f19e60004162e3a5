import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import { build } from './build.ts';
import { buildHostTests } from './buildHostTests.ts';
import { projectRoot } from './projectRoot.ts';

/** Runs test/host in VS Code from npm, or with `--desktop` in the downloaded desktop build. */
async function testHost(desktop: boolean): Promise<void> {
  await build();
  const extensionTestsPath = await buildHostTests();
  const temporary = temporaryFolder('host');
  const folder = (name: string): string => {
    const path = join(temporary.path, name);
    mkdirSync(path);
    return path;
  };
  try {
    await runTests({
      ...(desktop ? desktopVersion() : { vscodeExecutablePath: await launcher(temporary.path) }),
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath,
      extensionTestsEnv: {
        BOT_TAGS_REPORT: process.env.BOT_TAGS_REPORT,
        BOT_TAGS_GREP: process.env.BOT_TAGS_GREP,
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

/** Stable, when none is named. */
function desktopVersion(): { version?: string } {
  const version = process.env.BOT_TAGS_DESKTOP;
  return version === undefined ? {} : { version };
}

/** An executable for `runTests`, on every system: it starts hostLauncher.ts with this Node. */
async function launcher(folder: string): Promise<string> {
  // Here, not in the launcher, so that the installation's output comes before the tests'.
  await vscodeFromNpm();
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
  await testHost(process.argv.includes('--desktop'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
