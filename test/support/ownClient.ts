import type { CustomerRecord, UserTagList } from '../../src/base/model.ts';

interface Service {
  readonly baseUrl: string;
  readonly token: string;
}

/** Sends a request with a client that is independent of the extension. Returns the response body as text. */
export async function bodyOf(
  { baseUrl, token }: Service,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.text();
}

/**
 * Returns `res` of the response.
 * @returns undefined if the request failed
 */
export async function resOf(...request: Parameters<typeof bodyOf>): Promise<unknown> {
  return (JSON.parse(await bodyOf(...request)) as { res?: unknown }).res;
}

/**
 * Returns the first customers of the service's bot.
 * @param limit maximum number. Defaults to the largest page that the service allows.
 */
export async function customersOf(
  service: Service & { readonly botId: string },
  limit = 3086,
): Promise<readonly CustomerRecord[]> {
  const path = `/v1/api/bot/customers?botId=${service.botId}&limit=${limit}`;
  return ((await resOf(service, 'GET', path)) as { records: CustomerRecord[] }).records;
}

/** Returns the fields of a request body that identify a customer. */
export function userIn({ id, pageId, platform }: CustomerRecord): object {
  return { bot_raw_uid: id, bot_pid: pageId, bot_channel: platform === 'LINE' ? 1 : 0 };
}

/** Returns the IDs of a customer's tags, sorted. */
export async function tagIdsOf(
  service: Service,
  customer: CustomerRecord,
): Promise<readonly string[]> {
  const lists = await resOf(service, 'POST', '/v1/api/user/taglist', userIn(customer));
  return (lists as UserTagList[]).flatMap(({ tags }) => tags.map(({ id }) => id)).toSorted();
}
