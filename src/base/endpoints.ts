export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the base URL; `{tagId}` stands for a percent-encoded ID. */
  readonly path: string;
  /** A GET or a read-only POST: nothing changes at the service when its outcome is unknown. */
  readonly isRead: boolean;
}

/** The whole interface (contract, section 4): the client calls from this table, the sandbox serves from it. */
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

/** A call failed and will be sent again, or is being sent again. */
export interface RetryWait {
  /** The signal that was given to the call: tells whose it is. */
  readonly signal: AbortSignal;
  readonly endpoint: EndpointName;
  /** Until the next try, ms; 0: it begins now. */
  readonly delayMs: number;
  /** Why the last try failed. */
  readonly reason: string;
}
