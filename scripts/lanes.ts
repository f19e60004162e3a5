import { OwnedProcess } from '../test/support/ownedProcess.ts';
import { onExit } from '../test/support/exitCleanup.ts';
import { projectRoot } from './projectRoot.ts';

/** Process to run, with a callback for its exit code. */
export interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  ended(code: number): void;
}

/** Time limit of a step, in ms. A step that takes longer is assumed to hang, and is stopped. */
const stepLimitMs = 60 * 60_000;

/**
 * Runs steps in parallel lanes: each free lane takes the next step. With one lane, output is printed immediately. With
 * several lanes, the output of a step is printed when the step ends, or when the process exits.
 */
export async function runInLanes(steps: readonly Step[], lanes: number): Promise<void> {
  const pendingSteps = [...steps];
  const lane = async (): Promise<void> => {
    for (let step = pendingSteps.shift(); step !== undefined; step = pendingSteps.shift()) {
      await runStep(step, lanes > 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runStep(step: Step, isBuffered: boolean): Promise<void> {
  const start = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - start) / 1000)} s`;
  const buffered: string[] = [];
  const print = (): void => {
    if (isBuffered) process.stdout.write(`\n=== ${step.name} ===\n${buffered.splice(0).join('')}`);
  };
  const write = (text: string): void =>
    void (isBuffered ? buffered.push(text) : process.stdout.write(text));
  console.log(isBuffered ? `… ${step.name} begins` : `\n=== ${step.name} ===`);
  const removeExitHandler = onExit(print);
  const run = new OwnedProcess(process.execPath, [...step.args], {
    cwd: projectRoot,
    env: { ...process.env, ...step.env },
    cleansUp: true,
    onOutput: write,
  });
  const timer = setTimeout(() => {
    write(`${step.name} did not end in time.\n`);
    void run.stop();
  }, stepLimitMs);
  const code = await run.exited;
  clearTimeout(timer);
  await run.stop();
  removeExitHandler();
  print();
  step.ended(code);
  console.log(`${step.name} took ${seconds()}.`);
}
