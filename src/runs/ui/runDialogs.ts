import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { ServiceError, StorageError } from '../../base/errors.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import type { PauseReason } from '../../base/operation.ts';
import type { RunEnd } from '../ports.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { agreeInProduction } from '../../catalogue/ui/writeGuard.ts';
import type { ActiveRun } from './activeRun.ts';
import { confirmUndo, undoQuestion } from './confirmUndo.ts';
import type { GoOn } from './newRun.ts';
import type { OtherRunsOf } from './otherRuns.ts';
import type { RunJobs } from './runJobs.ts';
import { showButton, tell, tellPaused, undoButton, type RunActions } from './runMessages.ts';
import { whileRunning } from './runNotice.ts';
import { runNamed } from './runRules.ts';
import { doneText, reasonText, runName } from './runTexts.ts';

interface Needs {
  readonly jobs: RunJobs;
  readonly others: OtherRunsOf;
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly actions: RunActions;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Asks before a run of any kind is resumed or undone, and shows how a run of a plan goes. */
export class RunDialogs {
  readonly #needs: Needs;
  /** Runs in production to which the user has agreed in this window. */
  readonly #agreed = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Shows the progress of a run and how it ends. Not waited for. */
  follow(run: ActiveRun): void {
    this.#agreed.add(run.record.id);
    const follow = async (): Promise<void> => {
      const end = await whileRunning(run);
      await this.#tellEnd(run.record, end);
    };
    follow().catch((error: unknown) => this.#needs.onError(error, run.record.bot));
  }

  /** Resumes a run. In production the user has to agree once in a window. Throws `Cancelled`. */
  async resume(id: string, how: GoOn = {}): Promise<void> {
    const { jobs, others, catalogue, journal } = this.#needs;
    const record = runNamed(await journal(), id);
    const other = others(record);
    // The bot of the run, or the same bot that was removed and added again.
    const bot = await (other?.botToGoOn(id) ?? jobs.botToGoOn(record));
    if (how.onlyCheck !== true && !this.#agreed.has(id)) {
      const yes = vscode.l10n.t('Resume');
      const message = vscode.l10n.t('Resume: {0}?', runName(record));
      await agreeInProduction(await catalogue(), bot, { message, yes });
      this.#agreed.add(id);
    }
    if (other !== undefined) return other.resume(id);
    this.follow(await jobs.resume(id, how));
  }

  /** Throws `Cancelled`. */
  async undo(id: string): Promise<void> {
    const { jobs, others, catalogue, journal } = this.#needs;
    const other = others(runNamed(await journal(), id));
    const opened = await catalogue();
    const question = (await other?.undoQuestion(id)) ?? undoQuestion(opened, await jobs.toUndo(id));
    await confirmUndo(opened, question);
    if (other !== undefined) return other.undo(id);
    this.follow(await jobs.undo(id));
  }

  async #tellEnd(record: RunRecord, end: RunEnd): Promise<void> {
    const { actions } = this.#needs;
    if (end.kind === 'paused') {
      const { reason, error } = end;
      const because = isAboutThisMachine(error) ? [] : [reasonText(reason, record.botLabel)];
      const saysMore = because.length === 0 || SAYS_MORE.includes(reason);
      if (saysMore && error !== undefined) because.push(describeError(error));
      return tellPaused(actions, record, { reason, because, isWarning: reason !== 'person' });
    }
    const isWarning = record.counts.failed + record.counts.unknown > 0;
    await tell(doneText(record), isWarning, [
      showButton(actions, record),
      ...undoButton(actions, record),
    ]);
  }
}

/** For these reasons the service's own message helps. */
const SAYS_MORE: readonly PauseReason[] = ['failing', 'tag-gone', 'unreachable', 'unauthorized'];

/** The token or the disk failed, so the service has said nothing. */
function isAboutThisMachine(error: unknown): boolean {
  if (StorageError.is(error)) return true;
  return ServiceError.is(error) && error.problem.kind === 'token-missing';
}
