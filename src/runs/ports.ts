import type { ServiceError } from '../base/errors.ts';
import type { Clock } from '../base/ports.ts';
import type {
  EndedOperation,
  Operation,
  Operations,
  OperationState,
  PauseReason,
  RunCounts,
} from '../base/operation.ts';

/** Dependencies of a run. */
export interface RunPorts {
  /**
   * Sends the operation once.
   * @throws {ServiceError} if the request fails
   * @throws the reason of the signal on abort
   */
  perform(operation: Operation, signal: AbortSignal): Promise<void>;
  /**
   * Checks with the service whether the operation's effect is present. The check is a read, so failed requests are
   * retried.
   * @param isCheck whether the operation may have been sent before. Results that were read earlier are not used then.
   * @throws the same errors as `perform`
   */
  isApplied(
    operation: Operation,
    signal: AbortSignal,
    { isCheck }: { readonly isCheck: boolean },
  ): Promise<boolean>;
  /**
   * Checks whether the tag no longer exists after an attach or detach request got a "not found" response. If this
   * method is absent, the tag is assumed to be gone.
   */
  isTagGone?(operation: Operation, signal: AbortSignal): Promise<boolean>;
  /**
   * Returns the error text for a request that this extension refused to send, in the user's language.
   * @returns `undefined` for all other errors
   */
  localErrorText?(error: ServiceError): string | undefined;
  /**
   * Saves changes of operations to disk before it resolves. No operation is in both lists: if an operation ended and is
   * sent again, only its start is included.
   * @param begun indexes of the operations that are sent after this call
   */
  step(
    begun: readonly number[],
    ended: readonly EndedOperation[],
    counts: RunCounts,
  ): Promise<void>;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /**
   * Returns the time limit of a request, in ms. Until then, a request with an unknown outcome may still take effect.
   */
  timeLimitMs(): number;
  /** Resolves after `ms` milliseconds. Rejects with the reason of the signal if it is aborted first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly clock: Clock;
}

/** Initial state of a new or resumed run. */
export interface RunStart {
  readonly operations: Operations;
  /**
   * State by operation index; empty for a new run. Operations that are `sending` or `unknown` are checked before they
   * are sent again. The run does not keep the map, so that 100,000 entries can be released.
   */
  readonly states: ReadonlyMap<number, { readonly state: OperationState }>;
  /** Operations to check first, and to skip if their effect is already present: all, none, or by index. */
  readonly checkFirst: boolean | ((index: number) => boolean);
  /** Whether these checks must first wait for `timeLimitMs`, because requests of another run may still be under way. */
  readonly waitsBeforeChecks?: boolean | undefined;
  /** Number of customers after which the run pauses (`person`). If absent, the run continues to the end. */
  readonly pauseAfterUsers?: number | undefined;
  /** Whether to only check unknown operations. Operations without an effect become `waiting`, and the run is `done`. */
  readonly onlyCheck?: boolean | undefined;
  /** Outcomes that the previous run could not commit when it paused. They are committed with the first step. */
  readonly unsaved?: readonly EndedOperation[] | undefined;
}

export interface RunProgress {
  readonly counts: RunCounts;
  /** Operations per second, averaged over the last seconds. */
  readonly rate: number;
  /** Remaining wait that the service requested, in ms. 0 if there is none. */
  readonly waitingMs: number;
}

/** End of a run, or the reason why it is paused. */
export type RunEnd =
  | { readonly kind: 'done'; readonly counts: RunCounts }
  | {
      readonly kind: 'paused';
      readonly reason: PauseReason;
      readonly counts: RunCounts;
      /** Error that caused the pause. */
      readonly error?: unknown;
      /** Outcomes that could not be committed, for the resumed run. A new window has to check these operations. */
      readonly unsaved?: readonly EndedOperation[] | undefined;
    };

export interface Runner {
  /**
   * Runs the operations. Call only once. Rejects only on program errors. Pauses (`failing`) on any error other than
   * `ServiceError` from `perform` or the reads.
   */
  run(onProgress: (progress: RunProgress) => void): Promise<RunEnd>;
  /** Pauses after the changes that are under way. Aborted checks are repeated on resume. The first reason is kept. */
  pause(reason: PauseReason): void;
}
