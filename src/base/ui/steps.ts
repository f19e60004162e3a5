import * as vscode from 'vscode';
import { Cancelled } from '../errors.ts';

/** The person pressed the Back button. */
export const BACK = Symbol('back');
export type Back = typeof BACK;

/** Where a step stands in its dialog. */
export interface StepPosition {
  readonly title: string;
  readonly step: number;
  /** 1 where an answer decides how many steps there are: a total that changes says nothing. */
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

export interface Step {
  /** A step that is already answered is not shown. */
  readonly isNeeded: boolean;
  /** Whether the answers so far lead to this step; they do when it is not given. */
  readonly isAsked?: () => boolean;
  /** Asks, and keeps the answer; `BACK` leads to the step before. Throws `Cancelled`. */
  readonly ask: (position: StepPosition) => Promise<void | Back>;
}

/** Runs the steps in order; Back shows the one before, with what was typed. Throws `Cancelled`. */
export async function runSteps(title: string, steps: readonly Step[]): Promise<void> {
  const needed = steps.filter((step) => step.isNeeded);
  let index = 0;
  let direction = 1;
  const totalSteps = needed.every(({ isAsked: asked }) => asked === undefined) ? needed.length : 1;
  for (let step = needed[0]; step !== undefined; step = needed[index]) {
    if (isAsked(step)) {
      const before = needed.slice(0, index).filter(isAsked).length;
      const position = { title, step: before + 1, totalSteps, canGoBack: before > 0 };
      direction = (await step.ask(position)) === BACK ? -1 : 1;
    }
    index += direction;
  }
}

function isAsked(step: Step): boolean {
  return step.isAsked?.() ?? true;
}

/** A step whose answer goes to `keep`. */
export function step<T>(
  isNeeded: boolean,
  ask: (position: StepPosition) => Promise<T | Back>,
  keep: (answer: T) => void,
): Step {
  return {
    isNeeded,
    ask: async (position) => {
      const answer = await ask(position);
      if (answer === BACK) return BACK;
      keep(answer);
    },
  };
}

type Input = vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;

/** Shows the input until `settle` was called. Hiding it throws `Cancelled`. */
export async function untilSettled<T>(
  input: Input,
  position: StepPosition,
  listen: (settle: (value: T | Back) => void) => vscode.Disposable[],
): Promise<T | Back> {
  input.title = position.title;
  input.ignoreFocusOut = true;
  if (position.totalSteps > 1) Object.assign(input, stepOf(position));
  if (position.canGoBack) input.buttons = [vscode.QuickInputButtons.Back, ...input.buttons];
  const listeners: vscode.Disposable[] = [];
  try {
    return await new Promise<T | Back>((resolve, reject) => {
      listeners.push(
        ...listen(resolve),
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

function stepOf(position: StepPosition): { step: number; totalSteps: number } {
  return { step: position.step, totalSteps: position.totalSteps };
}
