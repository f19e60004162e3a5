import * as vscode from 'vscode';
import { Cancelled, messageOf, ServiceError, type ServiceProblem } from '../base/errors.ts';
import { ExportError, ExportInterrupted, isTooWide } from '../base/exportErrors.ts';
import type { PlanChange } from '../base/exportPlan.ts';
import { InputError } from '../base/inputProblems.ts';
import { TooLargeText } from '../base/ui/jsonDocuments.ts';
import { showError as showErrorMessage, showInformation, showWarning } from '../base/ui/window.ts';
import { allowChanges } from '../bots/ui/readOnly.ts';
import { askAndSaveToken } from '../bots/ui/replaceToken.ts';
import { ScanInterrupted } from '../catalogue/recordScanned.ts';
import { botByReference } from '../catalogue/ui/handler.ts';
import { checkOutcome } from '../errors/ui/checkOutcome.ts';
import { describeError } from '../errors/ui/describeError.ts';
import { isExportFailure } from '../errors/ui/describeExport.ts';
import type { ErrorDisplay } from '../customers/ui/customerServices.ts';
import { resumeWithProgress } from '../exports/ui/exportMessages.ts';
import type { ExportServices } from '../exports/ui/exportServices.ts';

/** Kind of message in which an error is shown. Only an `error` is logged. */
type Severity = 'information' | 'warning' | 'error';

/** Returns the severity of an error. A command refused on this machine is only a warning, and is not logged. */
export function severityOf(error: unknown): Severity {
  if (!(error instanceof Error)) return 'error';
  if (error.name === 'UserError') {
    if (error.cause !== undefined) return 'error';
    return 'isNotice' in error ? 'information' : 'warning';
  }
  if (error instanceof ExportError) return isExportFailure(error) ? 'error' : 'warning';
  if (error instanceof ServiceError) {
    return ServiceError.isWriteRefused(error) || isNotSent(error.problem) ? 'warning' : 'error';
  }
  return TooLargeText.is(error) || error instanceof InputError ? 'warning' : 'error';
}

/** Returns whether nothing was sent because of a missing token or an invalid value. */
function isNotSent(problem: ServiceProblem): boolean {
  // With a detail, the secret storage failed. The reason must be in the log.
  if (problem.kind === 'token-missing') return problem.detail === undefined;
  return problem.kind === 'bad-input';
}

type Needs = Pick<ExportServices, 'log' | 'catalogue' | 'tokens' | 'items' | 'tags' | 'exports'>;

export function createErrorDisplay(services: Needs): ErrorDisplay {
  return { show: (error, botKey) => showError(services, error, botKey) };
}

interface Button {
  readonly title: string;
  readonly act: () => unknown;
}

/** Work that was interrupted and can be resumed. The results so far are kept. */
interface InterruptedWork {
  readonly cause: unknown;
  /** Name of the file or bot. */
  readonly name: string;
  readonly resume: () => Promise<void>;
  readonly resumeTitle: string;
  /** Deletes the results so far. Absent: the results are always kept. */
  readonly discard?: () => Promise<void>;
}

/** A refusal or a notice is shown without "Show Log", because the log does not contain it. */
async function showError(services: Needs, error: unknown, botKey?: string): Promise<void> {
  if (Cancelled.is(error)) return;
  const interrupted = interruptedWork(services, error);
  if (interrupted !== undefined && Cancelled.is(interrupted.cause)) {
    return runAction(services, await showCanceled(describeError(error), interrupted), botKey);
  }
  const severity = severityOf(error);
  const cause = interrupted === undefined ? error : interrupted.cause;
  const bot = (cause instanceof ServiceError ? cause.bot : undefined) ?? botKey;
  const helpful = TooLargeText.is(cause) ? [exportButton()] : helpfulButtons(services, cause, bot);
  const buttons =
    interrupted === undefined ? helpful : resumeButtons(services, interrupted, helpful, bot);
  const text = describeError(error);
  if (severity === 'information')
    return runAction(services, await showInformation(text, ...buttons), bot);
  if (severity === 'warning') return runAction(services, await showWarning(text, ...buttons), bot);
  services.log.error(messageOf(error));
  const showLog = { title: vscode.l10n.t('Show Log'), act: () => services.log.show() };
  await runAction(services, await showErrorMessage(text, ...buttons, showLog), bot);
}

function interruptedWork(services: Needs, error: unknown): InterruptedWork | undefined {
  const resumeText = vscode.l10n.t('Resume');
  if (error instanceof ExportInterrupted) {
    const { cause, file } = error;
    const discard = (): Promise<void> => services.exports.discard(file);
    const change: PlanChange = isTooWide(cause) ? { lists: 'json' } : {};
    const resume = (): Promise<void> => resumeWithProgress(services.exports, file, change);
    const resumeTitle =
      change.lists === undefined ? resumeText : vscode.l10n.t('Write Lists as JSON');
    return { cause, name: file, resume, resumeTitle, discard };
  }
  if (!(error instanceof ScanInterrupted)) return undefined;
  const { cause, resume, botLabel } = error;
  return { cause, name: botLabel, resume, resumeTitle: resumeText };
}

async function runAction(
  services: Needs,
  choice: Button | undefined,
  bot: string | undefined,
): Promise<void> {
  try {
    await choice?.act();
  } catch (failure) {
    await showError(services, failure, bot);
  }
}

/** Returns the helpful buttons and "Resume". After the action of a helpful button, a message offers to resume. */
function resumeButtons(
  services: Needs,
  interrupted: InterruptedWork,
  helpful: readonly Button[],
  bot: string | undefined,
): Button[] {
  const resume = { title: interrupted.resumeTitle, act: interrupted.resume };
  const readyText = vscode.l10n.t('Ready to resume "{0}".', interrupted.name);
  const helpThenResume = helpful.map((button) => ({
    title: button.title,
    act: async () => {
      await button.act();
      await runAction(services, await showInformation(readyText, resume), bot);
    },
  }));
  return [...helpThenResume, resume];
}

async function showCanceled(
  message: string,
  { resume, resumeTitle, discard }: InterruptedWork,
): Promise<Button | undefined> {
  const buttons: Button[] = [{ title: resumeTitle, act: resume }];
  if (discard !== undefined) buttons.push({ title: vscode.l10n.t('Discard'), act: discard });
  return showInformation(message, ...buttons);
}

/** Returns the button that exports customers to a file, for texts that are too large for an editor. */
function exportButton(): Button {
  const act = () => vscode.commands.executeCommand('botTags.exportCustomers');
  return { title: vscode.l10n.t('Export Customers…'), act };
}

function helpfulButtons(services: Needs, error: unknown, bot: string | undefined): Button[] {
  if (bot === undefined || !(error instanceof ServiceError)) return [];
  const { subject } = error;
  if (ServiceError.isUnauthorized(error) || error.problem.kind === 'token-missing') {
    const title = vscode.l10n.t('Enter Token…');
    return [{ title, act: () => askAndSaveToken(services, bot) }];
  }
  if (ServiceError.isReadOnly(error)) {
    return [{ title: vscode.l10n.t('Allow Changes…'), act: () => allowChanges(services, bot) }];
  }
  if (subject === undefined) return [];
  const check = async (): Promise<void> =>
    checkOutcome(services, botByReference(await services.catalogue(), bot), subject);
  return [{ title: vscode.l10n.t('Check'), act: check }];
}
