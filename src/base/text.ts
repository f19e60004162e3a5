/**
 * Texts from outside (the service, a file, another program) made fit to be shown or logged: what would act is shown as a
 * character of its own, and what is endless is cut. Nothing is left out in silence.
 */

/** U+2028 and U+2029 end a line too, as do the old control characters for it. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const NEWLINE_SIGN = '↵';

/** Control characters; what turns the direction of text, or hides a part of it. */
const ACTIVE = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
const MAYBE_ACTIVE = /[^ -~\u00a0-\u1fff\u3000-\ud7ff\uff00-\uffef]/;

const ELLIPSIS = '…';

/** One line in which every character only stands for itself: `↵` for a line break, `[U+202E]` for what turns text. */
export function oneLine(text: string): string {
  if (!MAYBE_ACTIVE.test(text)) return text;
  return withoutActive(text.replaceAll(LINE_BREAK, NEWLINE_SIGN).replaceAll('\t', ' '));
}

function withoutActive(text: string): string {
  return text.toWellFormed().replaceAll(ACTIVE, nameOfCharacter);
}

/** The control pictures of Unicode where there is one: ␛ for Escape. */
function nameOfCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** @param longest characters that are left, the `…` included */
export function cutEnd(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, startOfCharacter(text, longest - ELLIPSIS.length)) + ELLIPSIS;
}

/** Like `cutEnd`, for sentences of ours with something endless in the middle: how they end is often what to do. */
export function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const kept = longest - ELLIPSIS.length;
  const head = startOfCharacter(text, Math.ceil(kept / 2));
  const tail = startOfCharacter(text, text.length - Math.floor(kept / 2));
  return text.slice(0, head) + ELLIPSIS + text.slice(tail);
}

/** No character beyond U+FFFF is cut in two. */
function startOfCharacter(text: string, at: number): number {
  const isWithin =
    /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '');
  return isWithin ? at - 1 : at;
}

/** Full-width marks bring the space behind them along. */
const FULL_WIDTH = /[\u3000-\u303f\uff00-\uff65]$/;

/** One after the other, in any language; those that are empty are left out. */
export function sentences(texts: readonly string[]): string {
  return texts.reduce((said, text) => {
    if (said === '' || text === '') return said + text;
    return FULL_WIDTH.test(said) ? said + text : `${said} ${text}`;
  }, '');
}

/**
 * A point in time on this machine's clock, such as `2026-11-22 05:48:32`: sorts as text, and every spreadsheet knows it.
 * `undefined` for a time that has no year of four digits.
 */
export function clockText(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getFullYear();
  if (!(year >= 1000 && year <= 9999)) return undefined;
  const day = [year, date.getMonth() + 1, date.getDate()];
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${joined(day, '-')} ${joined(clock, ':')}`;
}

function joined(numbers: readonly number[], mark: string): string {
  return numbers.map((number) => String(number).padStart(2, '0')).join(mark);
}

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

const FALLBACK = 'en';

/**
 * A locale that `Intl` knows, for a display language of VS Code. Where it knows none, numbers and times are English like the
 * texts that nobody translated, and not as the machine has them. Never throws.
 */
export function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? FALLBACK;
  } catch {
    // The name of the language pack is no language tag.
    return FALLBACK;
  }
}
