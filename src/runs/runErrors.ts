import { BusyError, Cancelled, RunTaken, ServiceError, StorageError } from '../base/errors.ts';
import type { PauseReason } from '../base/operation.ts';
import type { SteadyClock } from '../base/ports.ts';
import { KnownIdError } from '../catalogue/itemActions.ts';
import { failureResultOf } from '../catalogue/failureResult.ts';

/** Reason why a refactor cannot be continued or undone. */
type RefactorProblem =
  /** The target is not a tag but a folder or another type. */
  | 'no-tag'
  | 'other-bot'
  /** The target is one of the old tags. */
  | 'same-tag'
  /** An old tag may be gone. Without the new tag, its holders would have no tag at all. */
  | 'too-late'
  /** The customers who got the tag in this refactor are no longer known. */
  | 'forgotten';

export class RefactorError extends Error {
  override readonly name = 'RefactorError';
  readonly problem: RefactorProblem;
  /** ID of the tag that has the problem. */
  readonly id: string;

  constructor(problem: RefactorProblem, id: string) {
    super(`the refactor cannot go on: ${problem}, ${id}`);
    this.problem = problem;
    this.id = id;
  }
}

/** Reason why a run pauses. Thrown inside the run, or the reason of its aborted signal. */
export class RunPaused extends Error {
  override readonly name = 'RunPaused';
  readonly reason: PauseReason;

  constructor(reason: PauseReason, cause?: unknown) {
    super(`the run pauses: ${reason}`, { cause });
    this.reason = reason;
  }

  static of(error: unknown): RunPaused {
    return error instanceof RunPaused ? error : new RunPaused(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): PauseReason {
  if (ServiceError.isUnauthorized(error)) return 'unauthorized';
  if (ServiceError.isReadOnly(error)) return 'read-only';
  if (ServiceError.isGone(error)) return 'tag-gone';
  if (ServiceError.isUnreachable(error)) return 'unreachable';
  if (error instanceof ServiceError && error.problem.kind === 'token-missing')
    return 'unauthorized';
  if (BusyError.is(error) || StorageError.is(error)) return 'journal';
  // Another window runs it now, so this window only stops sending, like a window that is closed.
  if (RunTaken.is(error)) return 'closed';
  return Cancelled.is(error) ? 'person' : 'failing';
}

const MAX_TRIES = 10;
/** First wait if the service does not say when to retry, in ms. Doubled each time. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/** Retries while the service refuses the request because it is busy. Throws the error of the last try. */
export async function retryWhileBusy<T>(
  clock: Pick<SteadyClock, 'sleep'>,
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<T> {
  let waitMs = FIRST_WAIT_MS;
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      const isBusy = error instanceof ServiceError && failureResultOf(error).kind === 'busy';
      if (!isBusy || tries === MAX_TRIES) throw error;
      await clock.sleep(Math.min(error.retryAfterMs ?? waitMs, MAX_WAIT_MS), signal);
      waitMs *= 2;
    }
  }
}

/** An unexpected error counts as unknown, because it may have been thrown after the request was sent. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ServiceError) return isLost(error);
  if (error instanceof RunPaused) return isLost(error.cause);
  const isOutcomeKnown =
    error instanceof KnownIdError ||
    [Cancelled, BusyError, StorageError].some((errorClass) => errorClass.is(error));
  return !isOutcomeKnown;
}

/** Returns whether the request was sent and its response was lost. */
export function isLost(error: unknown): boolean {
  return error instanceof ServiceError && failureResultOf(error).kind === 'lost';
}
