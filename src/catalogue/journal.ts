import type { Event } from '../base/emitter.ts';
import type { UserRef } from '../base/model.ts';
import type { EndedOperation, OperationState, PauseReason, RunCounts } from '../base/operation.ts';

type RunKind =
  | 'attach'
  | 'detach'
  | 'attach and detach'
  | 'delete'
  /** Undoes another run. */
  | 'undo'
  | 'rename'
  | 'merge'
  | 'recreate'
  /** Creates tags and folders of another bot. */
  | 'copy';

/** Kinds of runs that attach or detach tags. */
export const TAGGING_KINDS: readonly RunKind[] = ['attach', 'detach', 'attach and detach'];

/** Stored run. Contains no user IDs: these are only in the plan's file, if there is one. */
export interface RunRecord {
  readonly id: string;
  /** The bot's key. */
  readonly bot: string;
  /** Label to show in the Journal after the bot was removed. */
  readonly botLabel: string;
  readonly kind: RunKind;
  /** URI of the plan's file; `''` if there is none. */
  readonly plan: string;
  /** SHA-256 hash, in hex, of the text that was run; `''` if there is none. */
  readonly hash: string;
  /** Tag names and other data that a run of this kind needs to continue, as untrusted JSON without users. */
  readonly detail: string;
  /** ID of the run that this run undoes, or `null`. */
  readonly undoes: string | null;
  readonly state: 'running' | 'paused' | 'done' | 'cancelled';
  /** Reason for the pause; `null` if the run is not paused. */
  readonly reason: PauseReason | null;
  readonly counts: RunCounts;
  /** Time in ms. */
  readonly started: number;
  /** Time in ms. */
  readonly updated: number;
  /** Window that owns the run, as `HeldOwner.text`; `null` if no window owns it. */
  readonly owner: string | null;
}

/** Filter of runs. A run matches if it matches at least one of the fields. */
export interface RunFilter {
  /** Hash of the plan's text, as `RunRecord.hash`. */
  readonly hash?: string;
  /** URI of the plan's file. */
  readonly plan?: string | undefined;
  /** Time in ms. Matches runs that were updated at this time or later. */
  readonly since?: number;
}

/** Write outside of a run. */
export interface WriteRecord {
  readonly id: string;
  /** The bot's key. */
  readonly bot: string;
  readonly botLabel: string;
  readonly kind: 'attach' | 'detach' | 'create' | 'delete';
  /** ID of the tag or folder; for a create, `''` until the service has returned it. */
  readonly itemId: string;
  /** Name at the time of the write. Name, type and parent are enough to create a deleted item again. */
  readonly itemName: string;
  readonly itemType: number;
  readonly parentId: string | null;
  /**
   * Whether the write is known to change something: the user did not have an attached tag before, or had a detached
   * tag. Only such a write can be undone. `false` also if the previous state is unknown.
   */
  readonly hasEffect: boolean;
  /** User, if `botTags.journal.keepUserIds` allows it; `null` if the write has no user or users are not kept. */
  readonly user: UserRef | null;
  /** Result of the write. `sent` is also the last state if the window was killed. */
  readonly result: 'sent' | 'done' | 'failed' | 'unknown';
  /** Error text of the service, truncated and without tokens and user IDs. */
  readonly errorText: string | null;
  /** ID of the write that undoes this write, or `null`. */
  readonly undoneBy: string | null;
  /** Time in ms. */
  readonly time: number;
}

/** Another window owns the run now, or the run was cleared. The previous owner must not send further requests. */
export class RunTaken extends Error {
  override readonly name = 'RunTaken';

  constructor() {
    super('another window runs it, or it is no longer in the Journal');
  }

  /** Checks the name, not the class: each bundle has its own copy of this class. */
  static is(error: unknown): error is RunTaken {
    return error instanceof Error && error.name === 'RunTaken';
  }
}

/**
 * Record of the writes of all windows, stored across sessions. Methods are synchronous, and their changes are on disk
 * when they return. Methods throw `BusyError` while another window or program has the database locked. To retry, call
 * them through `Catalogue.whenFree`, which waits for the same database.
 */
export interface JournalStore {
  /**
   * Returns runs, newest first.
   * @param filter if absent, all runs are returned
   */
  runs(filter?: RunFilter): readonly RunRecord[];
  run(id: string): RunRecord | undefined;
  saveRun(run: RunRecord): void;
  /**
   * Saves a new run atomically, unless a run that has an owner has the same bot, kind, hash and `undoes`.
   * @returns the existing run; `undefined` if the new run was saved
   */
  beginRun(run: RunRecord): RunRecord | undefined;
  /**
   * Sets the owner of a run if its current owner is `expected` (compare and swap).
   * @returns whether `owner` is now the owner
   */
  claimRun(id: string, owner: string | null, expected: string | null): boolean;
  /**
   * Records in one commit which operations are about to be sent and which have ended, together with the run's state,
   * reason, counts and time.
   * @param begun indexes of the operations about to be sent
   * @throws {RunTaken} if the run no longer exists or has another owner than `run`
   */
  step(run: RunRecord, begun: readonly number[], ended: readonly EndedOperation[]): void;
  /**
   * Returns operations by index. An operation without an entry is still waiting to be sent.
   * @param omittedStates states to leave out
   */
  operations(
    run: string,
    omittedStates?: readonly OperationState[],
  ): ReadonlyMap<number, { readonly state: OperationState; readonly detail: string | null }>;
  /**
   * Returns writes, newest first.
   * @param limit maximum number of writes
   */
  writes(limit: number): readonly WriteRecord[];
  write(id: string): WriteRecord | undefined;
  /** Adds a write. */
  saveWrite(write: WriteRecord): void;
  /** Saves the result of a write. Does nothing if another window has removed the write. */
  updateWrite(write: WriteRecord): void;
  /**
   * Returns attaches and detaches of these tags since a time (ms) that were not refused: the latest for each bot and
   * result.
   */
  taggings(
    tags: readonly string[],
    since: number,
  ): readonly Pick<WriteRecord, 'bot' | 'result' | 'time'>[];
  /** Returns the tag that replaced a deleted tag in a rename, a merge, or a move to another folder. */
  replacement(tag: string): { readonly bot: string; readonly id: string } | undefined;
  countWrites(): number;
  isEmpty(): boolean;
  /**
   * Deletes the oldest writes.
   * @param keptCount number of the newest writes to keep
   */
  prune(keptCount: number): void;
  /**
   * Deletes the users of older writes from the disk.
   * @param before time in ms
   */
  removeUsers(before: number): void;
  /** Deletes the Journal, also from the disk. Runs that have an owner, and the runs that they undo, stay. */
  clear(): void;
  /**
   * Deletes everything, including runs that have an owner. `CatalogueStore.compact` must then remove the data from the
   * disk.
   */
  eraseAll(): void;
  /** Fires immediately after a change in this window, and within half a second after one in another window. */
  readonly onDidChange: Event<void>;
  /** Stops the events. Must be called before the catalogue of the same database is closed. */
  close(): void;
}

interface RunsQuery {
  /** Key of the bot to which the bot ID and base URL in the text refer. */
  readonly bot: string;
  /** Hash of the text. */
  readonly hash: string;
  /** Whether the catalogue has a bot with this key. */
  readonly isListed: (key: string) => boolean;
}

/**
 * Returns the runs of a plan's text that were not undone, in the given order. Includes runs from before the bot was
 * removed and added again: the text contains the bot's ID and base URL, so those runs tagged the same customers.
 */
export function runsOfText(
  runs: readonly RunRecord[],
  { bot, hash, isListed }: RunsQuery,
): readonly RunRecord[] {
  return runs.filter(
    (run) =>
      run.hash === hash &&
      run.kind !== 'undo' &&
      (run.bot === bot || !isListed(run.bot)) &&
      undoIn(runs, run) === undefined,
  );
}

/** Returns the latest run that undoes this run. Ignores an undo that was canceled before it started. */
export function undoIn(
  runs: readonly RunRecord[],
  { id }: Pick<RunRecord, 'id'>,
): RunRecord | undefined {
  return runs.find(
    ({ undoes, kind, state }) => undoes === id && kind === 'undo' && state !== 'cancelled',
  );
}

/** Checks whether the run is paused, or still marked as running because its window was killed. */
export function isUnfinished({ state }: Pick<RunRecord, 'state'>): boolean {
  return state === 'paused' || state === 'running';
}
