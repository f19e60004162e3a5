import type { UserRef } from './model.ts';

export type Operation =
  | {
      readonly kind: 'attach' | 'detach';
      readonly tagId: string;
      readonly user: UserRef;
      /** Line in the plan's text, from 1. 0: there is no text. */
      readonly line: number;
    }
  | {
      readonly kind: 'delete';
      readonly itemId: string;
      /** Type of the item that the confirmation before the run showed. Absent: confirmed in another window. */
      readonly type?: number | undefined;
      readonly line: number;
    };

/** All operations of a run in order. Each object is created on access, so that 100,000 objects need not be kept. */
export interface Operations {
  readonly count: number;
  at(index: number): Operation;
}

/** `skipped`: the service already had the result. `sending` stays if the process is killed: the outcome is unknown. */
export const OPERATION_STATES = [
  'waiting',
  'sending',
  'done',
  'failed',
  'unknown',
  'skipped',
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** Saved state of an operation. */
export interface OperationOutcome {
  readonly state: OperationState;
  /**
   * Error text if the operation failed. In a run that copies items to another bot, the ID of the item there if the
   * state is `done` or `skipped`.
   */
  readonly detail: string | null;
}

/** Outcomes by operation index. Operations that are not in the map are waiting. */
export type OperationOutcomes = ReadonlyMap<number, OperationOutcome>;

/** Result of an operation that is no longer being sent. A retry may change the state again. */
export interface EndedOperation {
  readonly index: number;
  readonly state: Exclude<OperationState, 'sending'>;
  /** Error message of the service for a failure, truncated, without the token and the user's ID. */
  readonly detail?: string | undefined;
}

export type PauseReason =
  /** The user paused the run, or decided against its next step. */
  | 'person'
  | 'unauthorized'
  | 'read-only'
  | 'bot-removed'
  | 'token-replaced'
  | 'tag-gone'
  /** 20 failures with the same message in a row. */
  | 'failing'
  | 'unreachable'
  /** The state of the run cannot be written to the Journal. */
  | 'journal'
  /** The window closes, or another window has taken over the run. */
  | 'closed';

export interface RunCounts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: number;
  /** Operations without a result, including those being sent. */
  readonly waiting: number;
}
