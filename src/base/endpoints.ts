import type {
  CustomerPage,
  CustomerQuery,
  NewItem,
  RecordPage,
  RemoteItem,
  UserRef,
  UserTagList,
} from './model.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path relative to the base URL. `{tagId}` is the placeholder of a percent-encoded ID. */
  readonly path: string;
  /** Whether the endpoint is a GET or a read-only POST, which never changes anything at the service. */
  readonly isRead: boolean;
}

/** All endpoints (docs/service-interface.md, section 4). The client and the sandbox both use this table. */
export const endpoints = {
  createItem: { method: 'POST', path: '/v1/api/tag/autogen', isRead: false },
  getItem: { method: 'GET', path: '/v1/api/tag/{tagId}', isRead: true },
  deleteItem: { method: 'DELETE', path: '/v1/api/tag/{tagId}', isRead: false },
  attachTag: { method: 'POST', path: '/v1/api/user/tag', isRead: false },
  detachTag: { method: 'DELETE', path: '/v1/api/user/tag', isRead: false },
  listUserTags: { method: 'POST', path: '/v1/api/user/taglist', isRead: true },
  listCustomers: { method: 'GET', path: '/v1/api/bot/customers', isRead: true },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** Source of customer pages: the service, or a file. */
export type PageSource = Pick<BotService, 'listCustomers' | 'walkCustomers'>;

/**
 * Client of the service for one bot's token (docs/service-interface.md, section 4). Every method throws `ServiceError`,
 * or the signal's own reason if the caller aborted. Failed requests are retried automatically: reads after most
 * failures, writes only if no connection was made.
 */
export interface BotService {
  /** @returns the new item's ID (section 4.1) */
  createItem(item: NewItem & { readonly botId: string }, signal: AbortSignal): Promise<string>;
  getItem(id: string, signal: AbortSignal): Promise<RemoteItem>;
  /** @returns the IDs of all deleted items, as the service lists them (section 4.3) */
  deleteItem(id: string, signal: AbortSignal): Promise<readonly string[]>;
  attachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void>;
  detachTag(tagId: string, user: UserRef, signal: AbortSignal): Promise<void>;
  listUserTags(user: UserRef, signal: AbortSignal): Promise<readonly UserTagList[]>;
  listCustomers(query: CustomerQuery, signal: AbortSignal): Promise<CustomerPage>;
  /**
   * Reads page after page, starting with the page of the query, including empty pages. Each page is requested before
   * the previous one is parsed, so a caller that does not need all pages should set `maxPages`.
   */
  walkCustomers(
    query: CustomerQuery,
    signal: AbortSignal,
    maxPages?: number,
  ): AsyncGenerator<CustomerPage, void, undefined>;
  /** Walks the pages like `walkCustomers` but returns the records as they were sent: located, not parsed. */
  walkRecords(
    query: CustomerQuery,
    signal: AbortSignal,
  ): AsyncGenerator<RecordPage, void, undefined>;
}

type ReadEndpoint = {
  [Name in EndpointName]: (typeof endpoints)[Name]['isRead'] extends true ? Name : never;
}[EndpointName];

type Reads = Pick<BotService, ReadEndpoint | 'walkCustomers' | 'walkRecords'>;

const READ_METHODS = [
  ...Object.entries(endpoints).flatMap(([name, { isRead }]) => (isRead ? [name] : [])),
  'walkCustomers',
  'walkRecords',
] as readonly (keyof Reads)[];

/** Returns the methods of a service that only read, for a wrapper that changes how the service writes. */
export function readsOf(service: BotService): Reads {
  const methods = READ_METHODS.map((name) => [name, service[name].bind(service)]);
  return Object.fromEntries(methods) as Reads;
}

export interface RetryWait {
  /** Signal that was passed to the call. It identifies the caller. */
  readonly signal: AbortSignal;
  readonly endpoint: EndpointName;
  /** Delay until the retry, in ms. 0: the wait is over, and the retry begins. */
  readonly delayMs: number;
  readonly reason: string;
}
