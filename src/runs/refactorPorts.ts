import type { UserRef } from '../base/model.ts';
import type { BotService, Clock } from '../base/ports.ts';
import type { PauseReason, RunCounts } from '../base/operation.ts';
import type { RunPorts, RunProgress } from './ports.ts';
import type { HolderCounts } from './holders.ts';
import type { RefactorState } from './refactorState.ts';

/** What a refactor needs of the world; it attaches as runs of plans do. */
export interface RefactorPorts extends RunPorts {
  /** As runs need it: `clock` tells the time of day, which may be set. */
  readonly steady: Clock;
  readonly botId: string;
  readonly service: Pick<BotService, 'walkCustomers' | 'listUserTags' | 'getItem'>;
  /** Creates the tag and puts it in the list. Throws like `BotService.createItem`, and `KnownIdError`. @returns its ID */
  create(tag: { readonly name: string; readonly parentId: string | null }): Promise<string>;
  /** Deletes the tag and takes it off the list, if the service says that it is one. Throws like `ItemActions.delete`. */
  remove(id: string): Promise<void>;
  /** The service does not have the tag any more: takes it off the list. */
  takeOff(id: string): Promise<void>;
  /** On disk when it returns; what it says is done after it only. */
  save(state: RefactorState, counts: RunCounts): Promise<void>;
  readonly questions: RefactorQuestions;
  /** 0 up to, not including, 1 */
  readonly random: () => number;
  onProgress(progress: RefactorProgress): void;
}

export interface RefactorQuestions {
  /**
   * Asked once, after the first scan and before anything is written. `all`: the old tags may be deleted without another
   * question if nobody would be left without a tag. `attach`: `deleteOld` is asked. `stop`: nothing is written.
   */
  start(counts: HolderCounts): Promise<'all' | 'attach' | 'stop'>;
  /**
   * Nobody knows whether the new tag was created. `again` makes another one when it was.
   * @param error what the service answered; absent: the window ended before there was an answer
   */
  unknownCreate(error?: unknown): Promise<{ readonly id: string } | 'again' | 'stop'>;
  /** The same, of one that is taken back: which one is to be deleted. `none`: it was not created. */
  unknownUndo(): Promise<{ readonly id: string } | 'none' | 'stop'>;
  /** Everything is ready for the old tags to be deleted. `keep`: not now. */
  deleteOld(findings: Findings): Promise<'delete' | 'keep' | 'undo'>;
}

/** All that is known before the old tags are deleted. */
export interface Findings {
  readonly counts: HolderCounts;
  /** Users of the sample. */
  readonly sampled: number;
  /** Those of them on whom no old tag stands any more. */
  readonly withoutOld: number;
  /** Scans after the first one. */
  readonly rounds: number;
  /** The last of them found nobody new. */
  readonly isSettled: boolean;
  /** Everybody who is known to have an old tag has the new one, and every record was read. */
  readonly isComplete: boolean;
}

export type RefactorProgress =
  /** Requests of a window that ended may still be carried out. */
  | { readonly kind: 'waiting'; readonly ms: number }
  | {
      readonly kind: 'scanning';
      /** From 1. */
      readonly round: number;
      readonly scanned: number;
      readonly holders: number;
    }
  /** `asking`: an answer is waited for. */
  | { readonly kind: 'creating' | 'asking' | 'deleting' }
  | { readonly kind: 'attaching' | 'detaching'; readonly run: RunProgress }
  | { readonly kind: 'sampling'; readonly done: number; readonly total: number };

/** How it ended, or why it stands still. */
export type RefactorEnd = {
  readonly counts: HolderCounts;
  readonly state: RefactorState;
} & (
  | {
      readonly kind: 'done';
      /** IDs of the old tags that are gone. */
      readonly deleted: readonly string[];
    }
  /** The service is as it was before, but for what `left` says. */
  | {
      readonly kind: 'undone';
      /** Users from whom the tag could not be taken. */
      readonly left: number;
    }
  /** The user stopped it before anything was written. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'paused'; readonly reason: PauseReason; readonly error?: unknown }
);

/** What this window knows of what was done, and nobody else: whom Undo is about. */
export interface RefactorMemory {
  /** Who got the new tag by it, or may have got it; by `userKey`. */
  readonly attached: Map<string, { readonly user: UserRef; readonly isSure: boolean }>;
  /** `false`: others got it in another window or before a reload. */
  isWhole: boolean;
}

export interface RefactorStart {
  readonly state: RefactorState;
  readonly memory: RefactorMemory;
  /** It goes on with one that stood still. */
  readonly resumed?: Resumed | undefined;
}

export interface Resumed {
  /** The window ended in the middle: requests may be on their way. */
  readonly wasKilled: boolean;
  /** Outcomes that nobody knew when it stood still. */
  readonly unknown: number;
}
