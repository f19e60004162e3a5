import type { Condition, Segment } from './segment.ts';
import { segmentText } from './segmentText.ts';
import { bracketed } from './textParts.ts';

/** ms; what a search can say: years have four digits. */
const FIRST_TIME = Date.UTC(1000, 0);
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A filter as earlier versions kept it; what is absent narrows nothing. */
interface Filter {
  readonly text?: string | undefined;
  /** As records have it; `''`: none. */
  readonly status?: readonly string[] | undefined;
  readonly platform?: readonly string[] | undefined;
  /** IDs; of a tag without one its name; `''`: no tag at all */
  readonly tag?: readonly string[] | undefined;
  /** ms; both ends belong to it */
  readonly after?: number | null | undefined;
  readonly before?: number | null | undefined;
  readonly segment?: string | undefined;
}

/** The search that finds the same customers. A segment that cannot be read stays, with what is wrong with it. */
export function filterText(filter: Filter): string {
  const { text = '', status = [], platform = [], tag = [], after, before, segment = '' } = filter;
  const words = text.split(/\s+/).filter(Boolean);
  const parts: readonly (Segment | undefined)[] = [
    ...words.map((word): Segment => ({ kind: 'text', text: word })),
    anyOf(status.map((value) => fieldIs('status', value))),
    anyOf(platform.map((value) => fieldIs('platform', value))),
    anyOf(tag.map(tagIs)),
    activeAt('>=', after),
    activeAt('<=', before),
  ];
  const all = parts.filter((part) => part !== undefined);
  const texts = all.map((part) => segmentText(part));
  if (segment.trim() !== '') texts.push(segment.trim());
  return texts.length === 1 ? texts.join('') : texts.map(bracketed).join(' ');
}

function anyOf(parts: readonly Segment[]): Segment | undefined {
  const [only, second] = parts;
  return second === undefined ? only : { kind: 'or', parts };
}

function fieldIs(field: 'status' | 'platform', value: string): Segment {
  if (value === '') return { kind: 'not', part: { kind: 'has', field } };
  return { kind: 'field', field, comparison: '=', value };
}

function tagIs(id: string): Condition {
  if (id === '') return { kind: 'tags', comparison: '=', number: 0 };
  return { kind: 'tag', by: 'tagid', value: id };
}

function activeAt(comparison: '>=' | '<=', time: number | null | undefined): Condition | undefined {
  if (time === null || time === undefined) return undefined;
  // A state that was kept on disk may have any time.
  const held = Math.max(FIRST_TIME, Math.min(LAST_TIME, time));
  const than = { kind: 'time', time: new Date(held).toISOString() } as const;
  return { kind: 'time', field: 'active', when: { comparison, than } };
}
