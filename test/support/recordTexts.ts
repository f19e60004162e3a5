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
  let position = skipSpace(page, records.start + 1);
  while (page[position] !== ']') {
    const end = valueEnd(page, position);
    texts.push(page.slice(position, end));
    position = skipSpace(page, end);
    if (page[position] === ',') position = skipSpace(page, position + 1);
  }
  return texts;
}

/** Returns the range of the value of `key` in the object at `start`. The last duplicate wins, as in `JSON.parse`. */
function member(text: string, start: number, key: string): Range | undefined {
  if (text[start] !== '{') return undefined;
  let range: Range | undefined;
  let position = skipSpace(text, start + 1);
  while (text[position] === '"') {
    const keyEnd = stringEnd(text, position);
    const name: unknown = JSON.parse(text.slice(position, keyEnd));
    const colon = skipSpace(text, keyEnd);
    const value = skipSpace(text, colon + 1);
    const end = valueEnd(text, value);
    if (name === key) range = { start: value, end };
    position = skipSpace(text, end);
    if (text[position] === ',') position = skipSpace(text, position + 1);
  }
  return range;
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  let position = start;
  do {
    position = skipSpace(text, position);
    const char = text[position];
    if (char === '"') position = stringEnd(text, position);
    else if (char === '{' || char === '[') {
      depth++;
      position++;
    } else if (char === '}' || char === ']') {
      depth--;
      position++;
    } else if (char === ',' || char === ':') position++;
    else position = scalarEnd(text, position);
  } while (depth > 0 && position < text.length);
  return position;
}

/** Returns the end of the string at `start`. Uses no pattern, because matching megabytes exhausts the stack. */
function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote === -1) throw new SyntaxError(`no end of the JSON string at ${start}`);
  return quote + 1;
}

function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text[first - 1] === '\\') first--;
  return (position - first) % 2 === 1;
}

/** Returns the end of the number or word at `position`. */
function scalarEnd(text: string, position: number): number {
  const end = skip(SCALAR, text, position);
  if (end === position) throw new SyntaxError(`no JSON value at ${position}`);
  return end;
}

/** Returns the index of the first character from `position` on that is not white space. */
function skipSpace(text: string, position: number): number {
  return skip(SPACE, text, position);
}

function skip(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : position;
}
