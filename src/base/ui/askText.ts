import * as vscode from 'vscode';
import { createTextInput } from './window.ts';
import { untilSettled, type Back, type StepPosition } from './steps.ts';

export interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  /** Shown from the start: why the value was refused before. */
  readonly refusal?: Refusal | undefined;
  /** What the box takes instead of the text that was just typed or pasted, at once. */
  readonly replace?: (text: string) => Replacement | undefined;
  /** Told of each text, also of one that is never confirmed. */
  readonly onText?: (text: string) => void;
  /** What is wrong with the text, shown while it is typed. */
  readonly validate?: (text: string) => string | undefined;
  /** What to think of before this text is confirmed, shown while it is typed; Enter takes it all the same. */
  readonly warn?: (text: string) => Promise<string | undefined>;
  /**
   * Tried on Enter, with the input locked. What it returns is shown and the input stays.
   */
  readonly accept?: (text: string) => Promise<Refusal | undefined>;
}

export interface Replacement {
  readonly text: string;
  readonly message?: string;
}

export interface Refusal {
  readonly message: string;
  /** Offered as a button: takes the text although it was refused. */
  readonly anyway?: string | undefined;
}

/** Asks for a text; empty is refused. Throws `Cancelled`. */
export function askText(question: TextQuestion, position: StepPosition): Promise<string | Back> {
  const input = createTextInput();
  input.prompt = question.prompt;
  input.placeholder = question.placeholder;
  input.value = question.value ?? '';
  input.password = question.isPassword ?? false;
  const anyway = (tooltip: string): vscode.QuickInputButton => ({
    iconPath: new vscode.ThemeIcon('pass'),
    tooltip,
  });
  return untilSettled<string>(input, position, (settle) => {
    const back = input.buttons;
    const refuse = ({ message, anyway: title }: Refusal): void => {
      input.validationMessage = message;
      input.buttons = title === undefined ? back : [...back, anyway(title)];
    };
    if (question.refusal !== undefined) refuse(question.refusal);
    return [
      input.onDidChangeValue((typed) => {
        const instead = question.replace?.(typed);
        const text = instead?.text ?? typed;
        if (instead !== undefined) input.value = text;
        question.onText?.(text);
        const problem = text === '' ? undefined : question.validate?.(text);
        const message = instead?.message ?? problem;
        input.validationMessage = message;
        // What cannot be looked up is not warned of.
        if (message === undefined) showWarning(input, question).catch(() => undefined);
        input.buttons = back;
      }),
      input.onDidTriggerButton((button) => {
        question.onText?.(input.value);
        if (button.tooltip !== undefined && !back.includes(button)) settle(input.value.trim());
      }),
      input.onDidAccept(async () => {
        if (!input.enabled) return;
        const refusal = await refusalOf(input, question);
        if (refusal === undefined) return settle(input.value.trim());
        refuse(refusal);
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
