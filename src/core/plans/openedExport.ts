import type { FieldName } from '../customerFields.ts';
import type { InputFormat } from './inputFormats.ts';
import type { InputProblem, Places } from './inputProblems.ts';
import type { PageSource } from '../ports.ts';

/** What a file does not tell of its customers, or tells in another way than the service. */
export type ExportNote =
  /** It is on its way, or was interrupted: it has the customers up to there. */
  | { readonly kind: 'unfinished' }
  /** No record has any field of a customer. */
  | { readonly kind: 'no-fields' }
  | { readonly kind: 'left-out'; readonly fields: readonly FieldName[] }
  | { readonly kind: 'hashed'; readonly fields: readonly FieldName[] }
  /** Tags stand in columns, by their names. */
  | { readonly kind: 'no-tag-ids' }
  /** Times are words of the clock of the machine that wrote them: to the second, and without a time zone. */
  | { readonly kind: 'clock-times' }
  /** Columns that no export writes; their cells are shown as other fields. */
  | { readonly kind: 'added'; readonly columns: readonly string[]; readonly count: number }
  /** Records that cannot be read. */
  | { readonly kind: 'broken'; readonly places: Places }
  /** Rows with more or fewer cells than there are columns. */
  | { readonly kind: 'ragged'; readonly places: Places }
  /** The last record is not whole. */
  | { readonly kind: 'cut' }
  /** Nothing behind this could be read. */
  | { readonly kind: 'stopped'; readonly problem: InputProblem }
  /** Bytes that are no text are shown as U+FFFD. */
  | { readonly kind: 'broken-text' };

/** A file of customers that can be walked like those of the service. Throws `InputError` for what is none. */
export interface OpenedExport extends PageSource {
  readonly format: InputFormat;
  /** When it was written, ms. */
  readonly modified: number;
  /** About what was read so far. */
  notes(): readonly ExportNote[];
  close(): void;
}

export interface ExportFiles {
  /** @param path absolute */
  openExport(path: string): Promise<OpenedExport>;
}
