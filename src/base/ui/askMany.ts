import type * as vscode from 'vscode';
import { createPick } from './window.ts';
import { untilSettled, type Back, type StepPosition } from './steps.ts';
import { labelled } from './counts.ts';

export interface ManyQuestion<T extends vscode.QuickPickItem> {
  readonly placeholder: string;
  readonly items: readonly T[];
  readonly picked: (item: T) => boolean;
  /** What is wrong with such an answer; it then stays open and says it. */
  readonly validate?: (picked: readonly T[]) => string | undefined;
}

/** Asks for any number of the entries. Throws `Cancelled`. */
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
  input.selectedItems = input.items.filter(question.picked);
  return untilSettled<readonly T[]>(input, position, (settle) => [
    input.onDidAccept(() => {
      const wrong = question.validate?.(input.selectedItems);
      if (wrong === undefined) settle(input.selectedItems);
      else input.title = labelled(position.title, wrong);
    }),
  ]);
}
