import * as vscode from 'vscode';
import { Cancelled, ServiceError, type WriteSubject } from '../../base/errors.ts';
import { ExportInterrupted, isTooWide } from '../../base/exportErrors.ts';
import type { PlanChange } from '../../base/exportPlan.ts';
import { TooLargeText } from '../../base/ui/tooLargeText.ts';
import type { PlainLog } from '../../base/ui/sinks.ts';
import {
  showError as showErrorMessage,
  showInformation,
  showWarning,
} from '../../base/ui/window.ts';
import { describeError } from './describeError.ts';
import { ScanInterrupted } from './scanInterrupted.ts';
import { severityOf } from './severity.ts';

export interface ErrorActions {
  readonly log: PlainLog;
  /** Asks for a new token of the bot, and keeps it. */
  readonly replaceToken: (botKey: string) => Promise<void>;
  /** Takes back that the bot is read-only. */
  readonly allowChanges: (botKey: string) => Promise<void>;
  /** Asks the service what became of a write, and says it. */
  readonly check: (botKey: string, subject: WriteSubject) => Promise<void>;
  /** Goes on with an export that was interrupted, if need be in another form. */
  readonly resume: (file: string, change?: PlanChange) => Promise<void>;
  /** Throws away what it has written. */
  readonly discard: (file: string) => Promise<void>;
}

interface Button {
  readonly title: string;
  readonly act: () => unknown;
}

/** Work that stopped and can go on: what was done so far is kept. */
interface Interrupted {
  readonly cause: unknown;
  readonly resume: () => Promise<void>;
  /** What the button for that says. */
  readonly resumeTitle: string;
  /** Said once what stood in the way is put right. */
  readonly canGoOn: string;
  /** Throws away what was done so far; absent: that is kept in any case. */
  readonly discard?: () => Promise<void>;
}

/**
 * Shows an error with what helps: "Enter Token…", "Check" or "Resume", and last "Show Log". What is only refused or
 * told is shown as a warning or an information, without the log, which says nothing about it.
 */
export async function showError(
  actions: ErrorActions,
  error: unknown,
  botKey?: string,
): Promise<void> {
  if (Cancelled.is(error)) return;
  const interrupted = interruptedBy(actions, error);
  if (interrupted !== undefined && Cancelled.is(interrupted.cause)) {
    return press(actions, await askStopped(describeError(error), interrupted), botKey);
  }
  const severity = severityOf(error);
  const cause = interrupted === undefined ? error : interrupted.cause;
  const bot = (ServiceError.is(cause) ? cause.bot : undefined) ?? botKey;
  const helpful = TooLargeText.is(cause) ? [toFile()] : helpfulButtons(actions, cause, bot);
  const buttons =
    interrupted === undefined ? helpful : resumeButtons(actions, interrupted, helpful, bot);
  const text = describeError(error);
  if (severity === 'information')
    return press(actions, await showInformation(text, ...buttons), bot);
  if (severity === 'warning') return press(actions, await showWarning(text, ...buttons), bot);
  actions.log.error(error instanceof Error ? error.message : String(error));
  const showLog = { title: vscode.l10n.t('Show Log'), act: () => actions.log.show() };
  await press(actions, await showErrorMessage(text, ...buttons, showLog), bot);
}

function interruptedBy(actions: ErrorActions, error: unknown): Interrupted | undefined {
  const plain = vscode.l10n.t('Resume');
  if (ExportInterrupted.is(error)) {
    const { cause, file } = error;
    const canGoOn = canResumeText(file);
    const discard = (): Promise<void> => actions.discard(file);
    const change: PlanChange = isTooWide(cause) ? { lists: 'json' } : {};
    const resume = (): Promise<void> => actions.resume(file, change);
    const resumeTitle = change.lists === undefined ? plain : vscode.l10n.t('Write Lists as JSON');
    return { cause, resume, resumeTitle, canGoOn, discard };
  }
  if (!(error instanceof ScanInterrupted)) return undefined;
  const { cause, resume, botLabel } = error;
  const canGoOn = canResumeText(botLabel);
  return { cause, resume, resumeTitle: plain, canGoOn };
}

function canResumeText(what: string): string {
  return vscode.l10n.t('Ready to resume "{0}".', what);
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

/** Each way on leads to "Resume". */
function resumeButtons(
  actions: ErrorActions,
  { resume: act, resumeTitle, canGoOn }: Interrupted,
  helpful: readonly Button[],
  bot: string | undefined,
): Button[] {
  const resume = { title: resumeTitle, act };
  const replaced = helpful.map((button) => ({
    title: button.title,
    act: async () => {
      await button.act();
      await press(actions, await showInformation(canGoOn, resume), bot);
    },
  }));
  return [...replaced, resume];
}

/** It was stopped on purpose, which is no error. */
async function askStopped(
  message: string,
  { resume, resumeTitle, discard }: Interrupted,
): Promise<Button | undefined> {
  const buttons: Button[] = [{ title: resumeTitle, act: resume }];
  if (discard !== undefined) buttons.push({ title: vscode.l10n.t('Discard'), act: discard });
  return showInformation(message, ...buttons);
}

/** What no editor takes, a file does. */
function toFile(): Button {
  const act = () => vscode.commands.executeCommand('botTags.exportCustomers');
  return { title: vscode.l10n.t('Export Customers…'), act };
}

function helpfulButtons(actions: ErrorActions, error: unknown, bot: string | undefined): Button[] {
  if (bot === undefined || !ServiceError.is(error)) return [];
  const { subject } = error;
  if (ServiceError.isUnauthorized(error) || error.problem.kind === 'token-missing') {
    const title = vscode.l10n.t('Enter Token…');
    return [{ title, act: () => actions.replaceToken(bot) }];
  }
  if (ServiceError.isReadOnly(error)) {
    return [{ title: vscode.l10n.t('Allow Changes…'), act: () => actions.allowChanges(bot) }];
  }
  if (subject === undefined) return [];
  return [{ title: vscode.l10n.t('Check'), act: () => actions.check(bot, subject) }];
}
