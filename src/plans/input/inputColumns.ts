import type { UserRef } from '../../base/model.ts';
import type { Tagging } from '../../base/plan.ts';

/** Column of a table, or field of JSON records. */
export interface InputColumn {
  /** Heading of the column, or its number if the heading is empty. Untrusted text. */
  readonly name: string;
  /** First non-empty values: at most three, and truncated. Personal data: may be shown but not stored. */
  readonly samples: readonly string[];
}

/** Meaning of a column. `page`: ID of the Facebook page or LINE official account. */
export type ColumnRole = 'rawUid' | 'uid' | 'page' | 'channel' | 'name' | 'status';

/** Index of a column, or one value for all rows. */
export type ValueFrom<T> = { readonly column: number } | { readonly value: T };

/** Meaning of the columns. Column numbers are indexes into the columns of the file. */
export interface ColumnChoice {
  /** Column of the channel's own user ID. Takes precedence if a row has both IDs. */
  readonly rawUid: number | undefined;
  /** Column of the encrypted user ID. */
  readonly uid: number | undefined;
  readonly page: ValueFrom<string> | undefined;
  readonly channel: ValueFrom<number> | undefined;
  readonly name: number | undefined;
  readonly status: number | undefined;
}

/** Choice with all columns needed to identify users. */
export type CompleteChoice = ColumnChoice & {
  readonly page: ValueFrom<string>;
  readonly channel: ValueFrom<number>;
};

export interface ColumnGuess {
  /** Columns found by their headings. If several columns fit a role, the first of them. */
  readonly choice: ColumnChoice;
  /** Indexes of the columns of each unclear role: several columns fit, or the only one may hold row numbers. */
  readonly ambiguousColumns: ReadonlyMap<ColumnRole, readonly number[]>;
}

/** Customer that may be added to a plan. */
export interface PlanCandidate {
  /** User to tag; `undefined` if the user ID, page ID or channel is missing or invalid. */
  readonly user: UserRef | undefined;
  /** IDs of the user's tags; `undefined` if unknown. */
  readonly tags: ReadonlySet<string> | undefined;
  readonly isBlocked: boolean;
  /** Action of the plan that applies to this user, if the plan attaches and detaches. Absent if both actions apply. */
  readonly onlyAction?: Tagging | undefined;
  /** Number of the record in the input, from 1. */
  readonly row?: number | undefined;
  readonly name?: string | undefined;
}

export function completeChoice(choice: ColumnChoice): CompleteChoice | undefined {
  const { page, channel, rawUid, uid } = choice;
  if (page === undefined || channel === undefined) return undefined;
  return rawUid === undefined && uid === undefined ? undefined : { ...choice, page, channel };
}

export type InputFormat = 'csv' | 'json' | 'ndjson';
