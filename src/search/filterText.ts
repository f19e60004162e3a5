import { joinedSearches, NO_TAGS, valueChoice } from './textParts.ts';
import type { Condition, Segment } from './segment.ts';
import { segmentText } from './segmentText.ts';
import { clamp } from '../base/numbers.ts';

/** Range of times in ms that a search can express, because its years have four digits. */
const EARLIEST_TIME = Date.UTC(1000, 0);
const LATEST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Filter passed by a program or saved by an earlier version. An absent field filters nothing. */
export interface Filter {
  /** Words that each have to occur in a record. */
  readonly text?: string | undefined;
  /** Values as in records; `''` for no value. */
  readonly status?: readonly string[] | undefined;
  readonly platform?: readonly string[] | undefined;
  /** Tag IDs, or the name of a tag without ID; `''` for customers without tags. */
  readonly tag?: readonly string[] | undefined;
  /** Bounds of the last interaction in ms, both inclusive. */
  readonly after?: number | null | undefined;
  readonly before?: number | null | undefined;
  readonly segment?: string | undefined;
}

/** Converts a filter into a search that matches the same customers. Copies the segment, even if it cannot be parsed. */
export function filterText(filter: Filter): string {
  const { text = '', status = [], platform = [], tag = [], after, before, segment = '' } = filter;
  const words = text.split(/\s+/).filter(Boolean);
  const conditions: readonly (Segment | undefined)[] = [
    ...words.map((word): Segment => ({ kind: 'text', text: word })),
    anyOf(status.map((value) => valueChoice('status', value).condition)),
    anyOf(platform.map((value) => valueChoice('platform', value).condition)),
    anyOf(tag.map((id) => (id === '' ? NO_TAGS : { kind: 'tag', by: 'tagid', value: id }))),
    activeAt('>=', after),
    activeAt('<=', before),
  ];
  const texts = conditions
    .filter((condition) => condition !== undefined)
    .map((condition) => segmentText(condition));
  if (segment.trim() !== '') texts.push(segment.trim());
  return joinedSearches(texts);
}

function anyOf(conditions: readonly Segment[]): Segment | undefined {
  const [first, second] = conditions;
  return second === undefined ? first : { kind: 'or', parts: conditions };
}

function activeAt(comparison: '>=' | '<=', time: number | null | undefined): Condition | undefined {
  if (time === null || time === undefined) return undefined;
  const clamped = clamp(time, EARLIEST_TIME, LATEST_TIME);
  const operand = { kind: 'time', time: new Date(clamped).toISOString() } as const;
  return { kind: 'time', field: 'active', when: { comparison, operand } };
}
