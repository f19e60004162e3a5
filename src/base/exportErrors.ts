import { messageOf } from './errors.ts';

export type ExportProblem =
  | { readonly kind: 'exists' }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'running' }
  /** There is no unfinished export to this file. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'damaged'; readonly detail: string }
  /** A file that was not written by an export has a name that this export needs. */
  | { readonly kind: 'in-the-way'; readonly path: string }
  /** Another run has taken over this export, or its checkpoint was removed. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'no-space' }
  | { readonly kind: 'not-writable'; readonly detail: string }
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'too-many-columns'; readonly limit: number }
  /** The users of an audience of the format `line` belong to too many LINE accounts. Each account has its own file. */
  | { readonly kind: 'too-many-pages'; readonly limit: number };

export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly problem: ExportProblem;
  readonly file: string;

  constructor(problem: ExportProblem, file: string) {
    super(`export to ${file}: ${problemText(problem)}`);
    this.problem = problem;
    this.file = file;
  }
}

/** An export was interrupted and can be resumed: its partial file and its checkpoint exist. */
export class ExportInterrupted extends Error {
  override readonly name = 'ExportInterrupted';
  readonly file: string;
  /** Number of records in the partial file. */
  readonly records: number;

  /** @param cause why the export stopped: `Cancelled`, a `ServiceError`, an `ExportError` */
  constructor(file: string, records: number, cause: unknown) {
    const reason = messageOf(cause);
    const next = isTooWide(cause)
      ? `resume it with \`{file, lists: 'json'}\` to write the file from them`
      : 'and "Resume…" goes on';
    super(`${reason}; ${records} records are kept, ${next}`, { cause });
    this.file = file;
    this.records = records;
  }
}

/** Returns whether the records were read but do not fit into columns. `lists: 'json'` can finish the export. */
export function isTooWide(error: unknown): boolean {
  return error instanceof ExportError && error.problem.kind === 'too-many-columns';
}

function problemText(problem: ExportProblem): string {
  switch (problem.kind) {
    case 'exists':
      return 'the file is there already; say `overwrite: true` to replace it';
    case 'unfinished':
      return 'an export to this file was interrupted; resume it, or say `overwrite: true`';
    case 'running':
      return 'another export to this file is running';
    case 'nothing':
      return 'there is no unfinished export to this file';
    case 'damaged':
      return `it cannot be resumed: ${problem.detail}`;
    case 'in-the-way':
      return `${problem.path} was not written by an export; move it away or choose another name`;
    case 'taken':
      return 'another window has taken it over, or its checkpoint was removed; nothing more was written';
    case 'no-space':
      return 'there is no space left on the disk';
    case 'not-writable':
      return `the file cannot be written (${problem.detail})`;
    case 'failed':
      return problem.detail;
    case 'too-many-columns':
      return `the customers have more than ${problem.limit} different tags and parameters, too many for columns; export them with \`lists: 'json'\``;
    case 'too-many-pages':
      return `the users are of more than ${problem.limit} pages, too many for a file each; export them with \`format: 'userIds'\``;
  }
}
