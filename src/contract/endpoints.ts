import type { EndpointName } from '../core/errors.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the base URL; `{tagId}` stands for a percent-encoded ID. */
  readonly path: string;
}

/** The whole interface (contract, section 4): the client calls from this table, the sandbox serves from it. */
export const endpoints = {
  createItem: { method: 'POST', path: '/v1/api/tag/autogen' },
  getItem: { method: 'GET', path: '/v1/api/tag/{tagId}' },
  deleteItem: { method: 'DELETE', path: '/v1/api/tag/{tagId}' },
  attachTag: { method: 'POST', path: '/v1/api/user/tag' },
  detachTag: { method: 'DELETE', path: '/v1/api/user/tag' },
  listUserTags: { method: 'POST', path: '/v1/api/user/taglist' },
  listCustomers: { method: 'GET', path: '/v1/api/bot/customers' },
} as const satisfies Record<EndpointName, Endpoint>;

/** Calls that a GET or a read-only POST makes: nothing changes at the service when their outcome is unknown. */
export const readOnly: ReadonlySet<EndpointName> = new Set([
  'getItem',
  'listUserTags',
  'listCustomers',
]);
