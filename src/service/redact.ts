/** Maximum length of a received text in a message, in characters. Users do not read longer texts. */
const MAX_LENGTH = 10_000;

/** Maximum number of characters that one character of a secret becomes if it is encoded. */
const MAX_SPELLING = 64;

/** Minimum length of Base64 to search for. Shorter Base64 may occur in any text by chance. */
const MIN_BASE64 = 6;

/** Maximum number of nested encodings of the same kind. */
const MAX_LAYERS = 4;

/** HTML names, in lower case, of characters other than letters and digits that a token may have. */
const ENTITY_NAMES: Readonly<Record<string, readonly string[]>> = {
  '!': ['excl'],
  '"': ['quot'],
  '#': ['num'],
  $: ['dollar'],
  '%': ['percnt'],
  '&': ['amp'],
  "'": ['apos'],
  '(': ['lpar'],
  ')': ['rpar'],
  '*': ['ast', 'midast'],
  '+': ['plus'],
  ',': ['comma'],
  '.': ['period'],
  '/': ['sol'],
  ':': ['colon'],
  ';': ['semi'],
  '<': ['lt'],
  '=': ['equals'],
  '>': ['gt'],
  '?': ['quest'],
  '@': ['commat'],
  '[': ['lsqb', 'lbrack'],
  '\\': ['bsol'],
  ']': ['rsqb', 'rbrack'],
  '^': ['hat'],
  _: ['lowbar', 'underbar'],
  '`': ['grave', 'diacriticalgrave'],
  '{': ['lcub', 'lbrace'],
  '|': ['verbar', 'vert', 'verticalline'],
  '}': ['rcub', 'rbrace'],
};

/** HTML character reference after the `&`: a number or a name. */
const REFERENCE = /#(\d{1,9});?|#x([\da-f]{1,9});?|([a-z]{2,16});/iy;

/**
 * Replaces every occurrence of the secret by `***`: plain, escaped as in JSON, HTML or a URL (also repeatedly and only
 * in part), and in Base64, also within a longer text. Takes time in proportion to the length of the text.
 */
export function redact(text: string, secret: string): string {
  return redactUntil(text, secret, { safeEnd: text.length, minLength: Number.POSITIVE_INFINITY });
}

/** Returns the first `maxLength` characters of the result of `redact`, without reading megabytes for them. */
export function redactedStart(text: string, secret: string, maxLength = MAX_LENGTH): string {
  const margin = secret.length * MAX_SPELLING;
  // Redacting shortens the text, so more than `maxLength` characters are read.
  const start = text.slice(0, maxLength * 8 + margin);
  // After this offset, a part of the secret may have been cut off.
  const safeEnd = start.length === text.length ? text.length : start.length - margin;
  return redactUntil(start, secret, { safeEnd, minLength: maxLength }).slice(0, maxLength);
}

/** Redacts the text up to the offset `safeEnd`, or until the result has at least `minLength` characters. */
function redactUntil(
  text: string,
  secret: string,
  { safeEnd, minLength }: { readonly safeEnd: number; readonly minLength: number },
): string {
  if (secret === '') return text.slice(0, safeEnd);
  const needles = needlesOf(secret);
  // An occurrence begins with the first character of a needle, or with the first character of an escape.
  const firstCharacters = new RegExp(
    `[${needles.map(([first]) => escapedForClass(first)).join('')}\\\\&%]`,
    'g',
  );
  let clean = '';
  let from = 0;
  for (;;) {
    const offset = firstCharacters.exec(text)?.index ?? safeEnd;
    if (offset >= safeEnd || clean.length >= minLength) break;
    const end = Math.max(...needles.map((needle) => endOf(needle, text, offset)));
    if (end === NO_MATCH) continue;
    clean += `${text.slice(from, offset)}***`;
    firstCharacters.lastIndex = end;
    from = end;
  }
  return clean + text.slice(from, Math.max(from, safeEnd));
}

/** Returns the texts to search for: the secret, and its forms in URLs and Base64. */
function needlesOf(secret: string): readonly string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(secret);
  // `spellingEnds` recognizes ASCII characters in URLs. Any other character has several bytes there.
  const inUrl = isPlain ? [] : [encodeURIComponent(secret.toWellFormed())];
  return [secret, ...inUrl, ...base64Forms(secret)];
}

/**
 * Returns the Base64 of the secret for each of its three possible offsets within the encoded data.
 * Characters that also encode bits from before or after the secret are left out.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const forms = [0, 1, 2].flatMap((precedingCount) => {
    const padded = [...new Uint8Array(precedingCount), ...bytes];
    const text = btoa(padded.map((byte) => String.fromCharCode(byte)).join(''));
    const form = text.slice(
      Math.ceil((precedingCount * 8) / 6),
      Math.floor((padded.length * 8) / 6),
    );
    // The second form is the Base64 of URLs.
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set(forms)].filter((form) => form.length >= MIN_BASE64);
}

const NO_MATCH = -1;

/** Returns the last possible end of the needle. Several are possible, because its characters may look like escapes. */
function endOf(needle: string, text: string, start: number): number {
  let ends = [start];
  for (let index = 0; index < needle.length; index++) {
    const letter = needle.charAt(index);
    const next = ends.flatMap((end) => spellingEnds(text, end, letter));
    if (next.length === 0) return NO_MATCH;
    ends = next.length === 1 ? next : [...new Set(next)];
  }
  return Math.max(...ends);
}

/** Returns the ends of the spellings of the letter that begin at `offset`. */
function spellingEnds(text: string, offset: number, letter: string): number[] {
  const first = text.charAt(offset);
  const plain = first === letter ? [offset + 1] : [];
  if (first === '\\') return [...plain, ...jsonEnds(text, offset, letter)];
  if (first === '&') return [...plain, ...htmlEnds(text, offset + 1, letter)];
  return first === '%' ? [...plain, ...urlEnds(text, offset + 1, letter)] : plain;
}

function jsonEnds(text: string, start: number, letter: string): number[] {
  const ends: number[] = [];
  const code = `u${hexOf(letter, 4)}`;
  // Each layer doubles the backslashes.
  for (let offset = start + 1; offset <= start + 2 ** (MAX_LAYERS - 1); offset++) {
    if (text.slice(offset, offset + 5).toLowerCase() === code) ends.push(offset + 5);
    if (/["'/\\]/.test(letter) && text.startsWith(letter, offset)) ends.push(offset + 1);
    if (text.charAt(offset) !== '\\') break;
  }
  return ends;
}

function htmlEnds(text: string, start: number, letter: string): number[] {
  const ends: number[] = [];
  // Each layer encodes the `&` once more, as in `&amp;amp;lt;`.
  for (let offset = start; offset <= start + MAX_LAYERS * 'amp;'.length; offset += 'amp;'.length) {
    REFERENCE.lastIndex = offset;
    const [, decimal, hex, name] = REFERENCE.exec(text) ?? [];
    const number = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isName =
      name !== undefined && ENTITY_NAMES[letter]?.includes(name.toLowerCase()) === true;
    if (isName || number === letter.charCodeAt(0)) ends.push(REFERENCE.lastIndex);
    if (!text.startsWith('amp;', offset)) break;
  }
  return ends;
}

function urlEnds(text: string, start: number, letter: string): number[] {
  const ends: number[] = [];
  const code = hexOf(letter, 2);
  // Each layer encodes the `%` once more, as in `%25252F`.
  for (let offset = start; offset <= start + MAX_LAYERS * '25'.length; offset += '25'.length) {
    if (text.slice(offset, offset + 2).toLowerCase() === code) ends.push(offset + 2);
    if (!text.startsWith('25', offset)) break;
  }
  return ends;
}

function hexOf(letter: string, digits: number): string {
  return letter.charCodeAt(0).toString(16).padStart(digits, '0');
}

/** Returns the letter as it is written in a character class of a regular expression. */
function escapedForClass(letter = ''): string {
  return /[\\\]^-]/.test(letter) ? `\\${letter}` : letter;
}
