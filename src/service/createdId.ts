import { MAX_ID_LENGTH } from '../base/inputProblems.ts';
import { membersOf, spaceEnd, spanText } from '../base/jsonScan.ts';
import { isObject, parseJson } from '../base/jsonValues.ts';
import { skip } from '../base/text.ts';

/*
 * Reads the ID of a new item from the response of "create". The body of the response, or the string in its field `res`,
 * may be almost JSON, so this file has its own parser. If it is not certain which ID is that of the item, no ID is
 * returned. The service may also insert the item's name without escaping its quotes. A name such as `a","id":"x` then
 * looks like members, and its `id` must not be returned.
 */

/** Value of almost-JSON: text, whole number as its digits, or object. Any other is `undefined`. */
type AlmostValue = string | AlmostMembers | undefined;

type AlmostMembers = ReadonlyMap<string, AlmostValue>;

interface Parsed<T> {
  readonly value: T;
  readonly end: number;
}

/** Maximum nesting depth of objects and lists. */
const MAX_DEPTH = 64;
/** Unquoted key, number or word. */
const BARE = /[-+.\w]+/y;
const SPACE = /\s*/y;
const LINE = /[^\n\r\u2028\u2029]*/y;
const DIGITS = /^(?:0|[1-9]\d{0,15})$/;
/** Start of a member: the end of a quoted key, or an unquoted `id` or `res`, then a colon or the `/` of a comment. */
const HIDDEN_MEMBER = /(?:["']|\b(?:id|res))\s*[:/]/;

/**
 * Parses an object that is almost JSON: with comments, trailing commas, unquoted names, single quotes, or quotes around
 * the whole object although its inner quotes are not escaped. Each character is read a few times at most.
 */
function almostMembers(text: string): AlmostMembers | undefined {
  const parsed = valueAt(text, skipSpace(text, 0), { depth: 0, canBeQuoted: true });
  if (parsed === undefined || skipSpace(text, parsed.end) !== text.length) return undefined;
  return typeof parsed.value === 'object' ? parsed.value : undefined;
}

/** Returns whether a string or comment seems to have a member. The parser may then have ended a name too early. */
function hidesMember(text: string): boolean {
  return HIDDEN_MEMBER.test(text);
}

interface Nesting {
  readonly depth: number;
  /** Whether to try `quotedObjectAt`. Only for the whole text and `res`, which keeps the running time linear. */
  readonly canBeQuoted: boolean;
}

function valueAt(
  text: string,
  offset: number,
  { depth, canBeQuoted }: Nesting,
): Parsed<AlmostValue> | undefined {
  const first = text.charAt(offset);
  if (first === '{') return objectAt(text, offset, depth + 1);
  if (first === '[') return listAt(text, offset, depth + 1);
  if (first === '"' || first === "'") {
    const quoted = canBeQuoted ? quotedObjectAt(text, offset, depth) : undefined;
    return quoted ?? textAt(text, offset);
  }
  const end = skip(BARE, text, offset);
  // 17 characters are one more than `DIGITS` accepts.
  const bare = text.slice(offset, Math.min(end, offset + 17));
  const isNumber = DIGITS.test(bare) && Number.isSafeInteger(Number(bare));
  return end === offset ? undefined : { value: isNumber ? bare : undefined, end };
}

function objectAt(text: string, start: number, depth: number): Parsed<AlmostMembers> | undefined {
  const members = new Map<string, AlmostValue>();
  const end = itemsEnd(text, start, '}', (offset) => {
    const key = keyAt(text, offset);
    if (key?.value === undefined || depth > MAX_DEPTH) return undefined;
    const name = key.value;
    // The second of two equal keys may be inside a name whose quotes are not escaped.
    if (members.has(name)) return undefined;
    const colon = skipSpace(text, key.end);
    if (text.charAt(colon) !== ':') return undefined;
    const nesting = { depth, canBeQuoted: depth === 1 && name === 'res' };
    const parsed = valueAt(text, skipSpace(text, colon + 1), nesting);
    members.set(name, parsed?.value);
    return parsed?.end;
  });
  return end === undefined ? undefined : { value: members, end };
}

function listAt(text: string, start: number, depth: number): Parsed<undefined> | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const nesting = { depth, canBeQuoted: false };
  const end = itemsEnd(text, start, ']', (offset) => valueAt(text, offset, nesting)?.end);
  return end === undefined ? undefined : { value: undefined, end };
}

/** Reads items separated by commas. A trailing comma is allowed. */
function itemsEnd(
  text: string,
  start: number,
  closer: string,
  itemEnd: (offset: number) => number | undefined,
): number | undefined {
  let offset = skipSpace(text, start + 1);
  while (text.charAt(offset) !== closer) {
    const end = itemEnd(offset);
    if (end === undefined) return undefined;
    offset = skipSpace(text, end);
    if (text.charAt(offset) === ',') offset = skipSpace(text, offset + 1);
    else if (text.charAt(offset) !== closer) return undefined;
  }
  return offset + 1;
}

/** Reads a quoted object such as `"{ "id": "x" }"`, whose own quotes would end the text. */
function quotedObjectAt(
  text: string,
  offset: number,
  depth: number,
): Parsed<AlmostMembers> | undefined {
  const start = skipSpace(text, offset + 1);
  const parsed = text.charAt(start) === '{' ? objectAt(text, start, depth + 1) : undefined;
  if (parsed === undefined) return undefined;
  const closingQuote = skipSpace(text, parsed.end);
  if (text.charAt(closingQuote) !== text.charAt(offset)) return undefined;
  return { value: parsed.value, end: closingQuote + 1 };
}

function keyAt(text: string, offset: number): Parsed<string | undefined> | undefined {
  if (/["']/.test(text.charAt(offset))) return textAt(text, offset);
  const end = skip(BARE, text, offset);
  return end === offset ? undefined : { value: text.slice(offset, end), end };
}

/** Reads a quoted text. A regular expression would exhaust the stack on megabytes. */
function textAt(text: string, start: number): Parsed<string | undefined> | undefined {
  const quote = text.charAt(start);
  let offset = start + 1;
  while (offset < text.length && text.charAt(offset) !== quote)
    offset += text.charAt(offset) === '\\' ? 2 : 1;
  return offset < text.length
    ? { value: unescaped(text.slice(start + 1, offset)), end: offset + 1 }
    : undefined;
}

function unescaped(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  const json = raw.replaceAll(/\\[^]|["\p{Cc}]/gu, (part) => {
    if (part === "\\'") return "'";
    return part.startsWith('\\') ? part : JSON.stringify(part).slice(1, -1);
  });
  const text = parseJson(`"${json}"`);
  return typeof text === 'string' ? text : undefined;
}

/** Skips white space and comments. Stops at a comment that has no end or may contain a member. */
function skipSpace(text: string, start: number): number {
  let offset = skip(SPACE, text, start);
  while (text.charAt(offset) === '/') {
    const end = commentEnd(text, offset);
    if (end === undefined || hidesMember(text.slice(offset, end))) return offset;
    offset = skip(SPACE, text, end);
  }
  return offset;
}

function commentEnd(text: string, offset: number): number | undefined {
  if (text.startsWith('//', offset)) return skip(LINE, text, offset + 2);
  const end = text.startsWith('/*', offset) ? text.indexOf('*/', offset + 2) : -1;
  return end < 0 ? undefined : end + 2;
}

const BARE_ID = /^(?:tag-[^\s"'{}]+|\d+)$/;

const encoder = new TextEncoder();

/**
 * Reads the new item's ID from the `res` of "create", whose shape is not specified (docs/service-interface.md, section
 * 4.1): an object, the object as a JSON string, a string that is almost JSON, or only the ID.
 * @returns undefined if it is not certain that the ID is that of the item
 */
export function createdId(res: unknown): string | undefined {
  if (typeof res === 'number') return idOf(res);
  if (isObject(res)) return idOf(res['id']);
  if (typeof res !== 'string') return undefined;
  const text = res.trim();
  if (BARE_ID.test(text)) return text;
  const value = parseJson(text);
  if (value === undefined) return almostId(almostMembers(text));
  if (typeof value === 'string') return createdId(value);
  return isObject(value) && hasOneId(text) ? idOf(value['id']) : undefined;
}

/** @param res `res` of the parsed body. The body itself shows repeated keys, which parsing hides. */
export function createdIdFromJson(body: string, res: unknown): string | undefined {
  const members = jsonMembers(body);
  const values = members.filter(({ key }) => key === 'res').map(({ text }) => text);
  const [last = '', ...earlier] = values.toReversed();
  // If `res` occurs twice, the last `res` may be inside a name with unescaped quotes in the first `res`.
  if (earlier.some((text) => /^["{]/.test(text))) return undefined;
  if (last.startsWith('{') && !hasOneId(last)) return undefined;
  const otherTexts = members.filter(({ key, text }) => key !== 'res' && text.startsWith('"'));
  const isDoubtful = typeof res === 'string' && otherTexts.some(({ text }) => hidesMember(text));
  return isDoubtful ? undefined : createdId(res);
}

/** Returns the members of a JSON object, including duplicate keys, with their values as JSON. */
function jsonMembers(text: string): readonly { readonly key: string; readonly text: string }[] {
  const json = encoder.encode(text);
  const members = membersOf(json, spaceEnd(json, 0)) ?? [];
  return members.map(({ key, value }) => ({
    key: String(JSON.parse(spanText(json, key))),
    text: spanText(json, value),
  }));
}

/** Returns whether an object has one ID. A second ID may be inside a name with unescaped quotes. */
function hasOneId(text: string): boolean {
  return jsonMembers(text).filter(({ key }) => key === 'id').length === 1;
}

/** Reads the ID from a body that is almost JSON, or that has a `res` in quotes whose inner quotes are not escaped. */
export function createdIdFromText(body: string): string | undefined {
  const members = almostMembers(body);
  if (members?.get('status') !== '200' || mayHidePartOfRes(members)) return undefined;
  if (members.has('errorCode') || members.has('errorMessage')) return undefined;
  const res = members.get('res');
  // An object besides `res` may really be text of a name: a name that contains `"}"` would have ended `res` too early.
  if ([...members.values()].some((value) => value !== res && typeof value === 'object'))
    return undefined;
  return typeof res === 'object' ? almostId(res) : createdId(res);
}

/** Returns whether another text may contain a part of `res`: unescaped quotes may have ended `res` too early. */
function mayHidePartOfRes(members: AlmostMembers): boolean {
  return [...members].some(
    ([key, value]) => key !== 'res' && typeof value === 'string' && hidesMember(value),
  );
}

/** IDs are strings, but the service may return an ID of digits only as a number. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Reads the ID of an almost-JSON object. Rejects an ID with a backslash, because it may be escaped twice. */
function almostId(members: AlmostMembers | undefined): string | undefined {
  const id = members?.get('id');
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH) return undefined;
  return /[\s\\]/.test(id) ? undefined : id;
}
