import type { InputReport } from '../../base/inputProblems.ts';
import type { UserRef } from '../../base/model.ts';

/** A column of a table, or a field of records. */
export interface InputColumn {
  /** As the heading says it; of a column without a heading its number. It may hold anything. */
  readonly name: string;
  /** The first values that are not empty, at most three, cut to a length. Personal data: to show, not to keep. */
  readonly samples: readonly string[];
}

/** What is read of an input. */
export type ColumnRole = 'rawUid' | 'uid' | 'page' | 'channel' | 'name' | 'status';

/** One value for every row, or a column by its index. */
export type ValueFrom<T> = { readonly column: number } | { readonly value: T };

/** Which column is what. Columns are indexes into `Input.columns`. */
export interface ColumnChoice {
  /** The user ID as the channel has it; it wins where a row has both. */
  readonly rawUid: number | undefined;
  /** The encrypted user ID. */
  readonly uid: number | undefined;
  readonly page: ValueFrom<string> | undefined;
  readonly channel: ValueFrom<number> | undefined;
  readonly name: number | undefined;
  readonly status: number | undefined;
}

/** A choice with all that is needed to know users. */
export type WholeChoice = ColumnChoice & {
  readonly page: ValueFrom<string>;
  readonly channel: ValueFrom<number>;
};

export interface ColumnGuess {
  /** As far as the headings tell; of several columns that fit the first. */
  readonly choice: ColumnChoice;
  /** Nothing needs to be asked: there is one column for all that is needed, and only one. */
  readonly isClear: boolean;
  /** More than one column fits: their indexes. */
  readonly several: ReadonlyMap<ColumnRole, readonly number[]>;
  /** Needed and not found; `user`: neither kind of ID. */
  readonly missing: readonly ('user' | 'page' | 'channel')[];
}

/** A record of an input. */
export interface InputRow {
  /** Number of the record, from 1, the heading not counted. */
  readonly row: number;
  /** `undefined`: it has no ID, no page, or no channel that can be told. */
  readonly user: UserRef | undefined;
  readonly isBlocked: boolean;
  readonly name: string | undefined;
  /** Nothing is known of them. */
  readonly tags: undefined;
}

/** A file with users. Everything throws `InputError` for what is wrong with the file, and the signal's reason. */
export interface Input {
  readonly format: InputFormat;
  readonly encoding: InputEncoding;
  readonly columns: readonly InputColumn[];
  readonly guess: ColumnGuess;
  /** Reads all of it once, in slices. Throws what is wrong: all of it that can be told from one look. */
  check(choice: WholeChoice, signal: AbortSignal): Promise<InputReport>;
  /**
   * The rows in their order, in batches. Throws at its end what is wrong with any row, so that nothing may be made
   * of rows before the end.
   * @param onReport told at the end what they came to
   */
  rows(
    choice: WholeChoice,
    signal: AbortSignal,
    onReport?: (report: InputReport) => void,
  ): AsyncIterable<readonly InputRow[]>;
  /**
   * Some records as a file of the same format, with the same columns: UTF-8, records byte for byte. Throws
   * when one of them is not there or has not its ID any more, in whatever column.
   * @param wanted number of the record → its user's ID, `undefined`: it had none
   */
  rawRows(
    wanted: ReadonlyMap<number, string | undefined>,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>;
}

/** Behind a port, since the parsers are loaded late. */
export interface InputFiles {
  /**
   * Looks into a file for what it is: reads a text once, for its encoding. Throws `InputError`.
   * @param file absolute path
   */
  openInput(file: string, signal: AbortSignal): Promise<Input>;
}

/** `undefined` while something needed is missing. */
export function wholeChoice(choice: ColumnChoice): WholeChoice | undefined {
  const { page, channel, rawUid, uid } = choice;
  if (page === undefined || channel === undefined) return undefined;
  return rawUid === undefined && uid === undefined ? undefined : { ...choice, page, channel };
}

export type InputFormat = 'csv' | 'json' | 'ndjson';

/** How the text of an input is written. */
export type InputEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'big5';
