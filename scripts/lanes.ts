import { OwnedProcess } from '../test/support/ownedProcess.ts';
import { onExit } from '../test/support/exitCleanup.ts';
import { projectRoot } from './projectRoot.ts';

/** A process, and what is made of how it ended. */
export interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  ended(code: number): void;
}

/** A step that takes longer hangs, and is stopped. */
const stepLimitMs = 60 * 60_000;

/**
 * Runs steps, in so many lanes beside each other: whichever is free takes the next. What a step prints comes whole at its
 * end, or as far as it got when all of this ends before; in one lane it comes at once.
 */
export async function runInLanes(steps: readonly Step[], lanes: number): Promise<void> {
  const waiting = [...steps];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      await runStep(step, lanes > 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runStep(step: Step, holdsBack: boolean): Promise<void> {
  const start = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - start) / 1000)} s`;
  const printed: string[] = [];
  const print = (): void => {
    if (holdsBack) process.stdout.write(`\n=== ${step.name} ===\n${printed.splice(0).join('')}`);
  };
  console.log(holdsBack ? `… ${step.name} begins` : `\n=== ${step.name} ===`);
  const forget = onExit(print);
  const run = new OwnedProcess(process.execPath, [...step.args], {
    cwd: projectRoot,
    env: { ...process.env, ...step.env },
    cleansUp: true,
    onOutput: (text) => void (holdsBack ? printed.push(text) : process.stdout.write(text)),
  });
  const timer = setTimeout(() => {
    printed.push(`${step.name} did not end in time.\n`);
    void run.stop();
  }, stepLimitMs);
  const code = await run.exited;
  clearTimeout(timer);
  await run.stop();
  forget();
  print();
  step.ended(code);
  console.log(`${step.name} took ${seconds()}.`);
}
