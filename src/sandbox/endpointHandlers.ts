import type { EndpointName } from '../base/endpoints.ts';
import * as items from './items.ts';
import { listCustomers } from './listCustomers.ts';
import * as users from './users.ts';
import type { Handler } from './world.ts';

/** Every endpoint of the contract; one that is missing does not compile. */
export const handlers: Readonly<Record<EndpointName, Handler>> = {
  ...items,
  ...users,
  listCustomers,
};
