/**
 * Functions that make untrusted texts (from the service, a file, another program) safe to show, to log, or to open in a
 * spreadsheet. Active characters are replaced by visible ones, and long texts are truncated. Nothing is removed silently.
 */

/** Line breaks. U+2028, U+2029 and some old control characters end a line too. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const NEWLINE_SIGN = '↵';

/** Control characters, and characters that change the direction of text or hide a part of it. */
const ACTIVE_CHARACTERS = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
/** Matches every active character and line break, and others. Only a text that matches needs the slow patterns. */
const MAYBE_ACTIVE = /[^ -~\u00a0-\u1fff\u3000-\ud7ff\uff00-\uffef]/;

const ELLIPSIS = '…';

/** Replaces line breaks with `↵`, and characters that change the text direction with, for example, `[U+202E]`. */
export function oneLine(text: string): string {
  if (!MAYBE_ACTIVE.test(text)) return text;
  return withoutActive(text.replaceAll(LINE_BREAK, NEWLINE_SIGN).replaceAll('\t', ' '));
}

function withoutActive(text: string): string {
  return text.toWellFormed().replaceAll(ACTIVE_CHARACTERS, nameOfCharacter);
}

/** Returns the Unicode control picture of a character, such as ␛ for Escape, otherwise its code point. */
function nameOfCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** @param maxLength in UTF-16 code units, including the `…` */
export function cutEnd(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, startOfCharacter(text, maxLength - ELLIPSIS.length)) + ELLIPSIS;
}

/** Truncates the middle of a text, because the end of the extension's sentences often says what to do. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const keptLength = maxLength - ELLIPSIS.length;
  const head = startOfCharacter(text, Math.ceil(keptLength / 2));
  const tail = startOfCharacter(text, text.length - Math.floor(keptLength / 2));
  return text.slice(0, head) + ELLIPSIS + text.slice(tail);
}

/** Returns `offset`, or the index before it if `offset` would split a surrogate pair. */
function startOfCharacter(text: string, offset: number): number {
  const splitsPair =
    /[\ud800-\udbff]/.test(text[offset - 1] ?? '') && /[\udc00-\udfff]/.test(text[offset] ?? '');
  return splitsPair ? offset - 1 : offset;
}

/** Beginning of a text that is a formula or a new cell in a spreadsheet, also after `'`. Includes full-width signs. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Formula after at least one `'`. The first `'` may be that of `protectedCell`. */
const PROTECTED_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/;

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
