import type { BotService } from '../base/endpoints.ts';
import type { UserRef } from '../base/model.ts';
import type { PauseReason } from '../base/operation.ts';
import type { Clock, Emitter } from '../base/ports.ts';
import type { BotItems } from './botItems.ts';
import type { HolderCounts, Holders } from './holders.ts';
import type { RunJournal, RunPorts, RunProgress } from './ports.ts';
import { type RefactorState, writeRefactor } from './refactorState.ts';

/** Dependencies of a refactor, which replaces old tags by one new tag. Holders are the customers with an old tag. */
export interface RefactorPorts extends RunPorts {
  /** Time of day, which can be changed. */
  readonly wallClock: Clock;
  readonly botId: string;
  readonly service: Pick<BotService, 'walkCustomers' | 'listUserTags' | 'getItem'>;
  readonly items: Pick<BotItems, 'create' | 'delete' | 'removeFromCatalogue'>;
  readonly journal: RunJournal;
  readonly questions: RefactorQuestions;
}

export interface RefactorQuestions {
  /**
   * Prompts once, after the first scan and before anything is written. `all`: the old tags may be deleted without
   * another question if no customer would be left without a tag. `attach`: `deleteOld` is called later.
   */
  start(counts: HolderCounts): Promise<'all' | 'attach' | 'stop'>;
  /**
   * Asks whether the new tag was created. `again` creates another tag even if the first tag exists.
   * @param error error of the service; absent if the window closed before the response
   */
  unknownCreate(error?: unknown): Promise<{ readonly id: string } | 'again' | 'stop'>;
  /** Asks which tag to delete if the undone refactor may have created one. `none`: no tag was created. */
  unknownUndo(): Promise<{ readonly id: string } | 'none' | 'stop'>;
  /** Asks whether to delete the old tags, now that everything is ready. `keep`: do not delete them now. */
  deleteOld(findings: Findings): Promise<'delete' | 'keep'>;
}

/** Results that are shown before the old tags are deleted. */
export interface Findings {
  readonly counts: HolderCounts;
  /** A random sample of customers with the new tag is read again: the number of them who no longer have an old tag. */
  readonly withoutOld: number;
  /** Whether the last scan found no new holders. */
  readonly isSettled: boolean;
  /** Whether every known holder of an old tag has the new tag, and every record could be read. */
  readonly isComplete: boolean;
}

export type RefactorProgress =
  /** Waits `ms` milliseconds, because requests of a closed window may still be carried out. */
  | { readonly kind: 'waiting'; readonly ms: number }
  | {
      readonly kind: 'scanning';
      /** Number of the scan, starting at 1. */
      readonly round: number;
      readonly scanned: number;
      readonly holders: number;
    }
  /** `asking`: waiting for the user's answer. */
  | { readonly kind: 'creating' | 'asking' | 'deleting' }
  | { readonly kind: 'attaching' | 'detaching'; readonly run: RunProgress }
  | { readonly kind: 'sampling'; readonly done: number; readonly total: number };

export type RefactorEnd = {
  readonly counts: HolderCounts;
  readonly state: RefactorState;
} & (
  | {
      readonly kind: 'done';
      /** IDs of the old tags that no longer exist. */
      readonly deleted: readonly string[];
    }
  /** The service is in its previous state, except for the customers counted in `failedCount`. */
  | {
      readonly kind: 'undone';
      /** Number of customers who still have the new tag, or may still have it. */
      readonly failedCount: number;
    }
  /** The user canceled before anything was written. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'paused'; readonly reason: PauseReason; readonly error?: unknown }
);

/** Changes that only this window knows: the customers whose tags an undo has to detach. */
export interface RefactorMemory {
  /** Customers who got the new tag in this refactor, or may have got it, by `userKey`. */
  readonly attached: Map<string, { readonly user: UserRef; readonly isSure: boolean }>;
  /** `false` if other customers got the tag in another window or before a reload. */
  knowsAllUsers: boolean;
}

export interface RefactorStart {
  readonly state: RefactorState;
  readonly memory: RefactorMemory;
  readonly resumed?: Resumed | undefined;
}

export interface Resumed {
  /** Whether the window closed in the middle, so requests may still be under way. */
  readonly mayHaveOpenRequests: boolean;
  /** Number of customers with an unknown outcome when the refactor paused. */
  readonly unknown: number;
}

export class SavedRefactor {
  readonly #journal: RunJournal;
  readonly #holders: Holders;
  #state: RefactorState;

  constructor({ journal }: Pick<RefactorPorts, 'journal'>, state: RefactorState, holders: Holders) {
    this.#journal = journal;
    this.#state = state;
    this.#holders = holders;
  }

  get state(): RefactorState {
    return this.#state;
  }

  /** Saves the state to disk before it resolves. The phase in the state starts only afterward. */
  async save(changes: Partial<Omit<RefactorState, 'kind' | 'old'>>): Promise<void> {
    const state = { ...this.#state, ...changes };
    await this.#journal.saveDetail(writeRefactor(state), this.#holders.runCounts);
    this.#state = state;
  }
}

/** Refactor in progress, for its steps. */
export interface RefactorContext {
  readonly ports: RefactorPorts;
  readonly saved: SavedRefactor;
  readonly progress: Emitter<RefactorProgress>;
  /** Aborted when the refactor pauses. */
  readonly signal: AbortSignal;
}
