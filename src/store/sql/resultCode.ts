/** SQLite's primary result code for a file that another connection has locked. */
const BUSY = 5;

/** SQLite's extended result code of an error, whose low byte is the primary one; `NaN`: it is none of SQLite's. */
export function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN;
}

/** Whether an error of SQLite says that another connection has the file locked. */
export function saysBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** SQLite's primary result code of an error; 0: it is none of SQLite's. */
export function primaryCode(error: unknown): number {
  return resultCode(error) & 0xff;
}
