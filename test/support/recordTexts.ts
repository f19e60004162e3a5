/**
 * Finds records in text, independently of the product's parser. Every function expects text that `JSON.parse` accepts.
 */

interface Range {
  readonly start: number;
  readonly end: number;
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /[^,\]}\s]+/y;

/** Returns the text of each element of `res.records`, in order. */
export function recordTexts(page: string): string[] {
  const res = member(page, skipSpace(page, 0), 'res');
  const records = res && member(page, res.start, 'records');
  if (records === undefined || page[records.start] !== '[') return [];
  const texts: string[] = [];
  let at = skipSpace(page, records.start + 1);
  while (page[at] !== ']') {
    const end = valueEnd(page, at);
    texts.push(page.slice(at, end));
    at = skipSpace(page, end);
    if (page[at] === ',') at = skipSpace(page, at + 1);
  }
  return texts;
}

/** Returns the range of the value of `key` in the object at `start`. The last duplicate wins, as in `JSON.parse`. */
function member(text: string, start: number, key: string): Range | undefined {
  if (text[start] !== '{') return undefined;
  let found: Range | undefined;
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const name: unknown = JSON.parse(text.slice(at, keyEnd));
    const colon = skipSpace(text, keyEnd);
    const value = skipSpace(text, colon + 1);
    const end = valueEnd(text, value);
    if (name === key) found = { start: value, end };
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    at = skipSpace(text, at);
    const char = text[at];
    if (char === '"') at = stringEnd(text, at);
    else if (char === '{' || char === '[') {
      depth++;
      at++;
    } else if (char === '}' || char === ']') {
      depth--;
      at++;
    } else if (char === ',' || char === ':') at++;
    else at = scalarEnd(text, at);
  } while (depth > 0 && at < text.length);
  return at;
}

/** Returns the end of the string at `start`. Uses no pattern, because matching megabytes exhausts the stack. */
function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote === -1) throw new SyntaxError(`no end of the JSON string at ${start}`);
  return quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** Returns the end of the number or word at `at`. */
function scalarEnd(text: string, at: number): number {
  const end = skip(SCALAR, text, at);
  if (end === at) throw new SyntaxError(`no JSON value at ${at}`);
  return end;
}

/** Returns the index of the first character from `at` on that is not white space. */
function skipSpace(text: string, at: number): number {
  return skip(SPACE, text, at);
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
