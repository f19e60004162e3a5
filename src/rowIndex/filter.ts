import type { Filter } from '../surface/gridMessages.ts';

export const NO_FILTER: Filter = {
  text: '',
  status: [],
  platform: [],
  tag: [],
  after: null,
  before: null,
  segment: '',
};

/** Whether it leaves out any row. */
export function isNarrowing(filter: Filter): boolean {
  const { text, status, platform, tag, after, before, segment } = filter;
  const lists = [status, platform, tag];
  if (text !== '' || segment !== '') return true;
  return after !== null || before !== null || lists.some((list) => list.length > 0);
}
