import type { ServiceError } from '../base/errors.ts';
import type { Clock } from '../base/ports.ts';
import type {
  Ended,
  Operation,
  Operations,
  OperationState,
  PauseReason,
  RunCounts,
} from '../base/operation.ts';

/** What a run needs of the world. */
export interface RunPorts {
  /** Sends it, once. Throws `ServiceError`, or the signal's reason. */
  perform(operation: Operation, signal: AbortSignal): Promise<void>;
  /**
   * Asks the service whether it is as the operation wants it. Throws like `perform`; a read, so tried again by itself.
   * @param isCheck it may have been sent, and its time limit is over now: what was asked for before does not tell
   */
  stands(operation: Operation, signal: AbortSignal, isCheck: boolean): Promise<boolean>;
  /**
   * The service refused a tagging because something is not there: is it the tag? A read, as `stands`. Absent: it is.
   */
  isTagGone?(operation: Operation, signal: AbortSignal): Promise<boolean>;
  /** Why something was refused without asking the service, in the user's language; `undefined`: for another reason. */
  ownWords?(error: ServiceError): string | undefined;
  /**
   * On disk when it returns; nothing of `begun` has been sent before. No operation stands in both: of one that ended
   * and begins again only that is told.
   */
  step(begun: readonly number[], ended: readonly Ended[], counts: RunCounts): Promise<void>;
  /** Maximum number of requests at the same time. */
  readonly concurrency: number;
  /** The time limit of a request, ms: before it is over, an unknown one may still be carried out. */
  timeLimitMs(): number;
  /** Resolves after so many ms; throws the signal's reason when it is aborted first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly clock: Clock;
}

/** Where a run begins or goes on. */
export interface RunStart {
  readonly operations: Operations;
  /**
   * By index; of a run that begins it is empty. Those that are `sending` or `unknown` are checked before they are sent
   * again. Not kept: a map of a hundred thousand may go.
   */
  readonly states: ReadonlyMap<number, { readonly state: OperationState }>;
  /** Those are asked for before they are begun, and skipped when it is so already: all, none, or by their index. */
  readonly checkFirst: boolean | ((index: number) => boolean);
  /** What is asked for first may still be on its way from another run: not before a time limit is over. */
  readonly asksLater?: boolean | undefined;
  /** It pauses (`person`) once so many users are through; absent: at its end. */
  readonly users?: number | undefined;
  /** Unknown ones are asked for again and nothing is sent: what does not stand is waiting then, and the run is `done`. */
  readonly onlyCheck?: boolean | undefined;
  /** What the run's pause left in memory only; committed with the first step. */
  readonly unsaved?: readonly Ended[] | undefined;
}

export interface RunProgress {
  readonly counts: RunCounts;
  /** Operations a second, over the last seconds. */
  readonly rate: number;
  /** The service asked to wait; ms that are left, 0: it did not. */
  readonly waitingMs: number;
}

/** How a run ended, or why it stands still. */
export type RunEnd =
  | { readonly kind: 'done'; readonly counts: RunCounts }
  | {
      readonly kind: 'paused';
      readonly reason: PauseReason;
      readonly counts: RunCounts;
      /** What made it pause. */
      readonly error?: unknown;
      /** Could not be committed: for the run that goes on. A new window has to ask the service for these. */
      readonly unsaved?: readonly Ended[] | undefined;
    };

export interface Runner {
  /**
   * Once. Never throws but for faults of the program. It pauses (`failing`) for whatever `perform` and the reads throw
   * that is no `ServiceError`.
   */
  run(onProgress: (progress: RunProgress) => void): Promise<RunEnd>;
  /** Lets what is on its way come to its end; checks are given up, and made when it goes on. The first reason stays. */
  pause(reason: PauseReason): void;
}
