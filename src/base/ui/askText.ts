import * as vscode from 'vscode';
import { createTextInput } from './window.ts';
import { untilSettled, type Back, type StepPosition } from './steps.ts';

export interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  /** Reason why the value was refused before. Shown from the start. */
  readonly refusal?: Refusal | undefined;
  /** Returns a replacement for the typed or pasted text. The box applies it immediately. */
  readonly replace?: (text: string) => Replacement | undefined;
  /** Called with each text, including texts that are never confirmed. */
  readonly onText?: (text: string) => void;
  /** Returns what is wrong with the text. Shown while the user types. */
  readonly validate?: (text: string) => string | undefined;
  /** Returns a warning about the text. Shown while the user types; Enter accepts the text anyway. */
  readonly warn?: (text: string) => Promise<string | undefined>;
  /** Called on Enter, with the input locked. A returned refusal is shown, and the input stays open. */
  readonly accept?: (text: string) => Promise<Refusal | undefined>;
}

export interface Replacement {
  readonly text: string;
  readonly message?: string;
}

export interface Refusal {
  readonly message: string;
  /** Title of a button that accepts the refused text anyway. */
  readonly anyway?: string | undefined;
}

/** Prompts for a text. An empty text is refused. */
export function askText(question: TextQuestion, position: StepPosition): Promise<string | Back> {
  const input = createTextInput();
  input.prompt = question.prompt;
  input.placeholder = question.placeholder;
  input.value = question.value ?? '';
  input.password = question.isPassword ?? false;
  const anywayButton = (tooltip: string): vscode.QuickInputButton => ({
    iconPath: new vscode.ThemeIcon('pass'),
    tooltip,
  });
  return untilSettled<string>(input, position, (settle, fail) => {
    const initialButtons = input.buttons;
    const refuse = ({ message, anyway }: Refusal): void => {
      input.validationMessage = message;
      input.buttons =
        anyway === undefined ? initialButtons : [...initialButtons, anywayButton(anyway)];
    };
    if (question.refusal !== undefined) refuse(question.refusal);
    const accept = async (): Promise<void> => {
      const refusal = await refusalOf(input, question);
      if (refusal === undefined) settle(input.value.trim());
      else refuse(refusal);
    };
    return [
      input.onDidChangeValue((typed) => {
        const replacement = question.replace?.(typed);
        const text = replacement?.text ?? typed;
        if (replacement !== undefined) input.value = text;
        question.onText?.(text);
        const problem = text === '' ? undefined : question.validate?.(text);
        const message = replacement?.message ?? problem;
        input.validationMessage = message;
        // A failed lookup shows no warning.
        if (message === undefined) showWarning(input, question).catch(() => undefined);
        input.buttons = initialButtons;
      }),
      input.onDidTriggerButton((button) => {
        // An initial value that was not changed has not been passed to `onText` yet.
        question.onText?.(input.value);
        // The initial buttons, such as Back, are handled by `untilSettled`. The other button is `anywayButton`.
        if (!initialButtons.includes(button)) settle(input.value.trim());
      }),
      input.onDidAccept(() => {
        if (input.enabled) accept().catch(fail);
      }),
    ];
  });
}

async function showWarning(input: vscode.InputBox, { warn }: TextQuestion): Promise<void> {
  const text = input.value;
  const message = await warn?.(text.trim());
  if (message === undefined || input.value !== text) return;
  input.validationMessage = { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

async function refusalOf(
  input: vscode.InputBox,
  question: TextQuestion,
): Promise<Refusal | undefined> {
  const text = input.value.trim();
  if (text === '') return { message: vscode.l10n.t('Enter a value, or press Escape to cancel.') };
  const message = question.validate?.(text);
  if (message !== undefined) return { message };
  if (question.accept === undefined) return undefined;
  input.busy = true;
  input.enabled = false;
  try {
    return await question.accept(text);
  } finally {
    input.busy = false;
    input.enabled = true;
  }
}
