import type { Event } from '../base/ports.ts';
import type { UserRef } from '../base/model.ts';
import type {
  EndedOperation,
  OperationOutcomes,
  OperationState,
  PauseReason,
  RunCounts,
} from '../base/operation.ts';

type RunKind =
  | 'attach'
  | 'detach'
  | 'attach and detach'
  | 'delete'
  | 'undo'
  | 'rename'
  | 'merge'
  /** Moves a tag to another folder: creates a new tag there, and deletes the old tag. */
  | 'recreate'
  /** Creates copies of another bot's tags and folders. */
  | 'copy';

export const TAGGING_KINDS: readonly RunKind[] = ['attach', 'detach', 'attach and detach'];

/** Stored run, with times in ms. Contains no user IDs: these are only in the plan's file, if there is one. */
export interface RunRecord {
  readonly id: string;
  /** Key of the bot. */
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
  readonly reason: PauseReason | null;
  readonly counts: RunCounts;
  readonly started: number;
  readonly updated: number;
  /** Window that owns the run, as `HeldOwner.text`; `null` if no window owns it. */
  readonly owner: string | null;
}

/** Filter of runs. A run matches if it matches at least one of the fields. */
export interface RunFilter {
  readonly hash?: string;
  /** URI of the plan's file. */
  readonly plan?: string | undefined;
  /** Time in ms. Matches runs that were updated at this time or later. */
  readonly since?: number;
}

/** Write outside of a run. */
export interface WriteRecord {
  readonly id: string;
  readonly bot: string;
  readonly botLabel: string;
  readonly kind: 'attach' | 'detach' | 'create' | 'delete';
  /** ID of the tag or folder; for a create, `''` until the service has returned it. */
  readonly itemId: string;
  /** Name at the time of the write. Name, type and parent are enough to create a deleted item again. */
  readonly itemName: string;
  readonly itemType: number;
  readonly parentId: string | null;
  /** Whether the write is known to change something, so it can be undone. `false` if the previous state is unknown. */
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

/**
 * Record of the writes of all windows. Changes are on disk when a method returns. Methods throw `BusyError` while the
 * database is locked: call them through `Catalogue.whenFree`, which waits for the same database.
 */
export interface JournalStore {
  /** Returns the runs, newest first. */
  runs(filter?: RunFilter): readonly RunRecord[];
  run(id: string): RunRecord | undefined;
  saveRun(run: RunRecord): void;
  /** Saves a new run atomically, or returns an existing run with an owner and the same bot, kind, hash and `undoes`. */
  beginRun(run: RunRecord): RunRecord | undefined;
  /** Sets the owner if the current one is `expected` (compare and swap). Returns whether `owner` is the owner now. */
  claimRun(id: string, owner: string | null, expected: string | null): boolean;
  /**
   * Records in one commit which operations are about to be sent (`begun`, by index) and which have ended, together with
   * the run's state, reason, counts and time.
   * @throws {RunTaken} if the run no longer exists or has another owner than `run`
   */
  step(run: RunRecord, begun: readonly number[], ended: readonly EndedOperation[]): void;
  /** Returns operations by index. An operation without an entry is still waiting to be sent. */
  operations(runId: string, omittedStates?: readonly OperationState[]): OperationOutcomes;
  /** Returns at most `limit` writes, newest first. */
  writes(limit: number): readonly WriteRecord[];
  write(id: string): WriteRecord | undefined;
  saveWrite(write: WriteRecord): void;
  /** Saves the result of a write. Does nothing if another window has removed the write. */
  updateWrite(write: WriteRecord): void;
  /** Returns the attaches and detaches since a time (ms) that were not refused: the latest for each bot and result. */
  taggings(
    tagIds: readonly string[],
    since: number,
  ): readonly Pick<WriteRecord, 'bot' | 'result' | 'time'>[];
  /** Returns the tag that replaced a deleted tag in a rename, a merge, or a move to another folder. */
  replacement(tagId: string): { readonly bot: string; readonly id: string } | undefined;
  countWrites(): number;
  isEmpty(): boolean;
  /** Deletes all writes except the newest `keptCount`. */
  prune(keptCount: number): void;
  /** Deletes the users of writes before this time (ms), also from the disk. */
  removeUsers(before: number): void;
  /** Deletes the Journal, also from the disk. Runs that have an owner, and the runs that they undo, stay. */
  clear(): void;
  /** Deletes everything, even runs that have an owner. `CatalogueStore.compact` must then remove it from the disk. */
  eraseAll(): void;
  /** Fires immediately after a change in this window, and within half a second after one in another window. */
  readonly onDidChange: Event<void>;
  /** Fires like `onDidChange`, but not after a single write of this window was added or updated. */
  readonly onDidChangeRuns: Event<void>;
  /** Stops the events. Must be called before the catalogue of the same database is closed. */
  close(): void;
}

interface RunsQuery {
  /** Key of the bot to which the bot ID and base URL in the text refer. */
  readonly bot: string;
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
