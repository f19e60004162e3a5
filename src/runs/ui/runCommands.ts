import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { runStep } from '../../base/ui/steps.ts';
import { dateTimeText } from '../../base/ui/localeTexts.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { CommandContext, Handler } from '../../catalogue/ui/handler.ts';
import { requireAllowed } from '../../catalogue/ui/writeGuard.ts';
import type { PlanRun } from '../../commands/results.ts';
import { endpointOf } from '../journalEntries.ts';
import { summaryOf, waitForEnd } from './activeRuns.ts';
import { alreadyRunning } from './runOwner.ts';
import { canRetryFailed, isOfPlan, runById } from './runRules.ts';
import type { RunServices } from './runServices.ts';
import type { ResumeOptions } from './runJobs.ts';
import { countsText, fileAt, runName } from './runTexts.ts';

export type RunNeeds = Pick<
  RunServices,
  'catalogue' | 'journal' | 'owner' | 'runs' | 'activeRuns' | 'runDialogs'
>;

/** Fails if another window executes the run. */
export function pauseRun(services: RunNeeds): Handler<'botTags.pauseRun'> {
  const pause = async (id: string): Promise<PlanRun> => {
    await services.activeRuns.get(id)?.pause('person');
    const record = runById(await services.journal(), id);
    if (!(await services.owner.isOwned(record))) return summaryOf(record);
    throw alreadyRunning();
  };
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Pause Run');
      const runs = services.activeRuns.all().map(({ record }) => record);
      await pause(context.run ?? (await askRun({ title, runs })));
    },
    withArguments: ({ run }) => pause(run),
  };
}

export function retryFailed(services: RunNeeds): Handler<'botTags.retryFailed'> {
  const options = { retryFailed: true } as const;
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Retry Failed');
      const id = await chooseRun(services, context, title, canRetryFailed);
      await services.runDialogs.resume(id, options);
    },
    withArguments: (argument) =>
      resumeRun(services, argument, { ...options, maxUsers: argument.users }),
  };
}

/** Reads the outcomes of unknown operations from the service, and changes nothing there. */
export function checkUnknown(services: RunNeeds): Handler<'botTags.checkUnknown'> {
  const options = { onlyCheck: true } as const;
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Check Unknown');
      const id = await chooseRun(
        services,
        context,
        title,
        (run) => isOfPlan(run) && run.counts.unknown > 0,
      );
      await services.runDialogs.resume(id, options);
    },
    withArguments: async ({ run }) => waitForEnd(await services.runs.resume(run, options)),
  };
}

/** Undoes a run of any kind for a program, and waits until the undo pauses or ends. */
export async function undoRun(
  services: RunNeeds,
  { run, confirmed }: RunReference,
): Promise<PlanRun> {
  const journal = await services.journal();
  const kindDialogs = services.runDialogs.dialogsOf(runById(journal, run));
  // Renames, merges and copies have an undo of their own. It shows no dialog to a program.
  if (kindDialogs !== undefined) {
    await kindDialogs.undoForProgram(run, confirmed);
    return summaryOf(runById(journal, run));
  }
  const { bot, record } = await services.runs.findUndoable(run);
  const endpoint = endpointOf({ ...record, kind: 'undo' });
  requireAllowed(await services.catalogue(), bot, { endpoint, confirmed });
  return waitForEnd(await services.runs.undo(run));
}

interface RunReference {
  readonly run: string;
  readonly confirmed?: true | undefined;
}

/** Resumes a run of any kind for a program, and waits until the run pauses or ends. */
export async function resumeRun(
  services: RunNeeds,
  { run, confirmed }: RunReference,
  options: ResumeOptions,
): Promise<PlanRun> {
  const catalogue = await services.catalogue();
  const journal = await services.journal();
  const record = runById(journal, run);
  const kindDialogs = services.runDialogs.dialogsOf(record);
  // Renames, merges and copies resume in their own way.
  if (kindDialogs !== undefined) {
    await kindDialogs.resumeForProgram(run, confirmed);
    return summaryOf(runById(journal, run));
  }
  const bot = await services.runs.botToResume(record);
  requireAllowed(catalogue, bot, { endpoint: endpointOf(record), confirmed });
  return waitForEnd(await services.runs.resume(run, options));
}

/** Returns the run of the clicked row or document, or else the run that the user picks. */
export async function chooseRun(
  { journal }: Pick<RunServices, 'journal'>,
  context: CommandContext,
  title: string,
  accepts: (run: RunRecord) => boolean,
): Promise<string> {
  return context.run ?? askRun({ title, runs: (await journal()).runs().filter(accepts) });
}

interface RunPick extends vscode.QuickPickItem {
  readonly id: string;
}

interface Question {
  readonly title: string;
  /** Runs, newest first. */
  readonly runs: readonly RunRecord[];
}

/** @throws {NoticeError} if there is no run */
async function askRun({ title, runs }: Question): Promise<string> {
  if (runs.length === 0) {
    throw new NoticeError(
      vscode.l10n.t(
        'No run can be used with "{0}". To start a run, use "Run Plan…" on a plan.',
        title,
      ),
    );
  }
  const items = runs.map((record): RunPick => {
    const { id, botLabel, started, counts, plan } = record;
    return {
      id,
      label: runName(record),
      description: vscode.l10n.t('{0} · {1}', botLabel, dateTimeText(started)),
      detail: vscode.l10n.t('{0} · {1}', countsText(counts), fileAt(plan)),
    };
  });
  const placeholder = vscode.l10n.t('Select a run');
  const { id } = await runStep(title, (position) => askPick({ placeholder, items }, position));
  return id;
}

export function openRun(
  services: Pick<RunServices, 'journal' | 'runDocuments'>,
): Handler<'botTags.openRun'> {
  const { runDocuments } = services;
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Open Run');
      await runDocuments.show(await chooseRun(services, context, title, () => true));
    },
    withArguments: ({ run }) => runDocuments.show(run),
  };
}
