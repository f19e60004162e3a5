/** So many places of a problem are named; of the others there is the number. */
export const PLACES_SHOWN = 20;

/** Where something is. Lines of the text, from 1; of JSON records, from 1. */
export interface Places {
  readonly unit: 'line' | 'record';
  /** The first ones, at most `PLACES_SHOWN`. */
  readonly first: readonly number[];
  readonly count: number;
}

/** What is wrong with some places of a file. */
export type PlacedKind =
  /** An ID or page that is not the text that the service sent: a number of a spreadsheet, a list, or with broken characters. */
  | 'bad-id'
  /** A record that cannot be read: broken JSON, quotation marks or cells that do not fit, or more than `LONGEST_RECORD` bytes. */
  | 'bad-record'
  /** Bytes that are no text in any encoding that is known here. */
  | 'bad-text';

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
    }
  /** The system's word for it: ENOENT, EACCES, EISDIR. */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** There are no rows, or, in JSON, no list of objects: itself, `records`, `res.records`. */
  | { readonly kind: 'no-rows' }
  /** The first line is not one of headings that differ, or has more than `MOST_COLUMNS`. */
  | { readonly kind: 'headings' }
  /** It is no CSV, JSON or NDJSON, or another one than its name says. */
  | { readonly kind: 'other-format' }
  /** It is another file than when it was opened, or than the plan was made of. */
  | { readonly kind: 'changed' };

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
    default:
      return problem.kind;
  }
}

/** `lines 2, 3, 17 and 4 more` */
function placesText({ unit, first, count }: Places): string {
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return `${unit}${count === 1 ? '' : 's'} ${first.join(', ')}${more}`;
}
