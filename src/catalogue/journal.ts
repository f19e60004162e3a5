import type { Event } from '../base/emitter.ts';
import type { Ended, OperationState, PauseReason, RunCounts } from '../base/operation.ts';
import type { UserRef } from '../base/model.ts';

export type RunKind =
  | 'attach'
  | 'detach'
  | 'attach and detach'
  | 'delete'
  /** Takes back another run. */
  | 'undo'
  | 'rename'
  | 'merge'
  | 'recreate'
  /** Creates tags and folders of another bot. */
  | 'copy';

/** Runs that attach or detach tags. */
export const TAGGINGS: readonly RunKind[] = ['attach', 'detach', 'attach and detach'];

/** A run, as it is kept. Nobody's ID is in it: whom it is about stands in the plan's file, or nowhere. */
export interface RunRecord {
  readonly id: string;
  /** The bot's key. */
  readonly bot: string;
  /** For who reads the Journal when the bot is gone. */
  readonly botLabel: string;
  readonly kind: RunKind;
  /** URI of the plan's file; `''`: there is none. */
  readonly plan: string;
  /** SHA-256 of the text that was run, hex; `''`: there is none. */
  readonly hash: string;
  /** Names of the tags, and what else a run of its kind needs to go on: JSON, read as hostile. No user stands in it. */
  readonly detail: string;
  /** The run that this one takes back; `null`: none. */
  readonly of: string | null;
  readonly state: 'running' | 'paused' | 'done' | 'cancelled';
  /** Why it stands still. */
  readonly reason: PauseReason | null;
  readonly counts: RunCounts;
  /** ms */
  readonly started: number;
  /** ms */
  readonly updated: number;
  /** The window that runs it, as JSON of its sign of life; `null`: none does. */
  readonly owner: string | null;
}

/** Some of the runs: those to which one of these applies. */
export interface RunsAbout {
  readonly hash?: string;
  /** URI of the plan's file. */
  readonly plan?: string | undefined;
  /** ms; runs that were updated since. */
  readonly since?: number;
}

/** A write that belongs to no run. */
export interface WriteRecord {
  readonly id: string;
  /** The bot's key. */
  readonly bot: string;
  readonly botLabel: string;
  readonly kind: 'attach' | 'detach' | 'create' | 'delete';
  /** The tag or folder; of a create `''` until the service has named it. */
  readonly itemId: string;
  /** As it was when it was written; a deleted item can be created again by these three. */
  readonly itemName: string;
  readonly itemType: number;
  readonly parentId: string | null;
  /**
   * Whether it was known before that this write changes something: the tag was not on the user, or was. Only that can
   * be undone; `false` also when nobody knew.
   */
  readonly changes: boolean;
  /** Kept only as `botTags.journal.keepUserIds` allows; `null`: it is about no user, or nobody keeps who. */
  readonly user: UserRef | null;
  /** `sent` is also what a window leaves that was killed. */
  readonly result: 'sent' | 'done' | 'failed' | 'unknown';
  /** The service's words when it failed, cut; no token, no ID of a user. */
  readonly words: string | null;
  /** The write that takes this one back, or `null`. */
  readonly undoneBy: string | null;
  /** ms */
  readonly time: number;
}

/** Another window runs the run now, or it was cleared: whoever hears this sends nothing more. */
export class RunTaken extends Error {
  override readonly name = 'RunTaken';

  constructor() {
    super('another window runs it, or it is no longer in the Journal');
  }

  /** By shape: each bundle has its own copy of this class. */
  static is(error: unknown): error is RunTaken {
    return error instanceof Error && error.name === 'RunTaken';
  }
}

/**
 * What every window's writes leave, kept between windows. Methods are synchronous, and on disk when they return.
 * They throw `BusyError` while another window or program has the database locked: whoever has patience goes through
 * `Catalogue.whenFree`, which waits for the same database.
 */
export interface JournalStore {
  /** The newest first. @param about absent: all of them */
  runs(about?: RunsAbout): readonly RunRecord[];
  run(id: string): RunRecord | undefined;
  saveRun(run: RunRecord): void;
  /**
   * Saves a run that begins, in one step that no other window can come between, unless an owned one is there with the
   * same bot, kind, hash and `of`.
   * @returns that one; `undefined`: the run is saved
   */
  beginRun(run: RunRecord): RunRecord | undefined;
  /**
   * Makes `owner` the one that runs it, if the run is still owned as in `expected`.
   * @returns whether it is now
   */
  claimRun(id: string, owner: string | null, expected: string | null): boolean;
  /**
   * One commit: these are about to be sent, and those are through. The run's state, reason, counts and time go with it.
   * Throws `RunTaken` when the run is not there any more, or its owner is not that of `run`.
   */
  step(run: RunRecord, begun: readonly number[], ended: readonly Ended[]): void;
  /** By index; an operation that is not in it is waiting. @param but states that are left out */
  operations(
    run: string,
    but?: readonly OperationState[],
  ): ReadonlyMap<number, { readonly state: OperationState; readonly words: string | null }>;
  /** The newest first, at most so many. */
  writes(limit: number): readonly WriteRecord[];
  write(id: string): WriteRecord | undefined;
  /** Adds a write. */
  saveWrite(write: WriteRecord): void;
  /** Saves what became of a write; adds nothing if another window has removed the write. */
  updateWrite(write: WriteRecord): void;
  /** Attaches and detaches of these tags since a time (ms) that were not refused: the latest of each bot and result. */
  taggings(
    tags: readonly string[],
    since: number,
  ): readonly Pick<WriteRecord, 'bot' | 'result' | 'time'>[];
  /** Returns the tag that replaced a deleted tag in a rename, a merge, or a move to another folder. */
  replacement(tag: string): { readonly bot: string; readonly id: string } | undefined;
  countWrites(): number;
  isEmpty(): boolean;
  /** Forgets all writes but so many, the newest. */
  prune(writes: number): void;
  /** Forgets the users of writes that are older, so that no file has them any more. @param before ms */
  forgetUsers(before: number): void;
  /** Runs that somebody runs stay, and those that they take back; nothing is left on disk of the others. */
  clear(): void;
  /** Forgets everything, runs that somebody runs included; `CatalogueStore.compact` leaves nothing of it on disk. */
  eraseAll(): void;
  /** Fires after a change of this window at once, of another one within half a second. */
  readonly onDidChange: Event<void>;
  /** No event comes any more; to be called before the catalogue of the same database is closed. */
  close(): void;
}
