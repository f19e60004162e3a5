import type * as vscode from 'vscode';
import { labeled } from './localeTexts.ts';
import { type Back, type StepPosition, untilSettled } from './steps.ts';
import { createPick } from './window.ts';

export interface PickQuestion<T extends vscode.QuickPickItem> {
  readonly placeholder: string;
  /** Entries, or a promise of them: the input shows that it is busy until the promise resolves. */
  readonly items: readonly T[] | Promise<readonly T[]>;
  /** Returns whether the entry has the focus at first. */
  readonly active?: ((item: T) => boolean) | undefined;
  /** Returns the placeholder for the loaded entries, such as one with their number. Absent: `placeholder`. */
  readonly placeholderFor?: (items: readonly T[]) => string;
}

export async function askPick<T extends vscode.QuickPickItem>(
  question: PickQuestion<T>,
  position: StepPosition,
): Promise<T | Back> {
  const input = createPick<T>();
  input.placeholder = question.placeholder;
  input.matchOnDescription = true;
  input.matchOnDetail = true;
  const failure = Promise.withResolvers<never>();
  const fill = async (pending: Promise<readonly T[]>): Promise<void> => {
    input.busy = true;
    show(input, question, await pending);
    input.busy = false;
  };
  if (question.items instanceof Promise) fill(question.items).catch(failure.reject);
  else show(input, question, question.items);
  const answer = untilSettled<T>(input, position, (settle) => [
    input.onDidAccept(() => {
      const picked = input.selectedItems[0];
      if (picked !== undefined) settle(picked);
    }),
  ]);
  try {
    return await Promise.race([answer, failure.promise]);
  } finally {
    // After a failure, the input must be closed. Closing it rejects `answer` with `Cancelled`, which is ignored.
    answer.catch(() => undefined);
    input.dispose();
  }
}

function show<T extends vscode.QuickPickItem>(
  input: vscode.QuickPick<T>,
  { active, placeholderFor, placeholder }: PickQuestion<T>,
  items: readonly T[],
): void {
  input.items = items;
  input.placeholder = placeholderFor?.(items) ?? placeholder;
  // `active` is called with the entries of the input, because they are copies of `items`.
  const activeItem = active === undefined ? undefined : input.items.find(active);
  if (activeItem !== undefined) input.activeItems = [activeItem];
}

interface ManyQuestion<T extends vscode.QuickPickItem> {
  readonly placeholder: string;
  readonly items: readonly T[];
  readonly isPicked: (item: T) => boolean;
  /** Returns what is wrong with the selection. The input then stays open and shows the returned text. */
  readonly validate?: (picked: readonly T[]) => string | undefined;
}

export function askMany<T extends vscode.QuickPickItem>(
  question: ManyQuestion<T>,
  position: StepPosition,
): Promise<readonly T[] | Back> {
  const input = createPick<T>();
  input.placeholder = question.placeholder;
  input.canSelectMany = true;
  input.matchOnDescription = true;
  input.matchOnDetail = true;
  input.items = question.items;
  input.selectedItems = input.items.filter(question.isPicked);
  return untilSettled<readonly T[]>(input, position, (settle) => [
    input.onDidAccept(() => {
      const problem = question.validate?.(input.selectedItems);
      if (problem === undefined) settle(input.selectedItems);
      else input.title = labeled(position.title, problem);
    }),
  ]);
}
