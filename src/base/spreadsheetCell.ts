/** Beginning of a text that is a formula or a new cell in a spreadsheet, also after `'`. Includes full-width signs. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Text with a `'` that `protectedCell` has prepended. */
const PROTECTED_FORMULA = /^''*[=+\-@\t\r\n＝＋－＠]/;

/** Prepends a `'` if a spreadsheet would run the text as a formula, or if the text already looks prefixed. */
export function protectedCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

export function unprotectedCell(cell: string): string {
  return PROTECTED_FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** The semicolon is the delimiter where the decimal separator is a comma. Pasted tabs start new cells. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
