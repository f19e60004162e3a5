import type { PageStrings } from '../protocol.ts';

export type Column = keyof PageStrings['columns'];

/** From left to right; the widths are in `customers.css`. */
export const COLUMNS: readonly Column[] = [
  'picture',
  'name',
  'platform',
  'page',
  'status',
  'created',
  'lastActive',
  'tags',
  'params',
  'email',
  'phone',
  'birthday',
  'gender',
  'id',
];
