/**
 * Functions that make untrusted texts (from the service, a file, another program) safe to show or log. Active
 * characters are replaced by visible ones, and long texts are truncated. Nothing is removed silently.
 */

/** Line breaks. U+2028, U+2029 and some old control characters end a line too. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const NEWLINE_SIGN = '↵';

/** Control characters, and characters that change the direction of text or hide a part of it. */
const ACTIVE_CHARACTERS = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
/** Characters among which are all active ones and line breaks. A fast check before the slow patterns. */
const MAYBE_ACTIVE = /[^ -~\u00a0-\u1fff\u3000-\ud7ff\uff00-\uffef]/;

const ELLIPSIS = '…';

/**
 * Returns the text as one line without active characters: `↵` replaces a line break, and `[U+202E]` replaces a
 * character that changes the text direction.
 */
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

/**
 * Truncates the end of a text.
 * @param maxLength maximum length in UTF-16 code units, including the `…`
 */
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

/** Returns `at`, or the index before it if `at` would split a surrogate pair. */
function startOfCharacter(text: string, at: number): number {
  const splitsPair =
    /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '');
  return splitsPair ? at - 1 : at;
}

/** Full-width punctuation, which already contains the space after it. */
const FULL_WIDTH = /[\u3000-\u303f\uff00-\uff65]$/;

/** Joins sentences of any language. Empty texts are skipped. */
export function sentences(texts: readonly string[]): string {
  return texts.reduce((result, text) => {
    if (result === '' || text === '') return result + text;
    return FULL_WIDTH.test(result) ? result + text : `${result} ${text}`;
  }, '');
}

/**
 * Returns a local time such as `2026-11-22 05:48:32`, which sorts as text and which every spreadsheet parses.
 * @returns undefined if the year does not have four digits
 */
export function clockText(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getFullYear();
  if (!(year >= 1000 && year <= 9999)) return undefined;
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${dayText(year, date.getMonth() + 1, date.getDate())} ${joinPadded(clock, ':')}`;
}

/**
 * Returns a day such as `2026-11-22`.
 * @param month from 1
 */
export function dayText(year: number, month: number, day: number): string {
  return joinPadded([year, month, day], '-');
}

function joinPadded(numbers: readonly number[], separator: string): string {
  return numbers.map((number) => String(number).padStart(2, '0')).join(separator);
}

/** Characters that start a formula or a new cell in a spreadsheet, including full-width ones. */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Text with a `'` that `protectedCell` has prepended. */
const PROTECTED_FORMULA = /^''*[=+\-@\t\r\n＝＋－＠]/;

/** Prepends a `'` if a spreadsheet would run the text as a formula, or if the text already looks prefixed. */
export function protectedCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** Reverses `protectedCell`. */
export function unprotectedCell(cell: string): string {
  return PROTECTED_FORMULA.test(cell) ? cell.slice(1) : cell;
}

/**
 * Characters because of which a cell needs quotes, including the semicolon (the delimiter where the decimal separator
 * is a comma) and the tab (for pasting).
 */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Returns a text as a cell of CSV, with quotes only if it needs them. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a regular expression that matches the text itself. */
export function escapedRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Replaces `{0}`, `{1}` … in one pass, so that placeholders within the inserted texts stay as they are. */
export function fill(template: string, ...texts: readonly string[]): string {
  return template.replaceAll(/\{(\d)\}/g, (whole, at: string) => texts[Number(at)] ?? whole);
}

/** Returns the length of the common prefix (`start`) and of the common suffix (`end`) of two texts. */
export function commonEnds(first: string, second: string): { start: number; end: number } {
  const length = Math.min(first.length, second.length);
  let [start, end] = [0, 0];
  while (start < length && first[start] === second[start]) start++;
  while (end < length - start && first.at(-1 - end) === second.at(-1 - end)) end++;
  return { start, end };
}

/** Returns the end of the match of a sticky pattern at `at`, or `at` if there is none. */
export function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Returns the texts that occur more than once. */
export function duplicatesIn(texts: Iterable<string>): ReadonlySet<string> {
  const [seen, duplicates] = [new Set<string>(), new Set<string>()];
  for (const text of texts) (seen.has(text) ? duplicates : seen).add(text);
  return duplicates;
}

/** Returns the 32-bit FNV-1a hash of a text. Files and stored blocks depend on it, so it must never change. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const FALLBACK_LOCALE = 'en';

/**
 * Returns a locale that `Intl` supports for a display language of VS Code. Without a supported locale, numbers and
 * times are English, like untranslated texts, not in the locale of the machine. Never throws.
 */
export function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? FALLBACK_LOCALE;
  } catch {
    // The language pack's name is not a valid language tag.
    return FALLBACK_LOCALE;
  }
}
