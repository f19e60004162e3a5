import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { ItemActions } from '../../catalogue/itemActions.ts';
import type { KnownTags } from '../../service/userMemory.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import { ServiceError } from '../../base/errors.ts';
import { savedFile, type EarlierTaggings } from '../../plans/earlierTaggings.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import { isUnfinished, runsOfText, undoIn } from '../../plans/runsOfText.ts';
import { TAG, type Bot } from '../../base/model.ts';
import { cutMiddle, oneLine } from '../../base/text.ts';
import type { Plan } from '../../base/plan.ts';
import type { PlanTexts } from '../../plans/planTexts.ts';
import type { BotService, Clock } from '../../base/ports.ts';
import type { Ended } from '../../base/operation.ts';
import type { RunEnd, RunPorts } from '../ports.ts';
import { createRunner } from '../runner.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import type { setting } from '../../base/ui/settings.ts';
import { ActiveRun, type ActiveRuns } from './activeRuns.ts';
import { botOfRun, requireAsSaid, requireGoingOn, requireUndoable, runNamed } from './runRules.ts';
import type { ToUndo } from './confirmUndo.ts';
import { newRun, newUndo, type GoOn, type RunJob } from './newRun.ts';
import { earlierTaggingsOf, operationsOfRun, startOfRun } from './operationsOfRun.ts';
import { PlansOfRuns } from './plansOfRuns.ts';
import { RunLog, type Outcomes } from './runLog.ts';
import { alreadyRunning, type RunOwner } from './runOwner.ts';
import { runPorts } from './runPorts.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly services: BotServices;
  /** What it sends is written down nowhere else. */
  readonly serviceOf: (bot: Bot) => Promise<BotService>;
  readonly planTexts: Lazy<PlanTexts>;
  readonly owner: RunOwner;
  readonly active: ActiveRuns;
  readonly known: KnownTags;
  /** A run begins to change tags of the bot's users. */
  readonly onTagging: (bot: string) => void;
  /** It has. @param changes reads all of them */
  readonly onTagged: (bot: string, changes: () => readonly RunTagging[]) => void;
  readonly clock: Clock;
  readonly kept: typeof setting;
}

const NONE: Outcomes = new Map();

/** The runs of this window. Each has ended when it stands still: going on is another one, of the same record. */
export class RunJobs {
  readonly #needs: Needs;
  readonly #plans: PlansOfRuns;
  readonly #owner: RunOwner;
  /** What the Journal did not take when a run ended. */
  readonly #unsaved = new Map<string, readonly Ended[]>();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#plans = new PlansOfRuns(needs.planTexts);
    this.#owner = needs.owner;
  }

  /** The run of this ID, if this window runs it now. */
  active(id: string): ActiveRun | undefined {
    const run = this.#needs.active.get(id);
    return run instanceof ActiveRun ? run : undefined;
  }

  isOwned(record: RunRecord): Promise<boolean> {
    return this.#owner.isOwned(record);
  }

  /** Throws `UserError` when the plan's text is not there any more as it was run. */
  planOf(record: Pick<RunRecord, 'hash' | 'plan'>): Promise<Plan> {
    return this.#plans.of(record);
  }

  /**
   * The run of this text that is not through, else the latest one, if it was not taken back; `start` goes on with one that
   * is not through.
   */
  async latestOf(bot: string, hash: string): Promise<RunRecord | undefined> {
    const catalogue = await this.#needs.catalogue();
    const isListed = (key: string): boolean => catalogue.bot(key) !== undefined;
    const all = (await this.#needs.journal()).runs({ hash });
    const runs = runsOfText(all, { bot, hash, isListed });
    return runs.find(isUnfinished) ?? runs[0];
  }

  /** What may have changed the tags of a plan's users since it was made. @param resumed ID of the run that goes on */
  earlierTaggings(
    request: Pick<RunJob, 'bot' | 'plan' | 'uri'>,
    resumed: string | undefined,
  ): Promise<EarlierTaggings | undefined> {
    return earlierTaggingsOf(this.#needs, request, resumed);
  }

  /** The bot that a run goes on with. Throws `UserError` with what keeps it from that. */
  async botToGoOn(record: RunRecord): Promise<Bot> {
    requireGoingOn(await this.#needs.journal(), record);
    return botOfRun(await this.#needs.catalogue(), record, await this.#plans.of(record));
  }

  /**
   * Runs a plan, from its beginning or from where its run stands still: nobody gets a tag twice. Throws `UserError` when
   * it is being run.
   */
  async start({ bot, plan, uri, hash, users, before }: RunJob): Promise<ActiveRun> {
    this.#plans.keep({ hash, plan: uri }, plan);
    const latest = await this.latestOf(bot.key, hash);
    if (before !== undefined) requireAsSaid(before, latest);
    if (latest !== undefined && isUnfinished(latest)) return this.#goOn(latest, { users });
    await this.#requireFree(uri);
    const record = newRun({ bot, plan, uri, hash }, this.#needs.clock.now());
    return this.#begin(await this.#owner.begin(record), { plan, outcomes: NONE, bot }, { users });
  }

  /** Goes on with a run that stands still. Throws `UserError` with what keeps it from that. */
  async resume(id: string, how: GoOn = {}): Promise<ActiveRun> {
    return this.#goOn(runNamed(await this.#needs.journal(), id), how);
  }

  /** What taking a run back means, or what is left of that. Throws `UserError`. */
  async toUndo(id: string): Promise<ToUndo> {
    const journal = await this.#needs.journal();
    const record = runNamed(journal, id);
    requireUndoable(journal, record, await this.isOwned(record));
    const plan = await this.#plans.of(record);
    const bot = botOfRun(await this.#needs.catalogue(), record, plan);
    const undo = { kind: 'undo', of: id, detail: record.detail } as const;
    return { bot, record, operations: operationsOfRun(journal, undo, plan).operations };
  }

  /** Takes back what a run has done, in a run of its own, or goes on with that. Throws `UserError`. */
  async undo(id: string): Promise<ActiveRun> {
    const { bot, record, operations } = await this.toUndo(id);
    const begun = undoIn((await this.#needs.journal()).runs(), record);
    if (begun !== undefined) return this.#goOn(begun, {});
    const plan = await this.#plans.of(record);
    const undo = newUndo({ ...record, bot: bot.key }, operations.count, this.#needs.clock.now());
    return this.#begin(await this.#owner.begin(undo), { plan, outcomes: NONE, bot }, {});
  }

  /**
   * Writes down that a run stands still which a window has left that was killed.
   * @returns the run as it is then; `undefined`: somebody runs it
   */
  async settle(found: RunRecord): Promise<RunRecord | undefined> {
    if (await this.isOwned(found)) return undefined;
    try {
      const log = new RunLog(this.#owner, this.#needs.clock, await this.#owner.claim(found), NONE);
      await log.finish({ kind: 'paused', reason: 'closed', counts: found.counts });
      return log.record;
    } catch {
      return undefined;
    }
  }

  async #goOn(found: RunRecord, how: GoOn): Promise<ActiveRun> {
    const journal = await this.#needs.journal();
    requireGoingOn(journal, found);
    const plan = await this.#plans.of(found);
    const bot = botOfRun(await this.#needs.catalogue(), found, plan);
    const claimed = await this.#owner.claim(found);
    const record = { ...claimed, bot: bot.key };
    const outcomes = journal.operations(found.id);
    return this.#begin(record, { plan, outcomes, bot }, how);
  }

  async #begin(
    owned: RunRecord,
    {
      plan,
      outcomes,
      bot,
    }: { readonly plan: Plan; readonly outcomes: Outcomes; readonly bot: Bot },
    how: GoOn,
  ): Promise<ActiveRun> {
    const { clock } = this.#needs;
    const record = { ...owned, state: 'running', reason: null } as const;
    const log = new RunLog(this.#owner, clock, record, outcomes);
    try {
      await this.#requireAlone(record);
      const start = await startOfRun(this.#needs, record, { plan, bot });
      const ports = await this.#portsOf(bot, (...step) => log.step(...step));
      if (how.failed === true) await log.tryFailedAgain();
      else await log.step([], [], record.counts);
      const runner = createRunner(ports, {
        ...{ ...start, users: how.users, onlyCheck: how.onlyCheck },
        states: log.outcomes,
        unsaved: this.#unsaved.get(record.id),
      });
      const run = new ActiveRun({
        ...{ plan, operations: start.operations, log, runner },
        finish: (end) => this.#finish(run, end),
      });
      this.#needs.onTagging(bot.key);
      this.#needs.active.add(run);
      return run;
    } catch (error) {
      // An undo that never began would keep its run from going on.
      const isVoid = record.kind === 'undo' && outcomes.size === 0;
      await this.#owner.release(record, isVoid).catch(() => undefined);
      throw error;
    }
  }

  /** Another window may have begun to take it back, or to go on with what it takes back, before it was this one's. */
  async #requireAlone(record: RunRecord): Promise<void> {
    const journal = await this.#needs.journal();
    requireGoingOn(journal, record);
    const undone = record.of === null ? undefined : journal.run(record.of);
    if (undone !== undefined && (await this.isOwned(undone))) throw alreadyRunning();
    await this.#requireFree(record.plan, record.id);
  }

  /** A plan that was edited is another text of the same file, with the same users. @param own ID of the run itself */
  async #requireFree(uri: string, own?: string): Promise<void> {
    for (const run of (await this.#needs.journal()).runs({ plan: savedFile(uri) })) {
      if (run.id !== own && (await this.isOwned(run))) throw alreadyRunning();
    }
  }

  async #portsOf(bot: Bot, step: RunPorts['step']): Promise<RunPorts> {
    const { services, serviceOf, known, kept } = this.#needs;
    const catalogue = await this.#needs.catalogue();
    // First: a sandbox that has to be started may make its token anew.
    await services.baseUrl(bot);
    const service = await serviceOf(bot);
    const items = new ItemActions(catalogue, serviceOf);
    // What nobody has said to be a folder is deleted only if it is a tag.
    const typeOf = (id: string): number => catalogue.item(bot.key, id)?.type ?? TAG;
    return runPorts({ bot, service, items, typeOf, ownWords, known, step, kept });
  }

  async #finish(run: ActiveRun, end: RunEnd): Promise<RunEnd> {
    this.#needs.active.remove(run.record.id);
    this.#needs.onTagged(run.record.bot, () => taggingsOf(run));
    const unsaved = end.kind === 'paused' ? end.unsaved : undefined;
    if (unsaved === undefined) this.#unsaved.delete(run.record.id);
    else this.#unsaved.set(run.record.id, unsaved);
    try {
      await run.log.finish(end);
    } catch (error) {
      if (end.kind === 'done')
        return { kind: 'paused', reason: 'journal', counts: end.counts, error };
    }
    return end;
  }
}

/** Characters of a refusal that are kept with a line. */
const LONGEST_WORDS = 500;

/** A refusal of ours is kept in the user's language: the service has no words for it. */
function ownWords(error: ServiceError): string | undefined {
  const isOwn = ServiceError.isForbidden(error) || ServiceError.isMismatch(error);
  return isOwn ? cutMiddle(oneLine(describeError(error)), LONGEST_WORDS) : undefined;
}

/** What this window has done in it. */
function taggingsOf({ plan, operations, log }: ActiveRun): readonly RunTagging[] {
  const names = new Map(plan.tags.map((tag) => [tag.id, tag]));
  return log.carriedOut.flatMap((index) => {
    const operation = operations.at(index);
    if (operation.kind === 'delete') return [];
    const { kind, tagId, user } = operation;
    const tag = names.get(tagId) ?? { id: tagId, name: tagId };
    return [{ user, tag, isOn: kind === 'attach' }];
  });
}
