import type { InputEncoding, InputFormat } from './inputFormats.ts';

/** So many places of a problem are named; of the others there is the number. */
export const PLACES_SHOWN = 20;

/** Where something is. Lines of the text, from 1; of JSON and Parquet records, from 1. */
export interface Places {
  readonly unit: 'line' | 'record';
  /** The first ones, at most `PLACES_SHOWN`. */
  readonly first: readonly number[];
  readonly count: number;
}

/** What is wrong with some places of a file. */
export const PLACED_KINDS = [
  /** An ID or page that a spreadsheet made a number of: 1.23E+15, 123.0, 1,234. Its digits are lost. */
  'spreadsheet-number',
  /** A number that JSON or Parquet cannot hold exactly, as ID or page: its last digits may be others. */
  'inexact-number',
  /** An ID or page has U+FFFD, or half of a character: the text was read in a wrong encoding at some time. */
  'broken-id',
  /** An ID or page is a list, an object, or true or false. */
  'no-text',
  /** An ID or page of more than `LONGEST_ID` characters. */
  'long-id',
  /** More cells than headings. */
  'ragged',
  /** Bytes that are no text in `encoding`. */
  'broken-text',
  /** NUL bytes: no text, or UTF-16 that does not say so. */
  'nul',
  /** A cell begins with a quotation mark that is never closed. */
  'open-quote',
  /** Something stands between a closing quotation mark and the end of its cell. */
  'stray-quote',
  'broken-json',
  /** One record is longer than `LONGEST_RECORD` bytes. */
  'long-record',
] as const;
export type PlacedKind = (typeof PLACED_KINDS)[number];

/** Characters. */
export const LONGEST_ID = 1000;
/** Bytes, as UTF-8. */
export const LONGEST_RECORD = 16 << 20;
export const MOST_COLUMNS = 20_000;

export type InputProblem =
  | {
      readonly kind: PlacedKind;
      readonly places: Places;
      /** Heading of the column, where it is about one; it may hold anything. */
      readonly column?: string | undefined;
      readonly encoding?: InputEncoding | undefined;
    }
  /** The system's word for it: ENOENT, EACCES, EISDIR. */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** Nothing is in it, or nothing but white space. */
  | { readonly kind: 'empty' }
  /** Headings, and no rows. */
  | { readonly kind: 'no-rows' }
  /** JSON that has no list of objects where one is looked for: itself, `records`, `res.records`. */
  | { readonly kind: 'no-records' }
  /** It begins with a row and not with headings. */
  | { readonly kind: 'no-header' }
  | { readonly kind: 'duplicate-heading'; readonly names: readonly string[] }
  | { readonly kind: 'too-many-columns'; readonly count: number }
  /** A file of another kind, by its first bytes. `spreadsheet`: xlsx, xls, ods, or any other ZIP. */
  | { readonly kind: 'other-kind'; readonly found: OtherKind }
  /** Its name says that it is of this format, and its content is not. */
  | { readonly kind: 'wrong-name'; readonly format: InputFormat }
  /** No UTF-8, and this runtime does not know Big5: save it as UTF-8. */
  | { readonly kind: 'no-big5' }
  | { readonly kind: 'broken-parquet'; readonly detail: string }
  /** A group of rows is too large to be read. */
  | { readonly kind: 'large-parquet' }
  /** It is another file than when it was opened, or than the plan was made of. */
  | { readonly kind: 'changed' };

export type OtherKind = 'spreadsheet' | 'pdf' | 'compressed' | 'web-page' | 'encrypted' | 'binary';

/** What is odd and does not keep a plan from being made. */
export interface InputWarning {
  readonly kind:
    /** Most IDs end in zeros after 15 digits: a spreadsheet may have cut them. */
    | 'zeros'
    /** Rows with an ID and no page. */
    | 'no-page'
    /** Rows with an ID and no channel, or one that is neither LINE nor Facebook. */
    | 'no-channel'
    /** Rows without an ID. */
    | 'no-id';
  readonly places: Places;
  readonly column?: string | undefined;
}

/** What a look at all rows came to. */
export interface InputReport {
  readonly rows: number;
  /** Rows with a user. */
  readonly users: number;
  readonly warnings: readonly InputWarning[];
}

/** A file cannot be read as it is: nothing is made of it. Its message and fields hold no ID. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly [InputProblem, ...InputProblem[]];

  constructor(problems: readonly [InputProblem, ...InputProblem[]]) {
    super(problems.map(problemText).join('; '));
    this.problems = problems;
  }

  /** By shape and not by class: each bundle carries its own copy of this class. */
  static is(error: unknown): error is InputError {
    return error instanceof Error && error.name === 'InputError' && 'problems' in error;
  }
}

/** English, for the log and for programs. */
function problemText(problem: InputProblem): string {
  if ('places' in problem) return `${problem.kind}: ${placesText(problem.places)}`;
  switch (problem.kind) {
    case 'unreadable':
      return `the file cannot be read (${problem.code})`;
    case 'other-kind':
      return `the file is no table: ${problem.found}`;
    case 'wrong-name':
      return `the file is not ${problem.format}, as its name says`;
    case 'broken-parquet':
      return `the file is no Parquet file that can be read: ${problem.detail}`;
    default:
      return problem.kind;
  }
}

/** `lines 2, 3, 17 and 4 more` */
function placesText({ unit, first, count }: Places): string {
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return `${unit}${count === 1 ? '' : 's'} ${first.join(', ')}${more}`;
}
