import { membersOf, spaceEnd, spanText } from '../base/jsonScan.ts';
import { almostMembers, hidesMember, type AlmostMembers } from './almostJson.ts';

const BARE_ID = /^(?:tag-[^\s"'{}]+|\d+)$/;
const MAX_ID = 1000;

const encoder = new TextEncoder();

/**
 * The new item's ID from the `res` of "create" (contract, section 4.1, leaves its shape open): an object,
 * a string of its JSON, a string that is almost JSON, or the bare ID.
 * @returns `undefined` when there is none, or none that is beyond doubt the item's
 */
export function createdId(res: unknown): string | undefined {
  if (typeof res === 'number') return Number.isSafeInteger(res) ? String(res) : undefined;
  if (typeof res === 'object' && res !== null) return idMember(res);
  if (typeof res !== 'string') return undefined;
  const text = res.trim();
  if (BARE_ID.test(text)) return text;
  const json = parsed(text);
  if (json === undefined) return almostId(almostMembers(text));
  const { value } = json;
  if (typeof value === 'string') return value === text ? undefined : createdId(value);
  if (typeof value !== 'object' || value === null) return undefined;
  return hasOneId(text) ? idMember(value) : undefined;
}

/** Reads the ID from a body that is JSON, with this `res`. */
export function createdIdFromJson(body: string, res: unknown): string | undefined {
  const members = jsonMembers(body);
  const all = members.filter(({ key }) => key === 'res').map(({ text }) => text);
  const [last = '', ...earlier] = all.toReversed();
  // The last of two may be the rest of a name with unescaped quotes in the first.
  if (earlier.some((text) => /^["{]/.test(text))) return undefined;
  if (last.startsWith('{') && !hasOneId(last)) return undefined;
  const others = members.filter(({ key, text }) => key !== 'res' && text.startsWith('"'));
  const isDoubtful = typeof res === 'string' && others.some(({ text }) => hidesMember(text));
  return isDoubtful ? undefined : createdId(res);
}

/** Returns the members of an object that is JSON, equal keys included, with the JSON of their values. */
function jsonMembers(text: string): readonly { readonly key: string; readonly text: string }[] {
  const json = encoder.encode(text);
  const members = membersOf(json, spaceEnd(json, 0)) ?? [];
  return members.map(({ key, value }) => ({
    key: String(JSON.parse(spanText(json, key))),
    text: spanText(json, value),
  }));
}

/** Checks that an object has one ID: the last of two may be the rest of a name with unescaped quotes. */
function hasOneId(text: string): boolean {
  return jsonMembers(text).filter(({ key }) => key === 'id').length === 1;
}

/** Reads the ID from a body that is almost JSON, or that contains such a string with unescaped quotes. */
export function createdIdFromText(body: string): string | undefined {
  const members = almostMembers(body);
  if (members?.get('status') !== '200' || hidesRest(members)) return undefined;
  if (members.has('errorCode') || members.has('errorMessage')) return undefined;
  const res = members.get('res');
  // An object besides it may be the rest of a name that has brackets.
  if ([...members.values()].some((one) => one !== res && typeof one === 'object')) return undefined;
  return typeof res === 'object' ? almostId(res) : createdId(res);
}

/** Checks whether the rest of a `res` with unescaped quotes may stand in another text. */
function hidesRest(members: AlmostMembers): boolean {
  return [...members].some(
    ([key, value]) => key !== 'res' && typeof value === 'string' && hidesMember(value),
  );
}

function idMember(value: object): string | undefined {
  const id: unknown = 'id' in value ? value.id : undefined;
  if (typeof id === 'string' && id !== '') return id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : undefined;
}

/** A backslash that is left may have been meant to be read twice. */
function almostId(members: AlmostMembers | undefined): string | undefined {
  const id = members?.get('id');
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID) return undefined;
  return /[\s\\]/.test(id) ? undefined : id;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
