import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import { mochaArguments } from './mochaArguments.ts';
import { packageVsix } from './package.ts';
import { projectRoot } from './projectRoot.ts';

// Both take long once, which must not count against the first test.
await vscodeFromNpm();
await packageVsix();

const args = mochaArguments(
  'test/e2e/**/*.test.ts',
  '--require',
  './test/support/failedWindows.ts',
  '--timeout',
  '300000',
  ...process.argv.slice(2),
);
const mocha = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => mocha.kill(signal));
const [code] = (await once(mocha, 'exit')) as [number | null];
process.exitCode = code ?? 1;
