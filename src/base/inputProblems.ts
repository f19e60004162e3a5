/** Maximum number of positions that are listed for a problem. Further positions are only counted. */
export const MAX_SHOWN_POSITIONS = 20;

/** Positions of a problem in a file: line numbers of a text, or numbers of JSON records, both from 1. */
export interface Positions {
  readonly unit: 'line' | 'record';
  /** The first positions, at most `MAX_SHOWN_POSITIONS`. */
  readonly first: readonly number[];
  readonly count: number;
}

export type PositionedKind =
  /** An ID or page ID that a spreadsheet altered (`1.2E+15`), that has broken characters, or that is a JSON array. */
  | 'bad-id'
  /** Unreadable record: broken JSON, a lone quotation mark, cells without heading, or over `MAX_RECORD_BYTES` bytes. */
  | 'bad-record'
  /** Bytes that are not text in any supported encoding. */
  | 'bad-text';

/** Maximum length of an ID, in characters. */
export const MAX_ID_LENGTH = 1000;
export const MAX_RECORD_BYTES = 16 << 20;
export const MAX_INPUT_COLUMNS = 20_000;

export type InputProblem =
  | {
      readonly kind: PositionedKind;
      readonly positions: Positions;
      /** Heading of the column, if the problem is about a column. May contain any characters. */
      readonly column?: string | undefined;
    }
  /** `code`: error code of the system, such as ENOENT, EACCES or EISDIR. */
  | { readonly kind: 'unreadable'; readonly code: string }
  /** There are no rows, or the JSON has no list of objects at its root, in `records` or in `res.records`. */
  | { readonly kind: 'no-rows' }
  /** The first line does not consist of distinct headings, or has more than `MAX_INPUT_COLUMNS`. */
  | { readonly kind: 'headings' }
  /** The file is not CSV, JSON or NDJSON, or not the format of its file name. */
  | { readonly kind: 'other-format' }
  /** The file has changed since it was opened, or since the plan was made from it. */
  | { readonly kind: 'changed' };

/** Irregularity that does not prevent a plan. */
export interface InputWarning {
  readonly kind:
    /** Most IDs end in zeros after 15 digits, probably because a spreadsheet rounded them. */
    | 'zeros'
    /** Rows with an ID and no page ID. */
    | 'no-page'
    /** Rows with an ID and no channel, or with a channel that is neither LINE nor Facebook. */
    | 'no-channel'
    | 'no-id';
  readonly positions: Positions;
  readonly column?: string | undefined;
}

/** A file that cannot be read, so that no plan is made from it. The message and fields contain no ID. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly [InputProblem, ...InputProblem[]];

  constructor(problems: readonly [InputProblem, ...InputProblem[]]) {
    super(problems.map(problemText).join('; '));
    this.problems = problems;
  }
}

/** Returns the problem in English, for the log and for programs. */
function problemText(problem: InputProblem): string {
  if ('positions' in problem) return `${problem.kind}: ${positionsText(problem.positions)}`;
  return problem.kind === 'unreadable' ? `the file cannot be read (${problem.code})` : problem.kind;
}

function positionsText({ unit, first, count }: Positions): string {
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return `${unit}${count === 1 ? '' : 's'} ${first.join(', ')}${more}`;
}
