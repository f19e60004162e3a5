import { Buffer } from 'node:buffer';
import type { InputFormat } from './inputFiles.ts';
import type { PlacedKind } from '../../base/inputProblems.ts';
import type { Gathered } from './problems.ts';

/** A value that is no text. */
export interface OddCell {
  /** A number as JSON has it, or a list, an object, or true or false. */
  readonly kind: 'number' | 'other';
  readonly source: string;
}

/** `undefined`: there is nothing. */
export type Cell = string | OddCell | undefined;

export interface TableRecord {
  /** From 1. */
  readonly row: number;
  /** Its first line, or its number, as the table's unit says. */
  readonly place: number;
  /** Of the columns that were asked for, in that order. */
  readonly cells: readonly Cell[];
  /** Its bytes as they are to be written, good until the next batch. */
  readonly bytes: Uint8Array;
}

export interface Reading {
  /** Indexes of columns. */
  readonly columns: readonly number[];
  /** Numbers of records; absent: all. */
  readonly only?: { has(row: number): boolean } | undefined;
  readonly signal: AbortSignal;
  /** Takes what is wrong with a record; what is behind it can be read all the same. */
  readonly faults: Gathered<PlacedKind>;
}

/** A file as a table. */
export interface Table {
  readonly format: InputFormat;
  readonly columns: readonly string[];
  /** What its places are. */
  readonly unit: 'line' | 'record';
  /** A file of some records is `head`, the records with `between` between them, and `tail`. */
  readonly head: Uint8Array;
  readonly between: Uint8Array;
  readonly tail: Uint8Array;
  /** The records in their order. Throws `InputError` where nothing behind can be told. */
  batches(reading: Reading): AsyncIterable<readonly TableRecord[]>;
}

export const NO_BYTES = Buffer.alloc(0);

export function cellText(cell: Cell): string {
  return typeof cell === 'object' ? cell.source : (cell ?? '');
}
