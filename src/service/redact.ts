/** More of a text that came from outside nobody reads, characters. */
const LONGEST = 10_000;

/** No letter of a secret takes more, escaped twice and in Base64. */
const LONGEST_SPELLING = 64;

/** Base64 that is shorter may stand in any text by chance. */
const SHORTEST_BASE64 = 6;

/** How often a text is put into another one of its kind. */
const LAYERS = 4;

/** HTML's names of what a token may have besides letters and digits, in small letters. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ...{ '!': ['excl'], '"': ['quot'], '#': ['num'], $: ['dollar'], '%': ['percnt'], '&': ['amp'] },
  ...{ "'": ['apos'], '(': ['lpar'], ')': ['rpar'], '*': ['ast', 'midast'], '+': ['plus'] },
  ...{ ',': ['comma'], '.': ['period'], '/': ['sol'], ':': ['colon'], ';': ['semi'] },
  ...{ '<': ['lt'], '=': ['equals'], '>': ['gt'], '?': ['quest'], '@': ['commat'] },
  ...{ '[': ['lsqb', 'lbrack'], '\\': ['bsol'], ']': ['rsqb', 'rbrack'], '^': ['hat'] },
  ...{ _: ['lowbar', 'underbar'], '`': ['grave', 'diacriticalgrave'], '{': ['lcub', 'lbrace'] },
  ...{ '|': ['verbar', 'vert', 'verticalline'], '}': ['rcub', 'rbrace'] },
};

/** Of HTML, behind the `&`: a number, or a name. */
const REFERENCE = /#(\d{1,9});?|#x([\da-f]{1,9});?|([a-z]{2,16});/iy;

/**
 * The text with every occurrence of the secret struck out: plain, escaped as in JSON, HTML or a URL, also repeatedly and
 * only in part, and in Base64, also within a longer text. Takes time in proportion to the text.
 */
export function redact(text: string, secret: string): string {
  return struck(text, secret, { sure: text.length, enough: Number.POSITIVE_INFINITY });
}

/** The first characters of what `redact` gives, without reading megabytes for them. */
export function redactedStart(text: string, secret: string, enough = LONGEST): string {
  const margin = secret.length * LONGEST_SPELLING;
  // What is struck out leaves less.
  const start = text.slice(0, enough * 8 + margin);
  // Behind this a part of the secret may stand that was cut.
  const sure = start.length === text.length ? text.length : start.length - margin;
  return struck(start, secret, { sure, enough }).slice(0, enough);
}

/** Ends where it is not `sure` of the text any more, or somewhere behind `enough` characters. */
function struck(
  text: string,
  secret: string,
  { sure, enough }: { readonly sure: number; readonly enough: number },
): string {
  if (secret === '') return text.slice(0, sure);
  const needles = needlesOf(secret);
  const starts = new RegExp(`[${needles.map(([first]) => literal(first)).join('')}\\\\&%]`, 'g');
  let clean = '';
  let from = 0;
  for (;;) {
    const at = starts.exec(text)?.index ?? sure;
    if (at >= sure || clean.length >= enough) break;
    const end = Math.max(...needles.map((needle) => endOf(needle, text, at)));
    if (end === NONE) continue;
    clean += `${text.slice(from, at)}***`;
    starts.lastIndex = end;
    from = end;
  }
  return clean + text.slice(from, Math.max(from, sure));
}

/** The secret, and what is sure to stand in a text that it was put into. */
function needlesOf(secret: string): readonly string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(secret);
  const inUrl = isPlain ? [] : [encodeURIComponent(secret.toWellFormed())];
  return [secret, ...inUrl, ...inBase64(secret)];
}

/**
 * By the place at which it begins in what is encoded: a character that also has bits of what is before or after the
 * secret is left out.
 */
function inBase64(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const parts = [0, 1, 2].flatMap((before) => {
    const all = [...new Uint8Array(before), ...bytes];
    const text = btoa(all.map((byte) => String.fromCharCode(byte)).join(''));
    const part = text.slice(Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set(parts)].filter((part) => part.length >= SHORTEST_BASE64);
}

const NONE = -1;

/** Where the needle that begins at `start` ends at the latest: letters of it may look like escapes. */
function endOf(needle: string, text: string, start: number): number {
  let ends = [start];
  for (let index = 0; index < needle.length; index++) {
    const letter = needle.charAt(index);
    const next = ends.flatMap((end) => spellingEnds(text, end, letter));
    if (next.length === 0) return NONE;
    ends = next.length === 1 ? next : [...new Set(next)];
  }
  return Math.max(...ends);
}

/** Where the spellings of the letter end that begin at `at`. */
function spellingEnds(text: string, at: number, letter: string): number[] {
  const first = text.charAt(at);
  const plain = first === letter ? [at + 1] : [];
  if (first === '\\') return [...plain, ...jsonEnds(text, at, letter)];
  if (first === '&') return [...plain, ...htmlEnds(text, at + 1, letter)];
  return first === '%' ? [...plain, ...urlEnds(text, at + 1, letter)] : plain;
}

function jsonEnds(text: string, start: number, letter: string): number[] {
  const ends: number[] = [];
  const code = `u${hexOf(letter, 4)}`;
  // Each layer doubles the backslashes.
  for (let at = start + 1; at <= start + 2 ** (LAYERS - 1); at++) {
    if (text.slice(at, at + 5).toLowerCase() === code) ends.push(at + 5);
    if (/["'/\\]/.test(letter) && text.startsWith(letter, at)) ends.push(at + 1);
    if (text.charAt(at) !== '\\') break;
  }
  return ends;
}

function htmlEnds(text: string, start: number, letter: string): number[] {
  const ends: number[] = [];
  for (let at = start; at <= start + LAYERS * 'amp;'.length; at += 'amp;'.length) {
    REFERENCE.lastIndex = at;
    const [, decimal, hex, name] = REFERENCE.exec(text) ?? [];
    const number = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isName = name !== undefined && NAMES[letter]?.includes(name.toLowerCase()) === true;
    if (isName || number === letter.charCodeAt(0)) ends.push(REFERENCE.lastIndex);
    if (!text.startsWith('amp;', at)) break;
  }
  return ends;
}

function urlEnds(text: string, start: number, letter: string): number[] {
  const ends: number[] = [];
  const code = hexOf(letter, 2);
  for (let at = start; at <= start + LAYERS * '25'.length; at += '25'.length) {
    if (text.slice(at, at + 2).toLowerCase() === code) ends.push(at + 2);
    if (!text.startsWith('25', at)) break;
  }
  return ends;
}

function hexOf(letter: string, digits: number): string {
  return letter.charCodeAt(0).toString(16).padStart(digits, '0');
}

function literal(letter = ''): string {
  return /[\\\]^-]/.test(letter) ? `\\${letter}` : letter;
}
