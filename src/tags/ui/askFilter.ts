import * as vscode from 'vscode';
import { untilSettled, type Back } from '../../base/ui/steps.ts';
import { createTextInput } from '../../base/ui/window.ts';

/** Asks for the text to filter by, which may be empty. Throws `Cancelled`. @param onText called with each text while it is typed */
export function askFilter(
  title: string,
  text: string,
  onText: (text: string) => void,
): Promise<string | Back> {
  const input = createTextInput();
  input.prompt = vscode.l10n.t('Enter part of a name or ID. Leave the box empty to show all.');
  input.value = text;
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  return untilSettled<string>(input, position, (settle) => [
    input.onDidChangeValue((typed) => onText(typed.trim())),
    input.onDidAccept(() => settle(input.value.trim())),
  ]);
}
