import type * as vscode from 'vscode';
import { labelled } from './localeTexts.ts';
import { type Back, type StepPosition, untilSettled } from './steps.ts';
import { createPick } from './window.ts';

export interface PickQuestion<T extends vscode.QuickPickItem> {
  readonly placeholder: string;
  /** May come later: the input shows that it is busy. */
  readonly items: readonly T[] | Promise<readonly T[]>;
  readonly active?: ((item: T) => boolean) | undefined;
  /** The placeholder once the entries are there. */
  readonly counted?: (items: readonly T[]) => string;
  /** A button on an entry was pressed; what it returns replaces the entries. */
  readonly onButton?: (item: T) => Promise<readonly T[]>;
  /** Calls its listener with other entries, when there are any. */
  readonly onChange?: (show: (items: Promise<readonly T[]>) => void) => vscode.Disposable;
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
  let latest: Promise<readonly T[]> | undefined;
  const fill = async (coming: Promise<readonly T[]>): Promise<void> => {
    latest = coming;
    input.busy = true;
    const items = await coming;
    if (latest !== coming) return;
    show(input, question, items);
    input.busy = false;
  };
  const begin = (coming: Promise<readonly T[]>): void => void fill(coming).catch(failure.reject);
  if (question.items instanceof Promise) begin(question.items);
  else show(input, question, question.items);
  const answer = untilSettled<T>(input, position, (settle) => [
    input.onDidAccept(() => {
      const picked = input.selectedItems[0];
      if (picked !== undefined) settle(picked);
    }),
    input.onDidTriggerItemButton(({ item }) => {
      if (question.onButton !== undefined && !input.busy) begin(question.onButton(item));
    }),
    ...(question.onChange === undefined ? [] : [question.onChange(begin)]),
  ]);
  try {
    return await Promise.race([answer, failure.promise]);
  } finally {
    // After a failure the input would stay; its own "cancelled" is then nobody's business.
    answer.catch(() => undefined);
    input.dispose();
  }
}

function show<T extends vscode.QuickPickItem>(
  input: vscode.QuickPick<T>,
  { active, counted, placeholder }: PickQuestion<T>,
  items: readonly T[],
): void {
  input.items = items;
  input.placeholder = counted?.(items) ?? placeholder;
  // Those that the input has are copies.
  const first = active === undefined ? undefined : input.items.find(active);
  if (first !== undefined) input.activeItems = [first];
}

interface ManyQuestion<T extends vscode.QuickPickItem> {
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
