import type { UserRef } from './model.ts';

/** One request of a run that changes something. */
export type Operation =
  | {
      readonly kind: 'attach' | 'detach';
      readonly tagId: string;
      readonly user: UserRef;
      /** In the plan's text, from 1; 0: there is no text. */
      readonly line: number;
    }
  | {
      readonly kind: 'delete';
      readonly itemId: string;
      /** As the question before the run said; absent: that was in another window. */
      readonly type?: number | undefined;
      readonly line: number;
    };

/** All of a run in their order, made when asked for: a hundred thousand objects need not be kept. */
export interface Operations {
  readonly count: number;
  /** @param index from 0 */
  at(index: number): Operation;
}

/**
 * What became of an operation. `skipped`: the service had it so already. `sending` is also what a process leaves that was
 * killed: nobody knows then.
 */
export const OPERATION_STATES = [
  'waiting',
  'sending',
  'done',
  'failed',
  'unknown',
  'skipped',
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** An operation that is through, for now. */
export interface Ended {
  readonly index: number;
  readonly state: Exclude<OperationState, 'sending'>;
  /** Of a failure: the service's words, cut to a length; free of the token and of the user's ID. */
  readonly words?: string | undefined;
}

/** Why a run stands still. */
export type PauseReason =
  | 'person'
  | 'unauthorized'
  | 'read-only'
  | 'bot-removed'
  | 'token-replaced'
  | 'tag-gone'
  /** 20 failures of the same words in a row. */
  | 'failing'
  | 'unreachable'
  /** Its journal cannot be written. */
  | 'journal'
  /** The window closes. */
  | 'closed';

export interface RunCounts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: number;
  /** Not tried yet, those that are on their way included. */
  readonly waiting: number;
}
