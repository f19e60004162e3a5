/** Translates texts: `vscode.l10n`, or in pages `@vscode/l10n`. */
export interface L10n {
  t(message: string, ...values: string[]): string;
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

/** Splits a text into its byte order mark, or `''` if it has none, and the rest. */
export function splitByteOrderMark(text: string): readonly [mark: string, body: string] {
  return text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text];
}

export function escapedRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Replaces `{0}`, `{1}` … in one pass, so that placeholders within the inserted texts stay as they are. */
export function fill(template: string, ...texts: readonly string[]): string {
  return template.replaceAll(
    /\{(\d)\}/g,
    (placeholder, index: string) => texts[Number(index)] ?? placeholder,
  );
}

/** Returns the length of the common prefix (`start`) and of the common suffix (`end`) of two texts. */
export function commonEnds(first: string, second: string): { start: number; end: number } {
  const length = Math.min(first.length, second.length);
  let [start, end] = [0, 0];
  while (start < length && first[start] === second[start]) start++;
  while (end < length - start && first.at(-1 - end) === second.at(-1 - end)) end++;
  return { start, end };
}

/** Returns the end of the match that begins at `offset`, or `offset` if there is none. The pattern must be sticky. */
export function skip(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

export function duplicatesIn(texts: Iterable<string>): ReadonlySet<string> {
  const [seen, duplicates] = [new Set<string>(), new Set<string>()];
  for (const text of texts) (seen.has(text) ? duplicates : seen).add(text);
  return duplicates;
}

/**
 * Returns the 32-bit FNV-1a hash of a text. The hash must never change: the rows of stored scans (`sqlHistory.ts`), and
 * user IDs and page keys of the sandbox, depend on it.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let offset = 0; offset < text.length; offset++)
    hash = Math.imul(hash ^ text.charCodeAt(offset), 0x01000193);
  return hash >>> 0;
}

const FALLBACK_LOCALE = 'en';

/** The fallback is English, like untranslated texts, not the locale of the machine. Never throws. */
export function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? FALLBACK_LOCALE;
  } catch {
    // The language pack's name is not a valid language tag.
    return FALLBACK_LOCALE;
  }
}

/** Returns a local time such as `2026-11-22 05:48:32`, which every spreadsheet parses, if the year has four digits. */
export function sortableTime(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getFullYear();
  if (!(year >= 1000 && year <= 9999)) return undefined;
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${dayText(year, date.getMonth() + 1, date.getDate())} ${joinPadded(clock, ':')}`;
}

/** Returns a day such as `2026-11-22`. Months are counted from 1. */
export function dayText(year: number, month: number, day: number): string {
  return joinPadded([year, month, day], '-');
}

function joinPadded(numbers: readonly number[], separator: string): string {
  return numbers.map((number) => String(number).padStart(2, '0')).join(separator);
}

/** Formats a time (ms since 1970) as a value for a `datetime-local` input: local time, to the second. */
export function localTime(time: number): string {
  return sortableTime(time)?.replace(' ', 'T') ?? '';
}
