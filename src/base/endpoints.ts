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

/** Wait before a retry of a failed call. */
export interface RetryWait {
  /** Signal that was passed to the call. It identifies the caller. */
  readonly signal: AbortSignal;
  readonly endpoint: EndpointName;
  /** Delay until the retry, in ms. 0: the wait is over, and the retry begins. */
  readonly delayMs: number;
  /** Reason why the last try failed. */
  readonly reason: string;
}
