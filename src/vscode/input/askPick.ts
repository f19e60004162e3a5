import type * as vscode from 'vscode';
import { createPick } from '../kit/window.ts';
import { untilSettled, type Back, type StepPosition } from './steps.ts';

export interface PickQuestion<T extends vscode.QuickPickItem> {
  readonly placeholder: string;
  /** May come later: the input shows that it is busy. */
  readonly items: readonly T[] | Promise<readonly T[]>;
  readonly active?: ((item: T) => boolean) | undefined;
  /** A button on an entry was pressed; what it returns replaces the entries. */
  readonly onButton?: (item: T) => Promise<readonly T[]>;
}

/** Asks for one of the entries; name, description and detail are all searched. Throws `Cancelled`. */
export async function askPick<T extends vscode.QuickPickItem>(
  question: PickQuestion<T>,
  position: StepPosition,
): Promise<T | Back> {
  const input = createPick<T>();
  input.placeholder = question.placeholder;
  input.matchOnDescription = true;
  input.matchOnDetail = true;
  const failure = Promise.withResolvers<never>();
  if (question.items instanceof Promise) {
    void fill(input, question.items, question.active).catch(failure.reject);
  } else show(input, question.items, question.active);
  const answer = untilSettled<T>(input, position, (settle) => [
    input.onDidAccept(() => {
      const picked = input.selectedItems[0];
      if (picked !== undefined) settle(picked);
    }),
    input.onDidTriggerItemButton(({ item }) => {
      if (question.onButton === undefined || input.busy) return;
      void fill(input, question.onButton(item)).catch(failure.reject);
    }),
  ]);
  try {
    return await Promise.race([answer, failure.promise]);
  } finally {
    // After a failure the input would stay; its own "cancelled" is then nobody's business.
    answer.catch(() => undefined);
    input.dispose();
  }
}

async function fill<T extends vscode.QuickPickItem>(
  input: vscode.QuickPick<T>,
  coming: Promise<readonly T[]>,
  active?: (item: T) => boolean,
): Promise<void> {
  input.busy = true;
  show(input, await coming, active);
  input.busy = false;
}

function show<T extends vscode.QuickPickItem>(
  input: vscode.QuickPick<T>,
  items: readonly T[],
  active?: (item: T) => boolean,
): void {
  input.items = items;
  // Those that the input has are copies.
  const first = active === undefined ? undefined : input.items.find(active);
  if (first !== undefined) input.activeItems = [first];
}
