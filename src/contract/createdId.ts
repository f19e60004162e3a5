import { almostMembers, type AlmostMember } from './almostJson.ts';

const BARE_ID = /^(?:tag-[^\s"'{}]+|\d+)$/;
const MAX_ID = 1000;

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
  if (json === undefined) return onlyId(almostMembers(text));
  if (typeof json.value === 'string')
    return json.value === text ? undefined : createdId(json.value);
  return typeof json.value === 'object' && json.value !== null ? idMember(json.value) : undefined;
}

/** For a body that is not JSON because such a string stands in it with its quotes unescaped. */
export function createdIdFromText(body: string): string | undefined {
  const members = almostMembers(body) ?? [];
  const valuesOf = (key: string) => members.filter((one) => one.key === key);
  if (valuesOf('errorCode').length > 0 || valuesOf('errorMessage').length > 0) return undefined;
  const [status, ...others] = valuesOf('status');
  const [res, ...rest] = valuesOf('res');
  if (status?.value !== '200' || others.length > 0 || rest.length > 0) return undefined;
  // Such a member may be the rest of a name that has brackets.
  if (members.some((one) => one !== res && typeof one.value === 'object')) return undefined;
  return typeof res?.value === 'object' ? onlyId(res.value) : undefined;
}

function idMember(value: object): string | undefined {
  const id: unknown = 'id' in value ? value.id : undefined;
  if (typeof id === 'string' && id !== '') return id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : undefined;
}

/** Two of them: one may stand in a name whose quotes are not escaped. */
function onlyId(members: readonly AlmostMember[] | undefined): string | undefined {
  const [first, ...others] = members?.filter(({ key }) => key === 'id') ?? [];
  const id = first?.value;
  if (typeof id !== 'string' || others.length > 0) return undefined;
  return id !== '' && id.length <= MAX_ID && !/\s/.test(id) ? id : undefined;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
