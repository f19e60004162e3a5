import { BusyError, Cancelled, ServiceError, StorageError } from '../base/errors.ts';
import type { PauseReason } from '../base/operation.ts';
import { verdictOf } from '../catalogue/verdict.ts';
import type { RefactorPorts } from './refactorPorts.ts';

/** What keeps a refactor from being done or undone. */
export type RefactorProblem =
  /** The target is a folder or something else. */
  | 'no-tag'
  | 'other-bot'
  /** The target is one of the old tags. */
  | 'same-tag'
  /** An old tag may be gone: without the new one, its holders would have none. */
  | 'too-late'
  /** Nobody knows any more who got the tag by it. */
  | 'forgotten';

export class RefactorError extends Error {
  override readonly name = 'RefactorError';
  readonly problem: RefactorProblem;
  /** ID of the tag it is about. */
  readonly id: string;

  constructor(problem: RefactorProblem, id: string) {
    super(`the refactor cannot go on: ${problem}, ${id}`);
    this.problem = problem;
    this.id = id;
  }

  static is(error: unknown): error is RefactorError {
    return error instanceof Error && error.name === 'RefactorError';
  }
}

/** Why it stands still; thrown within a refactor only. */
export class StandsStill extends Error {
  override readonly name = 'StandsStill';
  readonly reason: PauseReason;

  constructor(reason: PauseReason, cause?: unknown) {
    super(`it stands still: ${reason}`, { cause });
    this.reason = reason;
  }

  static of(error: unknown): StandsStill {
    return error instanceof StandsStill ? error : new StandsStill(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): PauseReason {
  if (ServiceError.isUnauthorized(error)) return 'unauthorized';
  if (ServiceError.isReadOnly(error)) return 'read-only';
  if (ServiceError.isGone(error)) return 'tag-gone';
  if (ServiceError.isUnreachable(error)) return 'unreachable';
  if (ServiceError.is(error) && error.problem.kind === 'token-missing') return 'unauthorized';
  if (BusyError.is(error) || StorageError.is(error)) return 'journal';
  if (error instanceof Error && error.name === 'RunTaken') return 'closed';
  return Cancelled.is(error) ? 'person' : 'failing';
}

const MOST_TRIES = 10;
/** When the service does not say when to come back, ms; doubled each time. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Sends again what the service refused because it is busy. */
export async function patiently<T>(
  ports: Pick<RefactorPorts, 'sleep'>,
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<T> {
  let wait = FIRST_WAIT;
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      const isBusy = ServiceError.is(error) && verdictOf(error).kind === 'busy';
      if (!isBusy || tries === MOST_TRIES) throw error;
      await ports.sleep(Math.min(error.retryAfterMs ?? wait, LONGEST_WAIT), signal);
      wait *= 2;
    }
  }
}

/** It may have been carried out, as far as the answer tells. */
export function isUnknown(error: unknown): boolean {
  return ServiceError.is(error) && verdictOf(error).kind === 'lost';
}
