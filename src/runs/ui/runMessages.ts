import * as vscode from 'vscode';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { PauseReason } from '../../base/operation.ts';
import { sentences } from '../../base/text.ts';
import { showInformation, showWarning } from '../../base/ui/window.ts';
import { canBeUndone } from './runRules.ts';
import { pausedText, runName } from './runTexts.ts';

/** Actions behind the buttons of a message about a run. */
export interface RunActions {
  readonly resume: (id: string) => Promise<void>;
  readonly undo: (id: string) => Promise<void>;
  /** Shows the result of a run. */
  readonly show: (id: string) => Promise<unknown>;
  readonly replaceToken: (botKey: string) => Promise<void>;
  readonly allowChanges: (botKey: string) => Promise<void>;
}

export interface Button {
  readonly title: string;
  readonly run: () => Promise<unknown>;
}

interface Paused {
  readonly reason: PauseReason;
  readonly explanation: readonly string[];
  readonly isWarning: boolean;
}

/** Shows that a run is paused, with buttons for what to do. Waits until the message is closed, which may take hours. */
export async function showPaused(
  actions: RunActions,
  record: RunRecord,
  { reason, explanation, isWarning }: Paused,
): Promise<void> {
  if (reason === 'closed') return;
  const buttons = [
    ...fixButtons(actions, record, reason),
    ...undoButton(actions, record),
    showButton(actions, record),
  ];
  await showMessage({ text: pausedText(record, sentences(explanation)), isWarning, buttons });
}

interface Message {
  readonly text: string;
  readonly isWarning: boolean;
  readonly buttons: readonly Button[];
}

export async function showMessage({ text, isWarning, buttons }: Message): Promise<void> {
  const show = isWarning ? showWarning : showInformation;
  await (await show(text, ...buttons))?.run();
}

export function showButton({ show }: RunActions, record: RunRecord): Button {
  return { title: vscode.l10n.t('Show Result'), run: () => show(record.id) };
}

export function undoButton({ undo }: RunActions, record: RunRecord): readonly Button[] {
  if (!canBeUndone(record)) return [];
  return [{ title: vscode.l10n.t('Undo'), run: () => undo(record.id) }];
}

/** Returns the buttons that remove the reason of the pause, and "Resume" if it helps. */
function fixButtons(
  actions: RunActions,
  record: RunRecord,
  reason: PauseReason,
): readonly Button[] {
  const { l10n } = vscode;
  const resume = { title: l10n.t('Resume'), run: () => actions.resume(record.id) };
  const question = l10n.t('Resume: {0}?', runName(record));
  if (reason === 'bot-removed') return [];
  if (reason === 'unauthorized') {
    const replaceToken = (): Promise<void> => actions.replaceToken(record.bot);
    return [thenResume(l10n.t('Enter Token…'), replaceToken, { question, resume }), resume];
  }
  if (reason !== 'read-only') return [resume];
  const allow = (): Promise<void> => actions.allowChanges(record.bot);
  return [thenResume(l10n.t('Allow Changes…'), allow, { question, resume })];
}

/** Returns a button that opens a second message with "Resume", because a click closes the first message. */
function thenResume(
  title: string,
  step: () => Promise<void>,
  { question, resume }: { readonly question: string; readonly resume: Button },
): Button {
  const run = async (): Promise<void> => {
    await step();
    await showMessage({ text: question, isWarning: false, buttons: [resume] });
  };
  return { title, run };
}
