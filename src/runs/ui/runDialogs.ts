import * as vscode from 'vscode';
import { ServiceError, StorageError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { PauseReason } from '../../base/operation.ts';
import { sentences } from '../../base/text.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { showInformation, showWarning } from '../../base/ui/window.ts';
import { allowChanges } from '../../bots/ui/readOnly.ts';
import { askAndSaveToken } from '../../bots/ui/replaceToken.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { agreeInProduction } from '../../catalogue/ui/writeGuard.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import type { RunEnd } from '../ports.ts';
import type { ActiveRun } from './activeRuns.ts';
import { confirmUndo, undoQuestion, type UndoQuestion } from './confirmUndo.ts';
import type { RunDocuments } from './runDocuments.ts';
import type { ResumeOptions, RunJobs } from './runJobs.ts';
import { canBeUndone, requirePlan, runById } from './runRules.ts';
import {
  completedPercent,
  doneText,
  pausedText,
  progressText,
  progressTitle,
  reasonText,
  runName,
} from './runTexts.ts';

/** Shows the progress of a run until it pauses or ends. Cancel pauses the run. */
function showProgress(run: ActiveRun): Promise<RunEnd> {
  const title = progressTitle(run.record);
  return withProgress({ title, location: 'notification' }, async ({ signal, report }) => {
    const subscription = run.onDidProgress((progress) =>
      report(progressText(progress), completedPercent(progress.counts)),
    );
    signal.addEventListener('abort', () => void run.pause('person'));
    try {
      return await run.ended;
    } finally {
      subscription.dispose();
    }
  });
}

interface Needs extends Pick<CustomerServices, 'catalogue' | 'journal' | 'tokens' | 'errors'> {
  readonly runs: RunJobs;
  readonly runDocuments: Pick<RunDocuments, 'show'>;
}

interface Paused {
  readonly reason: PauseReason;
  readonly explanation: readonly string[];
  readonly isWarning: boolean;
}

/** Asks before a run of any kind is resumed or undone, and shows the progress of a run of a plan. */
export class RunDialogs {
  readonly #services: Needs;
  /** Runs in production to which the user has agreed in this window. */
  readonly #agreedRuns = new Set<string>();
  /**
   * Returns the dialogs of a run that is neither the run of a plan nor its undo; otherwise `undefined`. The feature of
   * those runs sets this function, because its dialogs need this object.
   */
  dialogsOf: (run: Pick<RunRecord, 'kind'>) => RunKindDialogs | undefined = () => undefined;

  constructor(services: Needs) {
    this.#services = services;
  }

  /** Shows the progress and the end of a run to which the user has agreed, in the background. */
  follow(run: ActiveRun): void {
    this.#agreedRuns.add(run.record.id);
    this.#follow(run);
  }

  #follow(run: ActiveRun): void {
    const follow = async (): Promise<void> => {
      const end = await showProgress(run);
      await this.#showEnd(run.record, end);
    };
    follow().catch((error: unknown) => this.#services.errors.show(error, run.record.bot));
  }

  /** Resumes a run. In production, the user has to agree once in a window. */
  async resume(id: string, options: ResumeOptions = {}): Promise<void> {
    const { runs, catalogue, journal } = this.#services;
    const record = runById(await journal(), id);
    // A rename, merge or copy would be continued instead.
    if (options.onlyCheck === true) requirePlan(record);
    const dialogs = this.dialogsOf(record);
    // Bot of the run, or its replacement if the bot was removed and added again.
    const bot = await (dialogs?.botToResume(id) ?? runs.botToResume(record));
    if (options.onlyCheck !== true && !this.#agreedRuns.has(id)) {
      const yes = vscode.l10n.t('Resume');
      const message = vscode.l10n.t('Resume: {0}?', runName(record));
      await agreeInProduction(await catalogue(), bot, { message, yes });
      this.#agreedRuns.add(id);
    }
    if (dialogs !== undefined) return dialogs.resume(id);
    this.#follow(await runs.resume(id, options));
  }

  async undo(id: string): Promise<void> {
    const { runs, catalogue, journal } = this.#services;
    const dialogs = this.dialogsOf(runById(await journal(), id));
    const openCatalogue = await catalogue();
    const question =
      (await dialogs?.undoQuestion(id)) ?? undoQuestion(openCatalogue, await runs.findUndoable(id));
    await confirmUndo(openCatalogue, question);
    if (dialogs !== undefined) return dialogs.undo(id);
    this.follow(await runs.undo(id));
  }

  /** Shows that a run is paused, with buttons for what to do. Waits until the message is closed, which may take hours. */
  async showPaused(record: RunRecord, { reason, explanation, isWarning }: Paused): Promise<void> {
    if (reason === 'closed') return;
    const buttons = [
      ...this.#fixButtons(record, reason),
      ...this.undoButton(record),
      this.showButton(record),
    ];
    await showMessage({ text: pausedText(record, sentences(explanation)), isWarning, buttons });
  }

  /** Returns a button that shows the result of the run. */
  showButton({ id }: RunRecord): Button {
    const { runDocuments } = this.#services;
    return { title: vscode.l10n.t('Show Result'), run: () => runDocuments.show(id) };
  }

  /** Returns the button "Undo", unless the run cannot be undone. */
  undoButton(record: RunRecord): readonly Button[] {
    if (!canBeUndone(record)) return [];
    return [{ title: vscode.l10n.t('Undo'), run: () => this.undo(record.id) }];
  }

  /** Returns the buttons that remove the reason of the pause, and "Resume" if it helps. */
  #fixButtons(record: RunRecord, reason: PauseReason): readonly Button[] {
    const { l10n } = vscode;
    const resume = { title: l10n.t('Resume'), run: () => this.resume(record.id) };
    const question = l10n.t('Resume: {0}?', runName(record));
    if (reason === 'bot-removed') return [];
    if (reason === 'unauthorized') {
      const replace = (): Promise<void> => askAndSaveToken(this.#services, record.bot);
      return [thenResume(l10n.t('Enter Token…'), replace, { question, resume }), resume];
    }
    if (reason !== 'read-only') return [resume];
    const allow = (): Promise<void> => allowChanges(this.#services, record.bot);
    return [thenResume(l10n.t('Allow Changes…'), allow, { question, resume })];
  }

  async #showEnd(record: RunRecord, end: RunEnd): Promise<void> {
    if (end.kind === 'paused') {
      const { reason, error } = end;
      const explanation = isLocalError(error) ? [] : [reasonText(reason, record.botLabel)];
      const showsError = explanation.length === 0 || REASONS_WITH_DETAIL.includes(reason);
      if (showsError && error !== undefined) explanation.push(describeError(error));
      return this.showPaused(record, { reason, explanation, isWarning: reason !== 'person' });
    }
    const isWarning = record.counts.failed + record.counts.unknown > 0;
    const buttons = [this.showButton(record), ...this.undoButton(record)];
    await showMessage({ text: doneText(record), isWarning, buttons });
  }
}

/** Reasons for which the error message of the service is shown as well. */
const REASONS_WITH_DETAIL: readonly PauseReason[] = [
  'failing',
  'tag-gone',
  'unreachable',
  'unauthorized',
];

/** Returns whether the error is local (token or disk). The service then sent no response. */
function isLocalError(error: unknown): boolean {
  if (StorageError.is(error)) return true;
  return error instanceof ServiceError && error.problem.kind === 'token-missing';
}

/** Dialogs for one kind of run: a refactor (rename, merge or recreate), or a copy of tags. */
export interface RunKindDialogs {
  /** @throws if the run cannot continue, for example because of a lock */
  botToResume(id: string): Promise<Bot>;
  /** @throws if the run cannot be undone, for example because of a lock */
  undoQuestion(id: string): Promise<UndoQuestion>;
  /** Resumes the run in the background, after the user has agreed. Shows the progress. */
  resume(id: string): Promise<void>;
  /** Undoes the run in the background, after the user has agreed. Shows the progress. */
  undo(id: string): Promise<void>;
  /**
   * Resumes the run for a program, without dialogs. Resolves when the run pauses or ends.
   * @throws {UserError} if `confirmed` is missing
   * @throws the cause of a pause
   */
  resumeForProgram(id: string, confirmed: true | undefined): Promise<unknown>;
  undoForProgram(id: string, confirmed: true | undefined): Promise<unknown>;
}

interface Button {
  readonly title: string;
  readonly run: () => Promise<unknown>;
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
