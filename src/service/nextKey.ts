import { memberBefore, spaceBefore, stringOf, type ScalarMember } from '../base/jsonBackwards.ts';
import { CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from '../base/jsonBytes.ts';
import { readObject, REFUSED, spaceEnd, spanText, valueEnd } from '../base/jsonScan.ts';

type Member = Pick<ScalarMember, 'key' | 'value'>;

/**
 * The key of the page after this one, read from the end of the body without parsing it: `null` when there is no
 * such page, `undefined` when only the parse can tell. What it says holds for every body that is JSON at all.
 *
 * Backwards it is certain that a member `next` belongs to an object right below the root, but not that the
 * object is `res`. That follows when `res` is the first object below the root and nothing up to `next` looks
 * like its end: an object and then another member, which records without objects in their fields never show.
 */
export function nextKeyFromTail(body: Uint8Array): string | null | undefined {
  const tail = tailOf(body);
  const next = tail && lastNamed(body, tail.end, 'next');
  const head = next && headOf(body);
  if (tail === undefined || next === undefined || head === undefined) return undefined;
  if (!isSuccess([...head.members, ...tail.members])) return undefined;
  if (hasMemberAfterObject(body, head.start, next.start)) return undefined;
  if (next.value === 'null') return null;
  const key = stringOf(next.value);
  return key === '' ? null : key;
}

/** The members after the last object below the root, and where that object's closing brace is. */
function tailOf(body: Uint8Array): { end: number; members: Member[] } | undefined {
  const members: Member[] = [];
  let end = spaceBefore(body, body.length);
  if (body[end - 1] !== CLOSE_OBJECT) return undefined;
  for (;;) {
    end = spaceBefore(body, end - 1);
    if (body[end - 1] === CLOSE_OBJECT) return { end: end - 1, members };
    const member = memberBefore(body, end);
    if (member === undefined) return undefined;
    members.push(member);
    end = spaceBefore(body, member.start);
    if (body[end - 1] !== COMMA) return undefined;
  }
}

/** The last member of this name, when only strings, numbers and the like stand behind it. */
function lastNamed(body: Uint8Array, objectEnd: number, name: string): ScalarMember | undefined {
  let end = objectEnd;
  for (;;) {
    const member = memberBefore(body, end);
    if (member === undefined || member.key === name) return member;
    end = spaceBefore(body, member.start) - 1;
    if (body[end] !== COMMA) return undefined;
  }
}

/** The members before the first object below the root, and where it begins, if it is `res`. */
function headOf(body: Uint8Array): { start: number; members: Member[] } | undefined {
  const members: Member[] = [];
  const head: { start?: number } = {};
  readObject(body, spaceEnd(body, 0), (name, start) => {
    const key = stringOf(spanText(body, name));
    const isObject = body[start] === OPEN_OBJECT;
    if (isObject && key === 'res') head.start = start;
    const end = isObject || body[start] === OPEN_ARRAY ? REFUSED : valueEnd(body, start);
    if (end === REFUSED || key === undefined) return REFUSED;
    members.push({ key, value: spanText(body, { start, end }) });
    return end;
  });
  return head.start === undefined ? undefined : { start: head.start, members };
}

/** Whether the envelope around `res` is a success beyond doubt. */
function isSuccess(members: readonly Member[]): boolean {
  const status = members.filter(({ key }) => key === 'status');
  if (status.length !== 1 || status[0]?.value !== '200') return false;
  return members.every(({ key, value }) => {
    if (key === 'errorCode' || key === 'errorMessage') return value === 'null';
    return key !== 'res';
  });
}

/** Whether `}`, `,` and `"` follow one another, be it in a string. */
function hasMemberAfterObject(body: Uint8Array, start: number, end: number): boolean {
  // The search for one byte is native code: a page has megabytes.
  let at = body.indexOf(CLOSE_OBJECT, start);
  while (at !== -1 && at < end) {
    const comma = spaceEnd(body, at + 1);
    if (body[comma] === COMMA && body[spaceEnd(body, comma + 1)] === QUOTE) return true;
    at = body.indexOf(CLOSE_OBJECT, at + 1);
  }
  return false;
}
