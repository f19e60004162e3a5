import * as vscode from 'vscode';
import { Cancelled, ServiceError, type WriteSubject } from '../core/errors.ts';
import { ExportInterrupted } from '../core/exportErrors.ts';
import { describeError } from './describeError.ts';

/** What an error message's buttons lead to. */
export interface ErrorActions {
  readonly log: vscode.LogOutputChannel;
  /** Asks for a new token of the bot, and keeps it. */
  readonly replaceToken: (botKey: string) => Promise<void>;
  /** Asks the service what became of a write, and says it. */
  readonly check: (botKey: string, subject: WriteSubject) => Promise<void>;
  /** Goes on with an export that was interrupted. */
  readonly resume: (file: string) => Promise<void>;
  /** Throws away what it has written. */
  readonly discard: (file: string) => Promise<void>;
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
  if (ExportInterrupted.is(error)) return showInterrupted(actions, error, botKey);
  actions.log.error(error instanceof Error ? error.message : String(error));
  const bot = (ServiceError.is(error) ? error.bot : undefined) ?? botKey;
  const showLog = { title: vscode.l10n.t('Show Log'), act: () => actions.log.show(true) };
  const buttons = [...(bot === undefined ? [] : helpfulButtons(actions, error, bot)), showLog];
  const choice = await vscode.window.showErrorMessage(describeError(error), ...buttons);
  await press(actions, choice, bot);
}

async function press(
  actions: ErrorActions,
  choice: Button | undefined,
  bot: string | undefined,
): Promise<void> {
  try {
    await choice?.act();
  } catch (failure) {
    await showError(actions, failure, bot);
  }
}

/** What was exported so far is kept: each way on leads to "Resume". */
async function showInterrupted(
  actions: ErrorActions,
  error: ExportInterrupted,
  botKey: string | undefined,
): Promise<void> {
  const { cause, file } = error;
  const bot = (ServiceError.is(cause) ? cause.bot : undefined) ?? botKey;
  const resume = { title: vscode.l10n.t('Resume'), act: () => actions.resume(file) };
  const helpful = bot === undefined ? [] : helpfulButtons(actions, cause, bot);
  const replaced = helpful.map(({ title, act }) => ({
    title,
    act: async () => {
      await act();
      const message = vscode.l10n.t('The export to "{0}" can go on.', file);
      await press(actions, await vscode.window.showInformationMessage(message, resume), bot);
    },
  }));
  if (Cancelled.is(cause)) {
    const discard = { title: vscode.l10n.t('Discard'), act: () => actions.discard(file) };
    const message = describeError(error);
    const choice = await vscode.window.showInformationMessage(message, resume, discard);
    return press(actions, choice, bot);
  }
  actions.log.error(error.message);
  const showLog = { title: vscode.l10n.t('Show Log'), act: () => actions.log.show(true) };
  const buttons = [...replaced, resume, showLog];
  const choice = await vscode.window.showErrorMessage(describeError(error), ...buttons);
  await press(actions, choice, bot);
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
