/** Bounded: a pattern that goes through megabytes exhausts the stack. */
const ID_MEMBER = /["']?\bid["']?\s*:\s*["']((?:[^"'\\\s]|\\.){1,1000})["']/;
const BARE_ID = /^(?:tag-[^\s"'{}]+|\d+)$/;

/**
 * The new item's ID from the `res` of "create" (contract, section 4.1, leaves its shape open): an object,
 * a string of its JSON, a string that is almost JSON, or the bare ID.
 * @returns `undefined` when there is none to be read
 */
export function createdId(res: unknown): string | undefined {
  if (typeof res === 'number') return Number.isSafeInteger(res) ? String(res) : undefined;
  if (typeof res === 'object' && res !== null) return idMember(res);
  if (typeof res !== 'string') return undefined;
  const text = res.trim();
  if (BARE_ID.test(text)) return text;
  return fromJson(text) ?? ID_MEMBER.exec(text)?.[1];
}

/** For a body that is not JSON because such a string stands in it with its quotes unescaped. */
export function createdIdFromText(body: string): string | undefined {
  if (!/"status"\s*:\s*200\b/.test(body) || /"error(Code|Message)"/.test(body)) return undefined;
  return ID_MEMBER.exec(body)?.[1];
}

function idMember(value: object): string | undefined {
  const id: unknown = 'id' in value ? value.id : undefined;
  if (typeof id === 'string' && id !== '') return id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : undefined;
}

function fromJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value === text ? undefined : createdId(value);
    return typeof value === 'object' && value !== null ? idMember(value) : undefined;
  } catch {
    return undefined;
  }
}
