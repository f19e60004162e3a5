import { ItemActions } from '../../catalogue/itemActions.ts';
import { BotItems } from '../../runs/botItems.ts';
import { type CopyItem, type CopyState, readCopy, writeCopy } from '../../runs/copyItems.ts';
import { CopyRun, unknownIndexes, type CopyEnd, type CopyPorts } from '../../runs/copyRun.ts';
import { isUnfinished, type RunRecord } from '../../catalogue/journal.ts';
import type { Bot } from '../../base/model.ts';
import type { RunCounts } from '../../base/operation.ts';
import { runJob } from '../../runs/ui/activeRuns.ts';
import { JobLog } from '../../runs/ui/runLog.ts';
import { newCopy } from '../../runs/ui/newRun.ts';
import { steadyClock } from '../../base/ports.ts';
import { botOfRun, isRunOfBot, runById, runNotFound } from '../../runs/ui/runRules.ts';
import type { RefactorNeeds } from './refactorPorts.ts';

type JobNeeds = Omit<RefactorNeeds, 'items' | 'known' | 'loaded'>;

export interface CopyBots {
  readonly from: Bot;
  readonly to: Bot;
}

export interface CopyCallbacks {
  readonly signal: AbortSignal;
  readonly onProgress: (counts: RunCounts) => void;
}

/** Callbacks for programs, which see no progress and cannot cancel. */
export const SILENT_CALLBACKS: CopyCallbacks = {
  signal: new AbortController().signal,
  onProgress: () => {},
};

/** Copy that has ended or is paused. */
export interface EndedCopy {
  readonly record: RunRecord;
  readonly state: CopyState;
  readonly end: CopyEnd;
}

/** For items that may have been created, by index in the copy: the item's ID, or `null` to create the item again. */
export type Answers = ReadonlyMap<number, string | null>;

export const NO_ANSWERS: Answers = new Map();

/** Copy in the Journal, and the bot to which it copies. */
interface StoredCopy {
  readonly bot: Bot;
  readonly record: RunRecord;
  readonly state: CopyState;
}

export class CopyJobs {
  readonly #services: JobNeeds;

  constructor(services: JobNeeds) {
    this.#services = services;
  }

  /**
   * Copies items, or resumes the unfinished copy of some of them, because the service may have created items whose
   * responses were lost. Resolves when the run pauses or ends.
   */
  async start(
    bots: CopyBots,
    items: readonly CopyItem[],
    callbacks: CopyCallbacks,
  ): Promise<EndedCopy> {
    const unfinished = await this.findUnfinished(bots, items);
    if (unfinished !== undefined) return this.resume(unfinished.id, NO_ANSWERS, callbacks);
    const { owner, clock } = this.#services;
    const { from, to } = bots;
    const state: CopyState = { from: storedBotOf(from), to: storedBotOf(to), items, isUndo: false };
    const record = await owner.begin(newCopy(to, state, clock.now()));
    return this.#execute({ bot: to, record, state }, callbacks, (run) => run.run());
  }

  /** Returns the unfinished copy between these bots that creates one of the items, unless it is being undone. */
  async findUnfinished(
    { from, to }: CopyBots,
    items: readonly CopyItem[],
  ): Promise<RunRecord | undefined> {
    const catalogue = await this.#services.catalogue();
    const ids = new Set(items.filter(({ targetId }) => targetId === null).map(({ id }) => id));
    return (await this.#services.journal()).runs().find((record) => {
      if (record.kind !== 'copy' || !isUnfinished(record)) return false;
      const state = readCopy(record.detail);
      if (state === undefined || state.isUndo) return false;
      if (!isRunOfBot(catalogue, record, state.to, to)) return false;
      const isSame = state.from.botId === from.botId && state.from.baseUrl === from.baseUrl;
      return isSame && state.items.some(({ id, targetId }) => targetId === null && ids.has(id));
    });
  }

  /** Resumes a copy, or its undo. */
  async resume(id: string, answers: Answers, callbacks: CopyCallbacks): Promise<EndedCopy> {
    const copy = await this.findCopy(id);
    return this.#restart(copy, callbacks, async (run) => {
      if (copy.state.isUndo) return run.undo();
      for (const [index, answer] of answers) await run.decideUnknown(index, answer);
      return run.run();
    });
  }

  async undo(id: string, callbacks: CopyCallbacks): Promise<EndedCopy> {
    const copy = await this.findCopy(id);
    const state = { ...copy.state, isUndo: true };
    return this.#restart({ ...copy, state }, callbacks, (run) => run.undo());
  }

  /** @throws {UserError} if the Journal has no such copy, or the bot is not in the catalogue */
  async findCopy(id: string): Promise<StoredCopy> {
    const record = runById(await this.#services.journal(), id);
    const state = record.kind === 'copy' ? readCopy(record.detail) : undefined;
    if (state === undefined) throw runNotFound(id);
    const bot = botOfRun(await this.#services.catalogue(), record, state.to);
    return { bot, record, state };
  }

  async unknownItemsOf(id: string): Promise<readonly number[]> {
    return unknownIndexes((await this.#services.journal()).operations(id));
  }

  async #restart(
    copy: StoredCopy,
    callbacks: CopyCallbacks,
    begin: (run: CopyRun) => Promise<CopyEnd>,
  ): Promise<EndedCopy> {
    const record = await this.#services.owner.claim(copy.record);
    return this.#execute({ ...copy, record }, callbacks, begin);
  }

  async #execute(
    { bot, record: claimed, state }: StoredCopy,
    { signal, onProgress }: CopyCallbacks,
    begin: (run: CopyRun) => Promise<CopyEnd>,
  ): Promise<EndedCopy> {
    const { owner, clock, journal, activeRuns } = this.#services;
    const record: RunRecord = { ...claimed, bot: bot.key, state: 'running', reason: null };
    const log = new JobLog(owner, clock, record);
    return runJob({ activeRuns, owner, record, signal }, async () => {
      const ports = await this.#portsOf(bot, log);
      const run = new CopyRun(ports, state.items, (await journal()).operations(record.id));
      run.onDidProgress(onProgress);
      await log.saveDetail(writeCopy(state), run.counts);
      const runToEnd = async (): Promise<EndedCopy> => {
        const end = await begin(run);
        await log.end(outcomeOf(end), run.counts);
        return { record: log.record, state, end };
      };
      return { run, runToEnd };
    });
  }

  async #portsOf(bot: Bot, log: JobLog): Promise<CopyPorts> {
    const { botServices, readSetting } = this.#services;
    const catalogue = await this.#services.catalogue();
    // Called for its side effect: the sandbox is started, which may create a new token.
    await botServices.baseUrl(bot);
    return {
      service: await botServices.forRuns(bot),
      items: new BotItems(catalogue, new ItemActions(catalogue, botServices.forRuns), bot),
      journal: log,
      clock: steadyClock,
      timeLimitMs: () => readSetting('botTags.network.timeout') * 1000,
    };
  }
}

function storedBotOf({ label, botId, baseUrl }: Bot): CopyState['to'] {
  return { label, botId, baseUrl };
}

function outcomeOf(end: CopyEnd): Pick<RunRecord, 'state' | 'reason'> {
  if (end.kind === 'paused') return { state: 'paused', reason: end.reason };
  return { state: end.kind === 'done' ? 'done' : 'cancelled', reason: null };
}
