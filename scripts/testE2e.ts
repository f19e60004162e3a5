import { OwnedProcess } from '../test/support/ownedProcess.ts';
import { testedVscode, vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import './endWithNpm.ts';
import { mochaArguments } from './mochaArguments.ts';
import { packageVsix } from './package.ts';
import { projectRoot } from './projectRoot.ts';
import { readTestArguments } from './testArguments.ts';

const { isPackaged, rest } = readTestArguments();

/**
 * On the oldest VS Code, so far. The others need what only newer ones have, such as icons on tabs, or its other
 * dialog for files; and all of them twice would take too long.
 */
const ON_OLDEST = ['addBot', 'compare', 'customers', 'dragging', 'editTags'];
const names = testedVscode() === 'oldest' ? ON_OLDEST : ['**/*'];

// Both take long once, which must not count against the first test.
const { version } = await vscodeFromNpm();
if (!isPackaged) await packageVsix();
console.log(`VS Code ${version}`);

const args = mochaArguments(
  names.map((name) => `test/e2e/${name}.test.ts`),
  '--require',
  './test/support/failedWindows.ts',
  '--timeout',
  '300000',
  ...rest,
);
const mocha = new OwnedProcess(process.execPath, args, {
  cwd: projectRoot,
  env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
  cleansUp: true,
  onOutput: (text) => process.stdout.write(text),
});
process.exitCode = await mocha.exited;
await mocha.stop();
