import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { ServiceError, StorageError } from '../../core/errors.ts';
import type { JournalStore, RunRecord } from '../../core/journal/journal.ts';
import type { PauseReason } from '../../core/runs/operation.ts';
import type { RunEnd } from '../../core/runs/ports.ts';
import { sentences } from '../../core/sentences.ts';
import { describeError } from '../errors/describeError.ts';
import { agreeInProduction } from '../input/writeGuard.ts';
import { showInformation, showWarning } from '../kit/window.ts';
import type { ActiveRun } from './activeRun.ts';
import { confirmUndo } from './confirmUndo.ts';
import type { GoOn } from './newRun.ts';
import type { OtherRuns } from './otherRuns.ts';
import type { RunJobs } from './runJobs.ts';
import { whileRunning } from './runNotice.ts';
import { canBeUndone, runNamed } from './runRules.ts';
import { doneText, pausedText, reasonText, runName } from './runTexts.ts';

interface Needs {
  readonly jobs: RunJobs;
  readonly others: OtherRuns;
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  /** Shows the result of a run. */
  readonly show: (run: string) => Promise<unknown>;
  /** Asks for a new token of the bot, and keeps it. */
  readonly replaceToken: (botKey: string) => Promise<void>;
  /** Takes back that the bot is read-only. */
  readonly allowChanges: (botKey: string) => Promise<void>;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

interface Button {
  readonly title: string;
  readonly act: () => Promise<unknown>;
}

/** What a person is asked and told about runs. */
export class RunDialogs {
  readonly #needs: Needs;
  /** Runs in production which the person has agreed to in this window. */
  readonly #agreed = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Shows how far a run is and what became of it. Not waited for: whoever began it has it. */
  follow(run: ActiveRun): void {
    this.#agreed.add(run.id);
    void this.#guarded(run.log.record.bot, async () => {
      const end = await whileRunning(run);
      await this.#tellEnd(run.log.record, end);
    });
  }

  /** Goes on with a run; in production the person has to agree once in a window. Throws `Cancelled`. */
  async resume(id: string, how: GoOn = {}): Promise<void> {
    const catalogue = await this.#needs.catalogue();
    const record = runNamed(await this.#needs.journal(), id);
    if (this.#needs.others.isOne(record)) return this.#needs.others.resume(id);
    if (how.onlyCheck !== true && !this.#agreed.has(id)) {
      const yes = vscode.l10n.t('Resume');
      const message = vscode.l10n.t('Resume: {0}?', runName(record));
      // Its own, or the same one that was added again.
      const bot = await this.#needs.jobs.botToGoOn(record);
      await agreeInProduction(catalogue, bot, { message, yes });
    }
    this.follow(await this.#needs.jobs.resume(id, how));
  }

  /** Throws `Cancelled`. */
  async undo(id: string): Promise<void> {
    const { jobs, others } = this.#needs;
    if (others.isOne(runNamed(await this.#needs.journal(), id))) return others.undo(id);
    await confirmUndo(await this.#needs.catalogue(), await jobs.toUndo(id));
    this.follow(await jobs.undo(id));
  }

  async #tellEnd(record: RunRecord, end: RunEnd): Promise<void> {
    if (end.kind === 'done') return this.#tellDone(record);
    if (end.reason === 'closed') return;
    const { reason, error } = end;
    const because = isAboutThisMachine(error) ? [] : [reasonText(reason, record.botLabel)];
    const saysMore = because.length === 0 || SAYS_MORE.includes(reason);
    if (saysMore && error !== undefined) because.push(describeError(error));
    const text = pausedText(record, sentences(because));
    const show = reason === 'person' ? showInformation : showWarning;
    const buttons = [
      ...this.#waysOn(record, reason),
      this.#showButton(record, vscode.l10n.t('Show')),
    ];
    await press(await show(text, ...buttons));
  }

  async #tellDone(record: RunRecord): Promise<void> {
    const { l10n } = vscode;
    const { failed, unknown } = record.counts;
    const show = failed + unknown > 0 ? showWarning : showInformation;
    const buttons: Button[] = [this.#showButton(record, l10n.t('Show Result'))];
    const undo = { title: l10n.t('Undo'), act: () => this.undo(record.id) };
    if (canBeUndone(record)) buttons.push(undo);
    await press(await show(doneText(record), ...buttons));
  }

  /** What leads to going on. */
  #waysOn(record: RunRecord, reason: PauseReason): readonly Button[] {
    const { l10n } = vscode;
    const resume = { title: l10n.t('Resume'), act: () => this.resume(record.id) };
    if (reason === 'bot-removed') return [];
    if (reason === 'unauthorized') {
      const replace = (): Promise<void> => this.#needs.replaceToken(record.bot);
      return [this.#thenResume(l10n.t('Enter Token…'), replace, resume), resume];
    }
    if (reason !== 'read-only') return [resume];
    const allow = (): Promise<void> => this.#needs.allowChanges(record.bot);
    return [this.#thenResume(l10n.t('Allow Changes…'), allow, resume)];
  }

  /** Once what stood in the way is put right, the person may go on. */
  #thenResume(title: string, step: () => Promise<void>, resume: Button): Button {
    const act = async (): Promise<void> => {
      await step();
      await press(await showInformation(vscode.l10n.t('The run can go on now.'), resume));
    };
    return { title, act };
  }

  #showButton({ id }: RunRecord, title: string): Button {
    return { title, act: () => this.#needs.show(id) };
  }

  async #guarded(bot: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      await this.#needs.onError(error, bot);
    }
  }
}

/** Of these the service's own words help. */
const SAYS_MORE: readonly PauseReason[] = ['failing', 'tag-gone', 'unreachable', 'unauthorized'];

/** A token or a disk: the service has said nothing. */
function isAboutThisMachine(error: unknown): boolean {
  if (StorageError.is(error)) return true;
  return ServiceError.is(error) && error.problem.kind === 'token-missing';
}

async function press(button: Button | undefined): Promise<void> {
  await button?.act();
}
