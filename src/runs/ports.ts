import type { ServiceError } from '../base/errors.ts';
import type { SteadyClock } from '../base/ports.ts';
import type {
  EndedOperation,
  Operation,
  Operations,
  OperationState,
  PauseReason,
  RunCounts,
} from '../base/operation.ts';

/** Record of a run in the Journal, while this window executes the run. */
export interface RunJournal {
  /**
   * Saves changes of operations to disk before it resolves. The operations with the indexes in `begun` are sent
   * afterward. No operation is in both lists: if an operation ended and is sent again, only its start is included.
   */
  step(
    begun: readonly number[],
    ended: readonly EndedOperation[],
    counts: RunCounts,
  ): Promise<void>;
  /** Saves `RunRecord.detail` to disk before it resolves. */
  saveDetail(detail: string, counts: RunCounts): Promise<void>;
}

/** Dependencies of a run. */
export interface RunPorts {
  /** Sends the operation once. Throws a `ServiceError` if the request fails, or the reason of the signal on abort. */
  perform(operation: Operation, signal: AbortSignal): Promise<void>;
  /**
   * Reads, with retries, whether the operation's effect is present in the service. Throws the same errors as `perform`.
   * @param isCheck whether the operation may have been sent before. Results that were read earlier are not used then.
   */
  isApplied(
    operation: Operation,
    signal: AbortSignal,
    { isCheck }: { readonly isCheck: boolean },
  ): Promise<boolean>;
  /** Called after a "not found" response to an attach or detach request. If absent, the tag is assumed to be gone. */
  isTagGone?(operation: Operation, signal: AbortSignal): Promise<boolean>;
  /** Returns the translated text if this extension refused to send the request; `undefined` for all other errors. */
  localErrorText?(error: ServiceError): string | undefined;
  readonly journal: Pick<RunJournal, 'step'>;
  readonly concurrency: number;
  /** Time limit of a request, in ms. Until then, a request with an unknown outcome may still take effect. */
  timeLimitMs(): number;
  readonly clock: SteadyClock;
}

export interface RunStart {
  readonly operations: Operations;
  /**
   * State by operation index; empty for a new run. Operations that are `sending` or `unknown` are checked before they
   * are sent again. The run does not keep the map, so that 100,000 entries can be released.
   */
  readonly states: ReadonlyMap<number, { readonly state: OperationState }>;
  /** Operations to check first, and to skip if their effect is already present: all, none, or by index. */
  readonly checkFirst: boolean | ((index: number) => boolean);
  /** Whether the reads for `checkFirst` must first wait for `timeLimitMs`, because requests of another run may still be under way. */
  readonly waitsBeforeFirstReads?: boolean | undefined;
  /** Number of customers after which the run pauses (`person`). */
  readonly pauseAfterUsers?: number | undefined;
  /** Whether to only check unknown operations. Operations without an effect become `waiting`, and the run is `done`. */
  readonly onlyCheck?: boolean | undefined;
  /** Whether failed operations are sent again. */
  readonly retryFailed?: boolean | undefined;
  /** Outcomes that could not be committed when this run last paused. They are committed with the first step. */
  readonly unsaved?: readonly EndedOperation[] | undefined;
}

export interface RunProgress {
  readonly counts: RunCounts;
  /** Operations per second, averaged over the last seconds. */
  readonly rate: number;
  /** Remaining wait that the service requested, in ms. 0 if there is none. */
  readonly waitingMs: number;
}

export type RunEnd =
  | { readonly kind: 'done'; readonly counts: RunCounts }
  | {
      readonly kind: 'paused';
      readonly reason: PauseReason;
      readonly counts: RunCounts;
      readonly error?: unknown;
      /** Outcomes that could not be committed, for the resumed run. A new window has to check these operations. */
      readonly unsaved?: readonly EndedOperation[] | undefined;
    };
