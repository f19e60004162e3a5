import type { UserRef } from '../../base/model.ts';

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
  /** Required roles that no column fits. `user` means that neither kind of ID was found. */
  readonly missingRoles: readonly ('user' | 'page' | 'channel')[];
}

export interface InputRow {
  /** Number of the record, from 1, without the header line. */
  readonly row: number;
  /** User of the record; `undefined` if the user ID, the page ID or a known channel is missing. */
  readonly user: UserRef | undefined;
  readonly isBlocked: boolean;
  readonly name: string | undefined;
  /** Always unknown, because an input has no tags. */
  readonly tags: undefined;
}

export function completeChoice(choice: ColumnChoice): CompleteChoice | undefined {
  const { page, channel, rawUid, uid } = choice;
  if (page === undefined || channel === undefined) return undefined;
  return rawUid === undefined && uid === undefined ? undefined : { ...choice, page, channel };
}

export type InputFormat = 'csv' | 'json' | 'ndjson';
