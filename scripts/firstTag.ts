import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Workbench } from '../test/support/e2e.ts';
import { OwnedProcess } from '../test/support/ownedProcess.ts';
import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { projectRoot } from './projectRoot.ts';

const GOAL_S = 180;
const TAG = 'My First Tag';

/**
 * Times the first steps of a new user: clones the project, installs it, starts it, and creates a
 * tag in the sandbox with the context menu. Requires git and everything that `npm start` requires.
 * The exit code is 1 if this took more than three minutes.
 */
async function firstTag(from: string): Promise<number> {
  const folder = temporaryFolder('first-tag');
  const clone = join(folder.path, 'clone');
  const start = performance.now();
  const logStep = (stepName: string): void =>
    console.log(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${stepName}`);
  try {
    execFileSync('git', ['clone', '--quiet', from, clone]);
    logStep('cloned');
    await npm(clone, ['ci', '--loglevel=error']).finished();
    logStep('installed');
    const running = npm(clone, ['start']);
    try {
      const [url] = await running.process.waitForOutput(/^http:\S+/m, 300_000);
      logStep(`started: ${url}`);
      await createTag(url);
      logStep(`the tag is in the tree`);
      return (performance.now() - start) / 1000;
    } finally {
      await running.process.stop();
    }
  } finally {
    folder.remove();
  }
}

async function createTag(url: string): Promise<void> {
  const workbench = await Workbench.open({ url });
  try {
    const sandbox = workbench.treeItem(/^Sandbox/);
    await sandbox.waitFor();
    await workbench.contextMenu(sandbox, 'New Tag…');
    await workbench.quickInput.answer(TAG);
    await workbench.treeItem(new RegExp(`^${TAG}`)).waitFor();
  } finally {
    await workbench.close();
  }
}

function npm(cwd: string, args: string[]): { process: OwnedProcess; finished(): Promise<void> } {
  const script = process.env.npm_execpath;
  if (script === undefined) throw new Error('Run this as `npm run first-tag`.');
  const run = new OwnedProcess(process.execPath, [script, ...args], { cwd, cleansUp: true });
  return {
    process: run,
    async finished() {
      const code = await run.exited;
      if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${run.output}`);
    },
  };
}

const { positionals } = parseArgs({ allowPositionals: true });
const seconds = await firstTag(positionals[0] ?? projectRoot);
console.log(`From git clone to the first tag: ${seconds.toFixed(0)} s (at most ${GOAL_S})`);
process.exitCode = seconds <= GOAL_S ? 0 : 1;
