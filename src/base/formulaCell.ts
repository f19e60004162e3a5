/** With these a spreadsheet begins a formula, or goes on to the next cell; the wide ones where input is Chinese or Japanese. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const PROTECTED = /^''*[=+\-@\t\r\n＝＋－＠]/;

/** The text with a `'` in front when a spreadsheet would run it as a cell, or when it looks as if it had one already. */
export function protectedCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `protectedCell` was given. */
export function unprotectedCell(cell: string): string {
  return PROTECTED.test(cell) ? cell.slice(1) : cell;
}
