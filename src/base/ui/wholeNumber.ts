import * as vscode from 'vscode';

/** Checks what was typed: a whole number from 1 to `max`. */
export function wholeNumber(max: number): (text: string) => string | undefined {
  return (text) => {
    const number = Number(text);
    const isFine = /^\d+$/.test(text.trim()) && number >= 1 && number <= max;
    return isFine ? undefined : vscode.l10n.t('Enter a whole number from 1 to {0}.', max);
  };
}
