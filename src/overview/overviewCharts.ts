/** What the counts are of: the newest scan that was kept, or what the Customers panel has loaded. */
export const OVERVIEW_SOURCES = ['scan', 'loaded'] as const;
export type OverviewSource = (typeof OVERVIEW_SOURCES)[number];

/** What is done to tags from the Tag Overview: by the commands that do it everywhere else. */
export const OVERVIEW_ACTIONS = [
  'customers',
  'tree',
  'merge',
  'verify',
  'planDelete',
  'moveToFolder',
  'remove',
] as const;
export type OverviewAction = (typeof OVERVIEW_ACTIONS)[number];

/** Charts of customers by value. */
export const VALUE_CHARTS = ['last', 'first', 'status', 'platform', 'page'] as const;
export type ValueChart = (typeof VALUE_CHARTS)[number];
