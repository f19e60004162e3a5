import { parseSegment, type ParsedSegment } from '../segments/parseSegment.ts';
import type { Condition, Segment } from '../segments/segment.ts';
import type { Filter } from '../surface/gridMessages.ts';

/** The latest time that a `Date` can hold. */
const LAST_TIME = 8.64e15;

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

/** Turns a filter into one search. When its segment cannot be read, this is the problem instead. */
export function searchOf(filter: Filter): Pick<ParsedSegment, 'segment' | 'problem'> {
  const { segment, problem } = parseSegment(filter.segment);
  if (problem !== undefined) return { problem };
  const words = filter.text.split(/\s+/).filter(Boolean);
  const all: readonly (Segment | undefined)[] = [
    ...words.map((text): Segment => ({ kind: 'text', text })),
    anyOf(filter.status.map((value) => fieldIs('status', value))),
    anyOf(filter.platform.map((value) => fieldIs('platform', value))),
    anyOf(filter.tag.map(tagIs)),
    filter.after === null ? undefined : activeAt('>=', filter.after),
    filter.before === null ? undefined : activeAt('<=', filter.before),
    segment,
  ];
  const parts = all.filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { segment: { kind: 'and', parts } };
}

function anyOf(parts: readonly Segment[]): Segment | undefined {
  return parts.length === 0 ? undefined : { kind: 'or', parts };
}

/** @param value `''`: none */
function fieldIs(field: 'status' | 'platform', value: string): Segment {
  if (value === '') return { kind: 'not', part: { kind: 'has', field } };
  return { kind: 'field', field, comparison: '=', value };
}

/** @param id of a tag without one its name; `''`: no tag at all */
function tagIs(id: string): Condition {
  if (id === '') return { kind: 'tags', comparison: '=', number: 0 };
  return { kind: 'tag', by: 'tagid', value: id };
}

function activeAt(comparison: '>=' | '<=', time: number): Condition {
  // A state that was kept on disk may have a time that no `Date` can hold.
  const held = Math.max(-LAST_TIME, Math.min(LAST_TIME, time));
  const than = { kind: 'time', time: new Date(held).toISOString() } as const;
  return { kind: 'time', field: 'active', when: { comparison, than } };
}
