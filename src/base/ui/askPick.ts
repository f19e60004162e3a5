import type * as vscode from 'vscode';
import { labeled } from './localeTexts.ts';
import { type Back, type StepPosition, untilSettled } from './steps.ts';
import { createPick } from './window.ts';

interface PickEntry extends vscode.QuickPickItem {
  /** Whether the entry has the focus at first. */
  readonly isActive?: boolean;
}

interface PickQuestion<T extends PickEntry> {
  readonly placeholder: string;
  /** Entries, or a promise of them: the input shows that it is busy until the promise resolves. */
  readonly items: readonly T[] | Promise<readonly T[]>;
  /** Replaces the placeholder when `items` resolves, such as a text with their number. For a promise of `items` only. */
  readonly loadedPlaceholder?: string | Promise<string>;
}

export function askPick<T extends PickEntry>(
  question: PickQuestion<T>,
  position: StepPosition,
): Promise<T | Back> {
  const input = createPick<T>();
  input.placeholder = question.placeholder;
  input.matchOnDescription = true;
  input.matchOnDetail = true;
  const { items, loadedPlaceholder = question.placeholder } = question;
  const load = async (): Promise<void> => {
    input.busy = true;
    const [loadedItems, placeholder] = await Promise.all([items, loadedPlaceholder]);
    show(input, loadedItems);
    input.placeholder = placeholder;
    input.busy = false;
  };
  return untilSettled<T>(input, position, (settle, fail) => {
    if (items instanceof Promise) load().catch(fail);
    else show(input, items);
    return [
      input.onDidAccept(() => {
        const picked = input.selectedItems[0];
        if (picked !== undefined) settle(picked);
      }),
    ];
  });
}

function show<T extends PickEntry>(input: vscode.QuickPick<T>, items: readonly T[]): void {
  input.items = items;
  // The entries of the input are copies of `items`.
  const activeItem = input.items.find(({ isActive }) => isActive === true);
  if (activeItem !== undefined) input.activeItems = [activeItem];
}

interface ManyQuestion<T extends vscode.QuickPickItem> {
  readonly placeholder: string;
  /** Entries. Those with `picked` are selected at first. */
  readonly items: readonly T[];
  /** Message if nothing is selected on OK. If absent, an empty selection is a valid answer. */
  readonly noneMessage?: string;
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
  input.selectedItems = input.items.filter(({ picked }) => picked === true);
  return untilSettled<readonly T[]>(input, position, (settle) => [
    input.onDidAccept(() => {
      const { noneMessage } = question;
      if (input.selectedItems.length > 0 || noneMessage === undefined) settle(input.selectedItems);
      else input.title = labeled(position.title, noneMessage);
    }),
  ]);
}
