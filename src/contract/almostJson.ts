/** A value of almost-JSON: what is neither a text nor an object is of no interest. */
export type AlmostValue = string | readonly AlmostMember[] | undefined;

export interface AlmostMember {
  readonly key: string;
  readonly value: AlmostValue;
}

interface Read<T> {
  readonly value: T;
  readonly end: number;
}

/** Levels; deeper is nothing that a service prints by hand. */
const MAX_DEPTH = 4;
const BARE = /[-+.\w]+/y;
const SPACE = /\s*/y;

/**
 * The members of an object that is almost JSON: names without quotes, single quotes, or the whole object within quotes
 * though its own are not escaped. `undefined` when the text can be read in no way from its first to its last character.
 */
export function almostMembers(text: string): readonly AlmostMember[] | undefined {
  const read = valueAt(text, skip(SPACE, text, 0), 0);
  if (read === undefined || skip(SPACE, text, read.end) !== text.length) return undefined;
  return typeof read.value === 'object' ? read.value : undefined;
}

function valueAt(text: string, at: number, depth: number): Read<AlmostValue> | undefined {
  const first = text.charAt(at);
  if (first === '{') return objectAt(text, at, depth + 1);
  if (first === '[') return listAt(text, at, depth + 1);
  if (first === '"' || first === "'") {
    return quotedObjectAt(text, at, depth) ?? textAt(text, at);
  }
  const end = skip(BARE, text, at);
  const value = /^\d{1,15}$/.test(text.slice(at, Math.min(end, at + 16)))
    ? text.slice(at, end)
    : undefined;
  return end === at ? undefined : { value, end };
}

function objectAt(
  text: string,
  start: number,
  depth: number,
): Read<readonly AlmostMember[]> | undefined {
  const members: AlmostMember[] = [];
  const end = itemsEnd(text, start, '}', (at) => {
    const key = keyAt(text, at);
    const colon = key === undefined ? at : skip(SPACE, text, key.end);
    if (key === undefined || depth > MAX_DEPTH || text.charAt(colon) !== ':') return undefined;
    const read = valueAt(text, skip(SPACE, text, colon + 1), depth);
    if (read !== undefined) members.push({ key: key.value, value: read.value });
    return read?.end;
  });
  return end === undefined ? undefined : { value: members, end };
}

function listAt(text: string, start: number, depth: number): Read<undefined> | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const end = itemsEnd(text, start, ']', (at) => valueAt(text, at, depth)?.end);
  return end === undefined ? undefined : { value: undefined, end };
}

/** Reads what stands between commas. */
function itemsEnd(
  text: string,
  start: number,
  closer: string,
  itemEnd: (at: number) => number | undefined,
): number | undefined {
  let at = skip(SPACE, text, start + 1);
  if (text.charAt(at) === closer) return at + 1;
  for (;;) {
    const end = itemEnd(at);
    if (end === undefined) return undefined;
    at = skip(SPACE, text, end);
    if (text.charAt(at) === closer) return at + 1;
    if (text.charAt(at) !== ',') return undefined;
    at = skip(SPACE, text, at + 1);
  }
}

/** `"{ "id": "x" }"`: its own quotes would end the text. */
function quotedObjectAt(
  text: string,
  at: number,
  depth: number,
): Read<readonly AlmostMember[]> | undefined {
  const start = skip(SPACE, text, at + 1);
  const read = text.charAt(start) === '{' ? objectAt(text, start, depth + 1) : undefined;
  const quote = read === undefined ? at : skip(SPACE, text, read.end);
  if (read === undefined || text.charAt(quote) !== text.charAt(at)) return undefined;
  return { value: read.value, end: quote + 1 };
}

function keyAt(text: string, at: number): Read<string> | undefined {
  if (/["']/.test(text.charAt(at))) return textAt(text, at);
  const end = skip(BARE, text, at);
  return end === at ? undefined : { value: text.slice(at, end), end };
}

/** Not by a pattern: one that goes through megabytes exhausts the stack. */
function textAt(text: string, start: number): Read<string> | undefined {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at < text.length
    ? { value: unescaped(text.slice(start + 1, at)), end: at + 1 }
    : undefined;
}

function unescaped(raw: string): string {
  return raw.includes('\\') ? raw.replace(/\\(["'/\\])/g, '$1') : raw;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
