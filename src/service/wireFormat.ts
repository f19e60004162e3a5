import * as z from '../base/zod.ts';
import { readNumber } from '../base/customer.ts';
import type { EndpointName } from '../base/endpoints.ts';
import { type InputField, ServiceError } from '../base/errors.ts';
import {
  type CustomerQuery,
  FACEBOOK,
  LINE,
  MAX_LIMIT,
  MIN_LIMIT,
  type NewItem,
  type UserRef,
} from '../base/model.ts';
import { bearer } from './tokenText.ts';

/** Returns the headers of every request to the API (docs/service-interface.md, section 4). */
export function requestHeaders(token: string): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', authorization: bearer(token) };
}

/** Builds the body of "create" (docs/service-interface.md, section 4.1). */
export function createBody(item: NewItem & { readonly botId: string }): Record<string, unknown> {
  if (item.name.trim() === '') throw badInput('createItem', 'name', 'enter a name');
  const { name, type, parentId } = item;
  const botId = wellFormedId('createItem', 'botId', item.botId);
  if (parentId !== undefined) wellFormedId('createItem', 'tagId', parentId);
  return { botId, name, type, ...(parentId === undefined ? {} : { parentId: wireId(parentId) }) };
}

/** Builds the body of the user-tag calls (docs/service-interface.md, section 2.2). Rejects ambiguous input. */
export function userBody(endpoint: EndpointName, user: UserRef): Record<string, unknown> {
  const hasRaw = hasText(user.rawUid);
  const hasEncrypted = hasText(user.uid);
  if (hasRaw && hasEncrypted) {
    throw badInput(endpoint, 'user', 'give either rawUid or uid: drop one of them');
  }
  if (!hasRaw && !hasEncrypted) {
    throw badInput(endpoint, 'user', 'add the user ID, as rawUid (unencrypted) or uid (encrypted)');
  }
  if (!hasText(user.pageId)) throw badInput(endpoint, 'pageId', 'add the page ID');
  if (user.channel !== FACEBOOK && user.channel !== LINE) {
    throw badInput(endpoint, 'channel', 'give 0 (Facebook) or 1 (LINE)');
  }
  const id = wellFormedId(endpoint, 'user', user.rawUid || user.uid || '');
  return {
    ...(hasRaw ? { bot_raw_uid: id } : { bot_uid: id }),
    bot_pid: wellFormedId(endpoint, 'pageId', user.pageId),
    bot_channel: user.channel,
  };
}

/** Builds the body of "attach" and "detach" (docs/service-interface.md, sections 4.4 and 4.5). */
export function taggingBody(
  endpoint: 'attachTag' | 'detachTag',
  tagId: string,
  user: UserRef,
): Record<string, unknown> {
  if (tagId === '') throw badInput(endpoint, 'tagId', 'enter a tag ID');
  return { bot_tag_id: wellFormedId(endpoint, 'tagId', tagId), ...userBody(endpoint, user) };
}

/** Builds the query of "list customers" (docs/service-interface.md, section 4.7). */
export function customersQuery(query: CustomerQuery): string {
  const { limit, from, next } = query;
  const botId = wellFormedId('listCustomers', 'botId', query.botId);
  if (!Number.isInteger(limit) || limit < MIN_LIMIT || limit > MAX_LIMIT) {
    throw badInput('listCustomers', 'limit', `give a whole number, ${MIN_LIMIT} to ${MAX_LIMIT}`);
  }
  if (from !== undefined && !/^\d{13}$/.test(String(from))) {
    throw badInput('listCustomers', 'from', 'give a timestamp of 13 digits, in milliseconds');
  }
  const parameters: [string, string][] = [
    ['botId', botId],
    ['limit', String(limit)],
  ];
  if (from !== undefined) parameters.push(['from', String(from)]);
  // The key is opaque, and a lone surrogate in it is no reason to end a walk.
  if (next !== undefined) parameters.push(['next', next.toWellFormed()]);
  return parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

/** Encodes an ID for the path. IDs are opaque: any text is valid, except the empty text. */
export function pathId(endpoint: EndpointName, id: string): string {
  if (id === '') throw badInput(endpoint, 'tagId', 'enter an ID');
  // URL parsers between client and service drop the segments "." and "..", however they are encoded.
  if (id === '.' || id === '..') throw badInput(endpoint, 'tagId', `"${id}" is not an ID`);
  return /^[\w-]+$/.test(id) ? id : encodeURIComponent(wellFormedId(endpoint, 'tagId', id));
}

/** `parentId` is documented as a number, but IDs are strings. Digits are sent as a number if no digit is lost. */
function wireId(id: string): string | number {
  const number = Number(id);
  return Number.isSafeInteger(number) && String(number) === id ? number : id;
}

export function badInput(endpoint: EndpointName, field: InputField, detail: string): ServiceError {
  return new ServiceError(endpoint, { kind: 'bad-input', field, detail }, 'not-sent');
}

/** A lone surrogate would arrive as another character, and the ID could then belong to another user or item. */
function wellFormedId(endpoint: EndpointName, field: InputField, id: string): string {
  if (id.isWellFormed()) return id;
  const detail = 'it has half of a character (a lone surrogate)';
  const problem = { kind: 'bad-input', field, detail, isIllFormed: true } as const;
  throw new ServiceError(endpoint, problem, 'not-sent');
}

function hasText(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

/** Schema of an ID. IDs are strings, but an ID of digits only may be returned as a number. */
const id = z.union([z.string().check(z.minLength(1)), z.pipe(z.int(), z.transform(String))]);

/** Schema of an item (docs/service-interface.md, section 4.2). */
export const remoteItem = z.looseObject({
  id,
  name: z.string(),
  botId: z.string(),
  type: z.number(),
  created: z.pipe(
    z.nullish(z.number()),
    z.transform((value) => value ?? undefined),
  ),
});

/** Schema of the IDs that "delete" returns (docs/service-interface.md, section 4.3). */
export const deletedIds = z.array(id);

/** Schema of the result of "attach" and "detach" (docs/service-interface.md, sections 4.4, 4.5). */
export const okResult = z.literal('ok');

/** Tag of a user. A missing or invalid time counts as unknown and does not invalidate the list. */
const userTag = z.looseObject({
  id,
  name: z.string(),
  timestamp: z.pipe(z.optional(z.unknown()), z.transform(readNumber)),
});

/** Schema of a text that may be absent. A text of digits only may be returned as a number. */
const optionalText = z.nullish(z.union([z.string(), z.pipe(z.int(), z.transform(String))]));

/** Schema of the tag lists of a user (docs/service-interface.md, section 4.6). */
export const userTagLists = z.array(
  z.looseObject({
    bot_uid: optionalText,
    bot_raw_uid: optionalText,
    bot_pid: optionalText,
    bot_channel: z.nullish(
      z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))]),
    ),
    tags: z.pipe(
      z.nullish(z.array(userTag)),
      z.transform((tags) => tags ?? []),
    ),
  }),
);

/**
 * Schema of a page of customers (docs/service-interface.md, section 2.5). Records are validated
 * separately, so that one invalid record does not invalidate the page.
 */
export const customerPage = z.looseObject({
  records: z.array(z.unknown()),
  next: z.pipe(
    optionalText,
    // The last page may have no key, null or an empty key.
    z.transform((key) => key || undefined),
  ),
});
