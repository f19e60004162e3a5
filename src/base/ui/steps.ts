import * as vscode from 'vscode';
import { Cancelled } from '../errors.ts';

export const BACK = Symbol('back');
export type Back = typeof BACK;

export interface StepPosition {
  readonly title: string;
  readonly step: number;
  /** Number of steps. 1 if the answers decide which steps follow, because a changing total is useless. */
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

export interface Step {
  /** False if the answer is already known. The step is then never shown. */
  readonly isNeeded: boolean;
  /** Returns whether the answers so far lead to this step. Called before the step is shown. Absent: always. */
  readonly isAsked?: () => boolean;
  /** Prompts for the answer and stores it. `BACK` shows the previous step. */
  readonly ask: (position: StepPosition) => Promise<void | Back>;
}

/** Runs the steps in order. Back shows the previous step with its typed answer. */
export async function runSteps(title: string, steps: readonly Step[]): Promise<void> {
  const needed = steps.filter((step) => step.isNeeded);
  let index = 0;
  let direction = 1;
  const totalSteps = needed.every((step) => step.isAsked === undefined) ? needed.length : 1;
  for (let current = needed[0]; current !== undefined; current = needed[index]) {
    if (isAsked(current)) {
      const earlierCount = needed.slice(0, index).filter(isAsked).length;
      const canGoBack = earlierCount > 0;
      const position = { title, step: earlierCount + 1, totalSteps, canGoBack };
      direction = (await current.ask(position)) === BACK ? -1 : 1;
    }
    index += direction;
  }
}

export async function runStep<T>(
  title: string,
  ask: (position: StepPosition) => Promise<T | Back>,
): Promise<T> {
  const answer = await ask(onlyStep(title));
  if (answer === BACK) throw new Cancelled();
  return answer;
}

export function onlyStep(title: string): StepPosition {
  return { title, step: 1, totalSteps: 1, canGoBack: false };
}

function isAsked(step: Step): boolean {
  return step.isAsked?.() ?? true;
}

export function step<T>(
  isNeeded: boolean,
  ask: (position: StepPosition) => Promise<T | Back>,
  storeAnswer: (answer: T) => void,
): Step {
  return {
    isNeeded,
    ask: async (position) => {
      const answer = await ask(position);
      if (answer === BACK) return BACK;
      storeAnswer(answer);
    },
  };
}

type Input = vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;

/** Shows the input until `settle` or `fail` is called. @param listen registers the listeners that call one of them */
export async function untilSettled<T>(
  input: Input,
  position: StepPosition,
  listen: (
    settle: (value: T | Back) => void,
    fail: (error: unknown) => void,
  ) => vscode.Disposable[],
): Promise<T | Back> {
  input.title = position.title;
  input.ignoreFocusOut = true;
  if (position.totalSteps > 1) {
    input.step = position.step;
    input.totalSteps = position.totalSteps;
  }
  if (position.canGoBack) input.buttons = [vscode.QuickInputButtons.Back, ...input.buttons];
  const listeners: vscode.Disposable[] = [];
  try {
    return await new Promise<T | Back>((resolve, reject) => {
      listeners.push(
        ...listen(resolve, reject),
        input.onDidHide(() => reject(new Cancelled())),
        input.onDidTriggerButton((button) => {
          if (button === vscode.QuickInputButtons.Back) resolve(BACK);
        }),
      );
      input.show();
    });
  } finally {
    for (const listener of listeners) listener.dispose();
    input.dispose();
  }
}

/** @throws {Error} if an earlier step left no answer, which is a bug */
export function requireAnswer<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('a step left no answer');
  return answer;
}
