import { l10n } from 'vscode';
import { NoticeError, UserError } from '../../base/errors.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isUnfinished, type RunRecord } from '../../catalogue/journal.ts';
import { requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { Bot } from '../../base/model.ts';
import type { RefactorEnd, RefactorMemory, Resumed } from '../../runs/refactorPorts.ts';
import { RefactorRun } from '../refactorRun.ts';
import { readRefactor, type RefactorState, writeRefactor } from '../../runs/refactorState.ts';
import { alreadyUndone, botOfRun, isRunOfBot, runNotFound } from '../../runs/ui/runRules.ts';
import { runJob } from '../../runs/ui/activeRuns.ts';
import { newRefactor } from '../../runs/ui/newRun.ts';
import {
  type EndedRefactor,
  type RefactorCallbacks,
  RefactorLog,
  type RefactorNeeds,
  refactorPorts,
} from './refactorPorts.ts';

/** Refactor in the Journal that has not ended, and its bot. */
interface StoredRefactor {
  readonly bot: Bot;
  readonly record: RunRecord;
  readonly state: RefactorState;
}

interface StoredMemory {
  readonly memory: RefactorMemory;
  /** Returns the record of the refactor as this window has saved it last. */
  readonly lastRecord: () => Pick<RunRecord, 'updated'>;
}

/** A `RefactorRun` ends when the refactor pauses. Resuming creates a new `RefactorRun` with the same record. */
export class RefactorJobs {
  readonly #services: RefactorNeeds;
  /** Memories of the refactors that this window has started or resumed, by the ID of the run. */
  readonly #memories = new Map<string, StoredMemory>();

  constructor(services: RefactorNeeds) {
    this.#services = services;
  }

  /**
   * Starts a refactor, or resumes the paused one with the same purpose, so that the new tag is not created twice.
   * @throws {UserError} if one of the tags is in another refactor that is in progress
   */
  async start(
    bot: Bot,
    newState: RefactorState,
    callbacks: RefactorCallbacks,
  ): Promise<EndedRefactor> {
    const { owner, clock } = this.#services;
    const state = { ...newState, at: { botId: bot.botId, baseUrl: bot.baseUrl } };
    await requireNoOtherRefactor(this.#services, bot, state);
    const unfinished = await findUnfinished(this.#services, bot, state);
    if (unfinished !== undefined) return this.resume(unfinished.id, callbacks);
    const record = await owner.begin(newRefactor(bot, state, clock.now()));
    const memory = { attached: new Map(), knowsAllUsers: true };
    this.#memories.set(record.id, { memory, lastRecord: () => record });
    return this.#execute({ record, state, bot }, callbacks, (run) => run.run());
  }

  /** @throws {UserError} if the refactor cannot continue */
  resume(id: string, callbacks: RefactorCallbacks): Promise<EndedRefactor> {
    return this.#restart(id, callbacks, (run) => run.run());
  }

  /** Undoes a refactor, as long as no old tag has been deleted. Throws a `UserError` if it cannot be undone. */
  undo(id: string, callbacks: RefactorCallbacks): Promise<EndedRefactor> {
    return this.#restart(id, callbacks, (run) => run.undo());
  }

  /** @throws {UserError} if the Journal has no such refactor, it has ended, or the bot is not in the catalogue */
  async findRefactor(id: string): Promise<StoredRefactor> {
    const record = (await this.#services.journal()).run(id);
    const state = record && readRefactor(record.detail);
    if (record === undefined || state === undefined || state.kind !== record.kind) {
      throw runNotFound(id);
    }
    if (record.state === 'done') {
      throw new NoticeError(
        l10n.t(
          'This run is finished and the old tag is deleted, so the run can no longer be resumed or undone.',
        ),
      );
    }
    if (record.state === 'cancelled') throw alreadyUndone();
    const bot = botOfRun(await this.#services.catalogue(), record, state.at);
    return { bot, record, state };
  }

  /** Returns whether this window knows all customers who got the tag, because no other window has continued the refactor. */
  knowsAllUsers({ id, updated }: Pick<RunRecord, 'id' | 'updated'>): boolean {
    const stored = this.#memories.get(id);
    return stored?.memory.knowsAllUsers === true && stored.lastRecord().updated === updated;
  }

  async #restart(
    id: string,
    callbacks: RefactorCallbacks,
    begin: (run: RefactorRun) => Promise<RefactorEnd>,
  ): Promise<EndedRefactor> {
    const { bot, record: storedRecord, state } = await this.findRefactor(id);
    await requireNoOtherRefactor(this.#services, bot, state, id);
    const record = await this.#services.owner.claim(storedRecord);
    const resumed: Resumed = {
      mayHaveOpenRequests: storedRecord.state === 'running' || storedRecord.reason === 'closed',
      unknown: storedRecord.counts.unknown,
    };
    return this.#execute({ record, state, bot, resumed }, callbacks, begin);
  }

  /** Runs the refactor until it ends or pauses. Then shows the changed tags in the Customers panel. */
  async #execute(
    start: StoredRefactor & { readonly resumed?: Resumed },
    callbacks: RefactorCallbacks,
    begin: (run: RefactorRun) => Promise<RefactorEnd>,
  ): Promise<EndedRefactor> {
    const { owner, clock, journal, activeRuns, loaded } = this.#services;
    const { state, bot, resumed } = start;
    const { signal } = callbacks;
    const record: RunRecord = { ...start.record, bot: bot.key, state: 'running', reason: null };
    return runJob({ activeRuns, owner, record, signal }, async () => {
      const log = new RefactorLog(owner, clock, record, await journal());
      const memory = this.#memoryOf(start.record, log);
      await log.saveDetail(writeRefactor(state), record.counts);
      const changes: RunTagging[] = [];
      const onTagChange = (tagging: RunTagging): void => void changes.push(tagging);
      const ports = await refactorPorts(
        this.#services,
        { bot, log, name: state.target.name, onTagChange },
        callbacks,
      );
      // Tags that were loaded before the run no longer count as known.
      loaded.removeLoadTimes(bot.key);
      const run = new RefactorRun(ports, { state, memory, resumed });
      run.onDidProgress(callbacks.onProgress);
      const runToEnd = async (): Promise<EndedRefactor> => {
        try {
          const end = await begin(run);
          if (end.kind === 'done') {
            for (const change of detachedOldTags(end.state, changes)) changes.push(change);
          }
          await log.end(outcomeOf(end));
          if (log.record.state !== 'paused') this.#memories.delete(record.id);
          return { record: log.record, end };
        } finally {
          loaded.showTagged(bot.key, () => changes);
        }
      };
      return { run, runToEnd };
    });
  }

  /** Returns the memory of a refactor; an incomplete one if another window has started or continued the refactor. */
  #memoryOf(record: RunRecord, log: RefactorLog): RefactorMemory {
    const attached = this.#memories.get(record.id)?.memory.attached ?? new Map();
    const memory = { attached, knowsAllUsers: this.knowsAllUsers(record) };
    this.#memories.set(record.id, { memory, lastRecord: () => log.record });
    return memory;
  }
}

function outcomeOf(end: RefactorEnd): Pick<RunRecord, 'state' | 'reason'> {
  if (end.kind === 'paused') return { state: 'paused', reason: end.reason };
  if (end.kind === 'done') return { state: 'done', reason: null };
  if (end.kind === 'declined') return { state: 'cancelled', reason: null };
  // The refactor was undone. If some customers still have the new tag, or may have it, Resume tries again to detach it.
  return end.failedCount === 0
    ? { state: 'cancelled', reason: null }
    : { state: 'paused', reason: 'failing' };
}

/** Returns the implied changes: customers who got the new tag no longer have the old tags. */
function detachedOldTags({ old }: RefactorState, changes: readonly RunTagging[]): RunTagging[] {
  return changes.flatMap(({ user }) => old.map((tag) => ({ user, tag, isAttached: false })));
}

/** Checks that no other running refactor has one of the tags. `id`: this refactor, if it is in the Journal already. */
async function requireNoOtherRefactor(
  { journal, owner }: RefactorNeeds,
  bot: Bot,
  state: RefactorState,
  id?: string,
): Promise<void> {
  const ownTagIds = tagIdsOf(state);
  for (const run of (await journal()).runs()) {
    const other = run.bot === bot.key && run.id !== id ? readRefactor(run.detail) : undefined;
    if (other === undefined || other.kind !== run.kind) continue;
    const sharesTag = [...tagIdsOf(other)].some((tagId) => ownTagIds.has(tagId));
    if (!sharesTag || !(await owner.isOwned(run))) continue;
    throw new UserError(
      l10n.t(
        'One of these tags is already being renamed, merged, or recreated by another run, in this or another window. Nothing was changed. Wait until the other run is done.',
      ),
    );
  }
}

/** Returns the latest unfinished refactor with the same purpose, unless it is being undone. */
async function findUnfinished(
  services: RefactorNeeds,
  bot: Bot,
  state: RefactorState,
): Promise<RunRecord | undefined> {
  const catalogue = await services.catalogue();
  const purpose = purposeOf(state);
  return (await services.journal()).runs().find((run) => {
    const other = isUnfinished(run) ? readRefactor(run.detail) : undefined;
    if (other === undefined || !isRunOfBot(catalogue, run, other.at, bot)) return false;
    const isResumable = other.phase !== 'undoing' && other.kind === run.kind;
    return isResumable && purposeOf(other) === purpose;
  });
}

/** Returns a key that is equal for refactors that replace the same old tags by the same new tag. */
function purposeOf({ kind, old, target }: RefactorState): string {
  const oldIds = old.map(({ id }) => id).toSorted();
  const targetKey = kind === 'merge' ? [target.id] : [target.name, target.parentId];
  return JSON.stringify([kind, oldIds, targetKey]);
}

/** @throws {ServiceError} if the bot or one of the refactor's items is locked */
export function requireWritable(catalogue: Catalogue, bot: Bot, state: RefactorState): void {
  const { parentId } = state.target;
  const ids = [...tagIdsOf(state), ...(parentId === null ? [] : [parentId])];
  requireUnlocked(catalogue, bot, 'attachTag', ids);
}

function tagIdsOf({ old, target }: RefactorState): ReadonlySet<string> {
  return new Set([...old.map(({ id }) => id), ...(target.id === null ? [] : [target.id])]);
}
