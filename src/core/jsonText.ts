/**
 * JSON as text: what `JSON.parse` would lose (spelling of numbers, escapes, order, duplicate keys) stays.
 * Every function expects text that `JSON.parse` accepts.
 */

interface Range {
  readonly start: number;
  readonly end: number;
}

const SPACE = /[ \t\r\n]*/y;
/** Levels; text nested deeper than anyone can read must not take all memory. */
const MAX_INDENT = 100;
const SCALAR = /[^,\]}\s]+/y;

/** The same JSON with two spaces of indentation; no token is changed. */
export function reindent(text: string): string {
  const out: string[] = [];
  let depth = 0;
  for (let at = skip(SPACE, text, 0); at < text.length; at = skip(SPACE, text, at)) {
    const char = text.charAt(at);
    if (char === '{' || char === '[') {
      const close = skip(SPACE, text, at + 1);
      const isEmpty = text[close] === '}' || text[close] === ']';
      if (!isEmpty) depth++;
      out.push(isEmpty ? char + text.charAt(close) : char + lineBreak(depth));
      at = isEmpty ? close + 1 : at + 1;
    } else if (char === '}' || char === ']') {
      depth--;
      out.push(lineBreak(depth), char);
      at++;
    } else if (char === ',' || char === ':') {
      out.push(char === ',' ? char + lineBreak(depth) : ': ');
      at++;
    } else {
      const end = char === '"' ? stringEnd(text, at) : scalarEnd(text, at);
      out.push(text.slice(at, end));
      at = end;
    }
  }
  return out.join('');
}

/** The text of each element of `res.records`, in order. */
export function recordTexts(page: string): string[] {
  const res = member(page, skip(SPACE, page, 0), 'res');
  const records = res && member(page, res.start, 'records');
  if (records === undefined || page[records.start] !== '[') return [];
  const texts: string[] = [];
  let at = skip(SPACE, page, records.start + 1);
  while (page[at] !== ']') {
    const end = valueEnd(page, at);
    texts.push(page.slice(at, end));
    at = skip(SPACE, page, end);
    if (page[at] === ',') at = skip(SPACE, page, at + 1);
  }
  return texts;
}

/** Where the value of `key` stands in the object at `start`: the last one, as `JSON.parse` has it. */
function member(text: string, start: number, key: string): Range | undefined {
  if (text[start] !== '{') return undefined;
  let found: Range | undefined;
  let at = skip(SPACE, text, start + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const name: unknown = JSON.parse(text.slice(at, keyEnd));
    const colon = skip(SPACE, text, keyEnd);
    const value = skip(SPACE, text, colon + 1);
    const end = valueEnd(text, value);
    if (name === key) found = { start: value, end };
    at = skip(SPACE, text, end);
    if (text[at] === ',') at = skip(SPACE, text, at + 1);
  }
  return found;
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    at = skip(SPACE, text, at);
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

/** Not a pattern: one that goes through megabytes exhausts the stack. */
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

function scalarEnd(text: string, at: number): number {
  const end = skip(SCALAR, text, at);
  if (end === at) throw new SyntaxError(`no JSON value at ${at}`);
  return end;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
}
