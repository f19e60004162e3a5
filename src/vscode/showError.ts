import * as vscode from 'vscode';
import { Cancelled, ServiceError, type WriteSubject } from '../core/errors.ts';
import { describeError } from './describeError.ts';

/** What an error message's buttons lead to. */
export interface ErrorActions {
  readonly log: vscode.LogOutputChannel;
  /** Asks for a new token of the bot, and keeps it. */
  readonly replaceToken: (botKey: string) => Promise<void>;
  /** Asks the service what became of a write, and says it. */
  readonly check: (botKey: string, subject: WriteSubject) => Promise<void>;
}

interface Button {
  readonly title: string;
  readonly act: () => unknown;
}

/** Shows an error with "Show Log", and before it with what helps: "Replace Token…", or "Check". */
export async function showError(
  actions: ErrorActions,
  error: unknown,
  botKey?: string,
): Promise<void> {
  if (Cancelled.is(error)) return;
  actions.log.error(error instanceof Error ? error.message : String(error));
  const bot = (ServiceError.is(error) ? error.bot : undefined) ?? botKey;
  const showLog = { title: vscode.l10n.t('Show Log'), act: () => actions.log.show(true) };
  const buttons = [...(bot === undefined ? [] : helpfulButtons(actions, error, bot)), showLog];
  const choice = await vscode.window.showErrorMessage(describeError(error), ...buttons);
  try {
    await choice?.act();
  } catch (failure) {
    await showError(actions, failure, bot);
  }
}

function helpfulButtons(actions: ErrorActions, error: unknown, bot: string): Button[] {
  if (!ServiceError.is(error)) return [];
  const { subject } = error;
  if (ServiceError.isUnauthorized(error) || error.problem.kind === 'token-missing') {
    const title = vscode.l10n.t('Replace Token…');
    return [{ title, act: () => actions.replaceToken(bot) }];
  }
  if (subject === undefined) return [];
  return [{ title: vscode.l10n.t('Check'), act: () => actions.check(bot, subject) }];
}
