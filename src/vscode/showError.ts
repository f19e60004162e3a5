import * as vscode from 'vscode';
import { Cancelled, ServiceError } from '../core/errors.ts';
import { describeError } from './describeError.ts';

/** What an error message's buttons lead to. */
export interface ErrorActions {
  readonly log: vscode.LogOutputChannel;
  /** Asks for a new token of the bot, and keeps it. */
  readonly replaceToken: (botKey: string) => Promise<void>;
}

/** Shows an error with "Show Log", and with "Replace Token…" where the token is the reason. */
export async function showError(
  actions: ErrorActions,
  error: unknown,
  botKey?: string,
): Promise<void> {
  if (Cancelled.is(error)) return;
  actions.log.error(error instanceof Error ? error.message : String(error));
  const showLog = vscode.l10n.t('Show Log');
  const replaceToken = vscode.l10n.t('Replace Token…');
  const offersToken = botKey !== undefined && isAboutToken(error);
  const buttons = offersToken ? [replaceToken, showLog] : [showLog];
  const choice = await vscode.window.showErrorMessage(describeError(error), ...buttons);
  if (choice === showLog) actions.log.show(true);
  if (choice === replaceToken && botKey !== undefined) await actions.replaceToken(botKey);
}

function isAboutToken(error: unknown): boolean {
  return (
    ServiceError.isUnauthorized(error) ||
    (ServiceError.is(error) && error.problem.kind === 'token-missing')
  );
}
