import { Buffer } from 'node:buffer';
import type { InputFormat } from './inputFiles.ts';
import type { PlacedKind } from '../../base/inputProblems.ts';
import type { FindingCollector } from './problems.ts';

/** Value that is not text. */
export interface NonTextCell {
  /** `number` for a JSON number; `other` for a list, an object, `true` or `false`. */
  readonly kind: 'number' | 'other';
  readonly source: string;
}

/** Value of a cell; `undefined` if the cell is empty or missing. */
export type Cell = string | NonTextCell | undefined;

export interface TableRecord {
  /** Number of the record, from 1. */
  readonly row: number;
  /** Position for messages, in the table's unit: number of the first line of the record, or of the record. */
  readonly position: number;
  /** Cells of the requested columns, in the requested order. */
  readonly cells: readonly Cell[];
  /** Source bytes of the record. Valid until the next batch. */
  readonly bytes: Uint8Array;
}

/** Part of a table to read. */
export interface ReadRequest {
  /** Indexes of the columns to read. */
  readonly columns: readonly number[];
  /** Numbers of the records to read. Absent to read all records. */
  readonly only?: { has(row: number): boolean } | undefined;
  readonly signal: AbortSignal;
  /** Collects problems of single records. Reading continues after such a problem. */
  readonly problems: FindingCollector<PlacedKind>;
}

/** File as a table. */
export interface Table {
  readonly format: InputFormat;
  readonly columns: readonly string[];
  /** Unit of the positions. */
  readonly unit: 'line' | 'record';
  /** First bytes of a file with some of the records. */
  readonly head: Uint8Array;
  /** Bytes between two records. */
  readonly separator: Uint8Array;
  /** Last bytes of a file with some of the records. */
  readonly tail: Uint8Array;
  /**
   * Reads the records in order, in batches.
   * @throws {InputError} at a problem after which nothing can be read
   */
  batches(request: ReadRequest): AsyncIterable<readonly TableRecord[]>;
}

export const NO_BYTES = Buffer.alloc(0);

export function cellText(cell: Cell): string {
  return typeof cell === 'object' ? cell.source : (cell ?? '');
}
