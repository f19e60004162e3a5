import { ItemActions } from '../../catalogue/itemActions.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { LoadedUsers } from '../../customers/ui/loadedUsers.ts';
import { ServiceError } from '../../base/errors.ts';
import { savedFile } from '../../plans/earlierTaggings.ts';
import {
  isUnfinished,
  type JournalStore,
  type RunRecord,
  runsOfText,
  undoIn,
} from '../../catalogue/journal.ts';
import type { Bot } from '../../base/model.ts';
import { cutMiddle, oneLine } from '../../base/safeText.ts';
import type { Plan } from '../../base/plan.ts';
import {
  type EndedOperation,
  OPERATION_STATES,
  type OperationOutcomes,
  type RunCounts,
} from '../../base/operation.ts';
import { BotItems } from '../botItems.ts';
import { isRefactor } from '../refactorState.ts';
import type { RunEnd, RunPorts } from '../ports.ts';
import { Runner } from '../runner.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { ActiveRun, type ActiveRuns } from './activeRuns.ts';
import {
  botOfRun,
  requireSameLatestRun,
  requireResumable,
  requireUndoable,
  runById,
} from './runRules.ts';
import type { UndoableRun } from './confirmUndo.ts';
import type { RunRequest } from '../../plans/ui/planRuns.ts';
import { newRun, newUndo } from './newRun.ts';
import { operationsOfRun, type PlansOfRuns, initialStateOf } from './operationsOfRun.ts';
import { JobLog, RunLog } from './runLog.ts';
import { alreadyRunning, type RunOwner } from './runOwner.ts';
import { runPorts } from './runPorts.ts';

interface Needs extends Pick<
  CatalogueServices,
  'catalogue' | 'journal' | 'botServices' | 'known' | 'clock' | 'readSetting'
> {
  readonly plans: PlansOfRuns;
  readonly owner: RunOwner;
  readonly activeRuns: ActiveRuns;
  readonly loaded: Pick<LoadedUsers, 'removeLoadTimes' | 'showTagged'>;
}

const NO_OUTCOMES: OperationOutcomes = new Map();

interface UnsavedOutcomes {
  readonly outcomes: readonly EndedOperation[];
  /** Time of the last change of the run by this window, in ms. */
  readonly updated: number;
}

export interface ResumeOptions {
  readonly maxUsers?: number | undefined;
  readonly retryFailed?: boolean | undefined;
  /** Whether to only check unknown operations and send nothing. */
  readonly onlyCheck?: boolean | undefined;
}

/** An `ActiveRun` ends when the run pauses. Resuming creates a new `ActiveRun` with the same record. */
export class RunJobs {
  readonly #services: Needs;
  readonly #plans: PlansOfRuns;
  readonly #owner: RunOwner;
  /** Outcomes that could not be saved to the Journal when a run paused, by run ID. */
  readonly #unsaved = new Map<string, UnsavedOutcomes>();

  constructor(services: Needs) {
    this.#services = services;
    this.#plans = services.plans;
    this.#owner = services.owner;
  }

  /** Marks runs of killed windows as paused. */
  async pauseAbandoned(): Promise<void> {
    const journal = await this.#services.journal();
    for (const run of journal.runs()) {
      if (run.state !== 'running' || (await this.#owner.isOwned(run))) continue;
      try {
        const claimed = await this.#owner.claim(run);
        const log = new JobLog(this.#owner, this.#services.clock, claimed);
        await log.end({ state: 'paused', reason: 'closed' }, countsAfterKill(journal, run));
      } catch {
        // Another window has claimed the run, or the Journal cannot be written. The next window tries again.
      }
    }
  }

  /** Returns the unfinished run of the plan with this hash, which `start` resumes, or the latest run not undone. */
  async latestOf(bot: string, hash: string): Promise<RunRecord | undefined> {
    const catalogue = await this.#services.catalogue();
    const isListed = (key: string): boolean => catalogue.bot(key) !== undefined;
    const sameText = (await this.#services.journal()).runs({ hash });
    const runs = runsOfText(sameText, { bot, hash, isListed });
    return runs.find(isUnfinished) ?? runs[0];
  }

  /** @throws {UserError} if the run cannot continue */
  async botToResume(record: RunRecord): Promise<Bot> {
    requireResumable(await this.#services.journal(), record);
    return botOfRun(await this.#services.catalogue(), record, await this.#plans.planOf(record));
  }

  /** Runs a plan, or resumes its unfinished run, so that no tag is attached twice. Throws if the run is in progress. */
  async start({ bot, plan, uri, hash, maxUsers, previousRun }: RunRequest): Promise<ActiveRun> {
    this.#plans.add({ hash, plan: uri }, plan);
    const latest = await this.latestOf(bot.key, hash);
    if (previousRun !== undefined) requireSameLatestRun(previousRun, latest);
    if (latest !== undefined && isUnfinished(latest)) return this.#resume(latest, { maxUsers });
    await this.#requireFree(uri);
    const record = newRun({ bot, plan, uri, hash }, this.#services.clock.now());
    return this.#begin(
      await this.#owner.begin(record),
      { plan, outcomes: NO_OUTCOMES, bot },
      { maxUsers },
    );
  }

  /** @throws {UserError} if the run cannot continue */
  async resume(id: string, options: ResumeOptions = {}): Promise<ActiveRun> {
    return this.#resume(runById(await this.#services.journal(), id), options);
  }

  /** Returns the run with the operations of its undo. Throws a `UserError` if the run cannot be undone. */
  async findUndoable(id: string): Promise<UndoableRun> {
    const journal = await this.#services.journal();
    const record = runById(journal, id);
    requireUndoable(journal, record, await this.#owner.isOwned(record));
    const plan = await this.#plans.planOf(record);
    const bot = botOfRun(await this.#services.catalogue(), record, plan);
    const undo = { kind: 'undo', undoes: id, detail: record.detail } as const;
    return { bot, record, operations: operationsOfRun(journal, undo, plan).operations };
  }

  /** Undoes a run in a new run, or resumes its unfinished undo. Throws a `UserError` if the run cannot be undone. */
  async undo(id: string): Promise<ActiveRun> {
    const { bot, record, operations } = await this.findUndoable(id);
    const unfinishedUndo = undoIn((await this.#services.journal()).runs(), record);
    if (unfinishedUndo !== undefined) return this.#resume(unfinishedUndo, {});
    const plan = await this.#plans.planOf(record);
    const undo = newUndo({ ...record, bot: bot.key }, operations.count, this.#services.clock.now());
    return this.#begin(await this.#owner.begin(undo), { plan, outcomes: NO_OUTCOMES, bot }, {});
  }

  async #resume(run: RunRecord, options: ResumeOptions): Promise<ActiveRun> {
    const journal = await this.#services.journal();
    requireResumable(journal, run);
    const plan = await this.#plans.planOf(run);
    const bot = botOfRun(await this.#services.catalogue(), run, plan);
    const claimed = await this.#owner.claim(run);
    const record = { ...claimed, bot: bot.key };
    const outcomes = journal.operations(run.id);
    return this.#begin(record, { plan, outcomes, bot }, options);
  }

  /** Starts a run that this window owns. Releases the run if it cannot start. */
  async #begin(
    owned: RunRecord,
    {
      plan,
      outcomes,
      bot,
    }: { readonly plan: Plan; readonly outcomes: OperationOutcomes; readonly bot: Bot },
    options: ResumeOptions,
  ): Promise<ActiveRun> {
    const { clock } = this.#services;
    const record = { ...owned, state: 'running', reason: null } as const;
    const log = new RunLog(this.#owner, clock, record);
    try {
      await this.#requireNoConflict(record);
      const start = await initialStateOf(this.#services, record, { plan, bot });
      const ports = await this.#portsOf(bot, log);
      const unsaved = await this.#unsavedOf(record.id);
      // Saves the state `running`.
      await log.step([], [], record.counts);
      const runner = new Runner(ports, {
        ...start,
        pauseAfterUsers: options.maxUsers,
        onlyCheck: options.onlyCheck,
        retryFailed: options.retryFailed,
        states: outcomes,
        unsaved,
      });
      const parts = { plan, operations: start.operations, log, runner };
      const run = new ActiveRun(parts, (activeRun, end) => this.#finish(activeRun, end));
      run.ended.catch(() => this.#abandon(run));
      // Tags that were loaded before the run no longer count as known.
      this.#services.loaded.removeLoadTimes(bot.key);
      this.#services.activeRuns.add(run);
      return run;
    } catch (error) {
      // An undo that never started would prevent the run that it undoes from being resumed.
      const isVoid = record.kind === 'undo' && outcomes.size === 0;
      await this.#owner.release(record, isVoid).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Checks again after the claim: another window may have started to undo this run before the claim or, if this run is
   * an undo, have resumed the run that it undoes.
   */
  async #requireNoConflict(record: RunRecord): Promise<void> {
    const journal = await this.#services.journal();
    requireResumable(journal, record);
    const undoneRun = record.undoes === null ? undefined : journal.run(record.undoes);
    if (undoneRun !== undefined && (await this.#owner.isOwned(undoneRun))) throw alreadyRunning();
    await this.#requireFree(record.plan, record.id);
  }

  /** Checks all runs of the plan file, because an edited plan has another text but the same customers. */
  async #requireFree(uri: string, ownRunId?: string): Promise<void> {
    for (const run of (await this.#services.journal()).runs({ plan: savedFile(uri) })) {
      if (run.id !== ownRunId && (await this.#owner.isOwned(run))) throw alreadyRunning();
    }
  }

  async #portsOf(bot: Bot, journal: RunLog): Promise<RunPorts> {
    const { botServices, known, readSetting } = this.#services;
    const catalogue = await this.#services.catalogue();
    // Called for its side effect: the sandbox is started, which may create a new token.
    await botServices.baseUrl(bot);
    const service = await botServices.forRuns(bot);
    const items = new BotItems(catalogue, new ItemActions(catalogue, botServices.forRuns), bot);
    const ports = runPorts({ bot, service, items, known, readSetting });
    return { ...ports, localErrorText, journal };
  }

  /** Returns `undefined` if another window has continued the run since, because its outcomes in the Journal are newer. */
  async #unsavedOf(id: string): Promise<readonly EndedOperation[] | undefined> {
    const unsaved = this.#unsaved.get(id);
    const { updated } = runById(await this.#services.journal(), id);
    return unsaved?.updated === updated ? unsaved.outcomes : undefined;
  }

  /** Releases a run that a program error has ended, so that it can be resumed. */
  async #abandon({ record }: ActiveRun): Promise<void> {
    this.#services.activeRuns.remove(record.id);
    await this.#owner.release(record).catch(() => undefined);
  }

  /** Records the end of a run. Returns a pause instead of the end if the Journal cannot be written. */
  async #finish(run: ActiveRun, end: RunEnd): Promise<RunEnd> {
    this.#services.activeRuns.remove(run.record.id);
    this.#services.loaded.showTagged(run.record.bot, () => taggingsOf(run));
    try {
      await run.log.finish(end);
    } catch (error) {
      if (end.kind === 'done')
        return { kind: 'paused', reason: 'journal', counts: end.counts, error };
    } finally {
      const { id, updated } = run.record;
      const outcomes = end.kind === 'paused' ? end.unsaved : undefined;
      if (outcomes === undefined) this.#unsaved.delete(id);
      else this.#unsaved.set(id, { outcomes, updated });
    }
    return end;
  }
}

/** States of operations that are in the counts of a run whose window was killed. */
const COUNTED_STATES = OPERATION_STATES.filter((state) => state !== 'sending');

/** Counts the requests that were being sent as unknown, so that the user can check and undo them. */
function countsAfterKill(journal: JournalStore, run: RunRecord): RunCounts {
  const { counts } = run;
  // A refactor numbers its requests again when it is resumed, so some of these may be of an earlier window.
  if (isRefactor(run)) return counts;
  const { size } = journal.operations(run.id, COUNTED_STATES);
  return { ...counts, unknown: counts.unknown + size, waiting: counts.waiting - size };
}

const MAX_ERROR_LENGTH = 500;

/** Returns the text of a local refusal in the user's language, because the service provides no text for it. */
function localErrorText(error: ServiceError): string | undefined {
  const isLocal = ServiceError.isWriteRefused(error) || ServiceError.isMismatch(error);
  return isLocal ? cutMiddle(oneLine(describeError(error)), MAX_ERROR_LENGTH) : undefined;
}

function taggingsOf({ plan, operations, log }: ActiveRun): readonly RunTagging[] {
  const tagsById = new Map(plan.tags.map((tag) => [tag.id, tag]));
  return log.completedIndexes.flatMap((index) => {
    const operation = operations.at(index);
    if (operation.kind === 'delete') return [];
    const { kind, tagId, user } = operation;
    const tag = tagsById.get(tagId) ?? { id: tagId, name: tagId };
    return [{ user, tag, isAttached: kind === 'attach' }];
  });
}
