import type { EndpointName } from '../core/errors.ts';
import { createItem, deleteItem, getItem } from './items.ts';
import { listCustomers } from './listCustomers.ts';
import { attachTag, detachTag, listUserTags } from './users.ts';
import type { Handler } from './world.ts';

/** Every endpoint of the contract; one that is missing does not compile. */
export const handlers: Readonly<Record<EndpointName, Handler>> = {
  createItem,
  getItem,
  deleteItem,
  attachTag,
  detachTag,
  listUserTags,
  listCustomers,
};
