import { Emitter } from '../base/ports.ts';
import { KnownIdError } from '../catalogue/itemActions.ts';
import { mapLimited } from '../base/promises.ts';
import { ServiceError } from '../base/errors.ts';
import { FOLDER } from '../base/model.ts';
import type {
  EndedOperation,
  OperationOutcome,
  OperationOutcomes,
  OperationState,
  PauseReason,
  RunCounts,
} from '../base/operation.ts';
import { errorTextOf, failureResultOf } from '../catalogue/failureResult.ts';
import { type BotItems, deleteAndCheck, type DeletePorts } from './botItems.ts';
import type { RunJournal } from './ports.ts';
import { isOutcomeUnknown, retryWhileBusy, RunPaused } from './runErrors.ts';
import type { CopyItem } from './copyItems.ts';

export interface CopyPorts extends DeletePorts {
  readonly items: Omit<BotItems, 'typeOf'>;
  readonly journal: Pick<RunJournal, 'step'>;
}

export type CopyEnd =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'undone';
      /** Number of folders that were not deleted because they contain other items, according to the catalogue. */
      readonly keptFolderCount: number;
    }
  | { readonly kind: 'paused'; readonly reason: PauseReason; readonly error?: unknown };

const CONCURRENCY = 4;
/** Number of consecutive failures with the same text after which a copy pauses. */
const MAX_SAME_FAILURES = 20;
/** Number of consecutive lost responses after which a copy pauses. */
const MAX_LOST_IN_ROW = 5;

/**
 * Creates tags and folders in another bot, folders first. The Journal records each request before it is sent. An item
 * whose response was lost stays `unknown` and is not sent again until the user decides, because the service has no
 * endpoint that lists its tags.
 */
export class CopyRun {
  readonly #ports: CopyPorts;
  readonly #items: readonly CopyItem[];
  readonly #outcomes = new Map<number, OperationOutcome>();
  /** Number of items to create, by outcome. */
  readonly #counts = { total: 0, done: 0, failed: 0, unknown: 0, skipped: 0, waiting: 0 };
  readonly #halt = new AbortController();
  readonly #progressEmitter = new Emitter<RunCounts>();
  readonly onDidProgress = this.#progressEmitter.event;
  #sameFailures = { errorText: '', count: 0 };
  #lostInRow = 0;

  /** @param outcomes outcomes from the Journal by item index; empty for a new copy */
  constructor(ports: CopyPorts, items: readonly CopyItem[], outcomes: OperationOutcomes) {
    this.#ports = ports;
    this.#items = items;
    this.#counts.total = countToCreate(items);
    this.#counts.waiting = this.#counts.total;
    const unknown = new Set(unknownIndexes(outcomes));
    for (const [index, { state, detail }] of outcomes) {
      this.#set(index, { state: unknown.has(index) ? 'unknown' : state, detail });
    }
  }

  get counts(): RunCounts {
    return { ...this.#counts };
  }

  /**
   * Ignores an item that is no longer unknown, because another window has created it while the user was being asked.
   * @param id ID of the unknown item in the target bot; `null` to create the item again
   */
  async decideUnknown(index: number, id: string | null): Promise<void> {
    if (this.#outcomes.get(index)?.state !== 'unknown') return;
    if (id === null) return this.#saveOutcome(index, { state: 'waiting' });
    const parent = this.#items[index]?.parent ?? null;
    const folder = parent === null ? null : this.#idOf(parent);
    // The service does not report the folder of an item, so the catalogue has to record the folder.
    if (folder !== undefined) await this.#ports.items.recordFolder(id, folder);
    // Not `done`, because an undo would delete the item, which may have existed before this run.
    await this.#saveOutcome(index, { state: 'skipped', detail: id });
  }

  /** Creates all waiting and failed items. Call either `run` or `undo`, only once. Pauses instead of rejecting. */
  run(): Promise<CopyEnd> {
    return this.#catchPause(async () => {
      for (const level of this.#levels()) {
        await mapLimited(level, CONCURRENCY, (index) => this.#create(index));
      }
      this.#halt.signal.throwIfAborted();
      const { waiting, unknown, failed } = this.#counts;
      // The user has to decide about the items that were not created.
      if (waiting + unknown + failed > 0) throw new RunPaused('person');
      return { kind: 'done' };
    });
  }

  /** Deletes the created items in reverse order. Keeps folders that contain other items, according to the catalogue. */
  undo(): Promise<CopyEnd> {
    return this.#catchPause(async () => {
      let keptFolderCount = 0;
      const created = [...this.#outcomes].filter(([, { state }]) => state === 'done');
      for (const [index, { detail }] of created.toSorted(([a], [b]) => b - a)) {
        this.#halt.signal.throwIfAborted();
        if (!(await this.#delete(index, detail ?? ''))) keptFolderCount++;
      }
      return { kind: 'undone', keptFolderCount };
    });
  }

  /** Stops after the requests that are under way. Only the first reason is kept. */
  pause(reason: PauseReason, error?: unknown): void {
    this.#halt.abort(new RunPaused(reason, error));
  }

  async #catchPause(work: () => Promise<CopyEnd>): Promise<CopyEnd> {
    try {
      return await work();
    } catch (error) {
      const { reason, cause } = RunPaused.of(error);
      return { kind: 'paused', reason, error: cause };
    }
  }

  /** Returns the indexes of the items to create, grouped by depth: a folder has to exist before its content. */
  #levels(): readonly (readonly number[])[] {
    const depths: number[] = [];
    const levels: number[][] = [];
    for (const [index, { parent, targetId }] of this.#items.entries()) {
      const depth = parent === null ? 0 : (depths[parent] ?? 0) + 1;
      depths[index] = depth;
      const { state = 'waiting' } = this.#outcomes.get(index) ?? {};
      const mustCreate = targetId === null && (state === 'waiting' || state === 'failed');
      if (mustCreate) (levels[depth] ??= []).push(index);
    }
    return levels.filter((level) => level !== undefined);
  }

  async #create(index: number): Promise<void> {
    const item = this.#items[index];
    if (item === undefined || this.#halt.signal.aborted) return;
    const parentId = item.parent === null ? undefined : this.#idOf(item.parent);
    // The folder was not created, so the item waits for the next run.
    if (item.parent !== null && parentId === undefined) return;
    await this.#saveStart(index);
    const { name, type } = item;
    const { clock, items } = this.#ports;
    const send = (): Promise<string> => items.create({ name, type, parentId });
    let id: string;
    try {
      id = await retryWhileBusy(clock, this.#halt.signal, send);
    } catch (error) {
      if (!(error instanceof KnownIdError)) return this.#handleFailure(index, error);
      // The service returned the ID of an item that already existed. An undo must not delete that item.
      return this.#saveOutcome(index, { state: 'skipped', detail: error.id });
    }
    this.#sameFailures.count = 0;
    this.#lostInRow = 0;
    await this.#saveOutcome(index, { state: 'done', detail: id });
  }

  async #saveStart(index: number): Promise<void> {
    this.#set(index, { state: 'sending', detail: null });
    try {
      await this.#ports.journal.step([index], [], this.counts);
    } catch (error) {
      // Nothing was sent.
      this.#set(index, { state: 'waiting', detail: null });
      throw error;
    }
  }

  async #handleFailure(index: number, error: unknown): Promise<void> {
    if (!(error instanceof ServiceError)) {
      await this.#saveOutcome(index, { state: isOutcomeUnknown(error) ? 'unknown' : 'waiting' });
      // A copy that is already pausing keeps its first reason.
      if (!this.#halt.signal.aborted) throw error;
      return;
    }
    const failure = failureResultOf(error);
    switch (failure.kind) {
      case 'pause':
        this.pause(failure.reason, error);
        return this.#saveOutcome(index, { state: 'waiting' });
      case 'busy':
      case 'not-sent':
        this.pause('unreachable', error);
        return this.#saveOutcome(index, { state: 'waiting' });
      case 'lost':
        if (++this.#lostInRow >= MAX_LOST_IN_ROW) this.pause('unreachable', error);
        return this.#saveOutcome(index, { state: 'unknown' });
      default:
        return this.#handleRefusal(index, error);
    }
  }

  async #handleRefusal(index: number, error: ServiceError): Promise<void> {
    const errorText = errorTextOf(error);
    const count = errorText === this.#sameFailures.errorText ? this.#sameFailures.count + 1 : 1;
    this.#sameFailures = { errorText, count };
    if (count >= MAX_SAME_FAILURES) this.pause('failing', error);
    await this.#saveOutcome(index, { state: 'failed', detail: errorText });
  }

  /** Deletes a created item, or returns `false` if the item is a folder that still has content. */
  async #delete(index: number, id: string): Promise<boolean> {
    const { type = FOLDER } = this.#items[index] ?? {};
    if (type === FOLDER && this.#ports.items.hasContent(id)) return false;
    await deleteAndCheck(this.#ports, { id, type }, this.#halt.signal);
    await this.#saveOutcome(index, { state: 'waiting' });
    return true;
  }

  #idOf(index: number): string | undefined {
    const { targetId } = this.#items[index] ?? {};
    return targetIdOf(targetId, this.#outcomes.get(index));
  }

  async #saveOutcome(index: number, outcome: Omit<EndedOperation, 'index'>): Promise<void> {
    const { state, detail = null } = outcome;
    this.#set(index, { state, detail });
    await this.#ports.journal.step([], [{ index, ...outcome }], this.counts);
    this.#progressEmitter.fire(this.counts);
  }

  #set(index: number, outcome: OperationOutcome): void {
    this.#counts[countKeyOf(this.#outcomes.get(index)?.state ?? 'waiting')]--;
    this.#counts[countKeyOf(outcome.state)]++;
    this.#outcomes.set(index, outcome);
  }
}

function countKeyOf(state: OperationState): Exclude<OperationState, 'sending'> {
  return state === 'sending' ? 'waiting' : state;
}

export function countToCreate(items: readonly CopyItem[]): number {
  return items.filter(({ targetId }) => targetId === null).length;
}

/** Returns the indexes of items that may have been created. A window that was killed leaves such items as `sending`. */
export function unknownIndexes(outcomes: OperationOutcomes): readonly number[] {
  return [...outcomes].flatMap(([index, { state }]) =>
    state === 'unknown' || state === 'sending' ? [index] : [],
  );
}

/** Returns the ID of an item in the target bot; `undefined` if the item does not exist or its ID is unknown. */
export function targetIdOf(
  targetId: string | null | undefined,
  outcome: OperationOutcome | undefined,
): string | undefined {
  if (typeof targetId === 'string') return targetId;
  const exists = outcome?.state === 'done' || outcome?.state === 'skipped';
  return exists ? (outcome.detail ?? undefined) : undefined;
}
