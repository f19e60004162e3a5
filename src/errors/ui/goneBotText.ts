import * as vscode from 'vscode';

/** What to do about a bot that left the list. */
export function goneBotText(label: string): string {
  return vscode.l10n.t(
    'The bot "{0}" is no longer in the list. Add the bot again with the same base URL and bot ID, then try again.',
    label,
  );
}
