import type { Column } from '../../core/customerFields.ts';
import {
  alternativesOf,
  isSame,
  withAlternatives,
  type Subject,
} from '../../segments/textParts.ts';
import { parseSegment, type ParsedSegment } from '../../segments/parseSegment.ts';
import type { Segment } from '../../segments/segment.ts';
import type { Filter } from '../../surface/gridMessages.ts';
import { daysOf, isWithin, rangeSegment } from './dayRange.ts';

/** What one can choose in a chart. */
export type Choice =
  /** `''`: no value */
  | { readonly kind: 'value'; readonly key: string }
  /** Any value. */
  | { readonly kind: 'filled' }
  /** From the one time to before the other, ms. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

const FACETS = { status: 'status', platform: 'platform', tags: 'tag' } as const;
const SUBJECTS: Partial<Record<Column, Subject>> = {
  ...{ page: 'page', gender: 'gender', email: 'email' },
  ...{ phone: 'phone', params: 'params', created: 'first' },
};
/** The words of segments for what the service writes in Chinese. */
const GENDERS: Readonly<Record<string, string>> = { 男: 'male', 女: 'female' };

/** Whether there is a filter for it. */
export function canChoose(column: Column, pick: Choice): boolean {
  if (isFacet(column)) return pick.kind === 'value';
  if (column === 'lastActive') return pick.kind === 'range';
  return conditionOf(column, pick) !== undefined;
}

export function isChosen(filter: Filter, column: Column, pick: Choice): boolean {
  if (isFacet(column)) return pick.kind === 'value' && filter[FACETS[column]].includes(pick.key);
  if (column === 'lastActive') {
    const { after, before } = filter;
    if (pick.kind !== 'range' || (after === null && before === null)) return false;
    return (after ?? pick.from) <= pick.from && (before ?? pick.to) >= pick.to - 1;
  }
  const [subject, condition] = [SUBJECTS[column], conditionOf(column, pick)];
  if (subject === undefined || condition === undefined) return false;
  const alternatives = alternativesOf(read(filter.segment), subject);
  if (pick.kind === 'range') return alternatives.some((one) => isWithin(pick, daysOf(one)));
  return alternatives.some((one) => isSame(one, condition));
}

/** Whether the filter says anything of the column. */
export function hasChoice(filter: Filter, column: Column): boolean {
  if (isFacet(column)) return filter[FACETS[column]].length > 0;
  if (column === 'lastActive') return filter.after !== null || filter.before !== null;
  const subject = SUBJECTS[column];
  if (subject === undefined) return false;
  return alternativesOf(read(filter.segment), subject).length > 0;
}

/**
 * The filter after a click: this in place of what was chosen in the column, or beside it; without it when it was
 * chosen already.
 *
 * @returns `undefined` when the filter's segment cannot be read, and so not be changed
 */
export function choose(
  filter: Filter,
  {
    column,
    pick,
    adds,
  }: { readonly column: Column; readonly pick: Choice; readonly adds: boolean },
): Filter | undefined {
  if (isFacet(column)) {
    const facet = FACETS[column];
    const key = pick.kind === 'value' ? pick.key : '';
    return { ...filter, [facet]: toggled(filter[facet], key, adds, (one, other) => one === other) };
  }
  if (column === 'lastActive') {
    return pick.kind === 'range' ? { ...filter, ...activeRange(filter, pick, adds) } : filter;
  }
  const [subject, condition] = [SUBJECTS[column], conditionOf(column, pick)];
  if (subject === undefined || condition === undefined) return filter;
  const parsed = read(filter.segment);
  if (parsed.problem !== undefined) return undefined;
  const next = toggled(alternativesOf(parsed, subject), condition, adds, isSame);
  return { ...filter, segment: withAlternatives(filter.segment, subject, next) };
}

let last: { readonly text: string; readonly parsed: ParsedSegment } | undefined;

/** Every bar of a chart asks of the same text. */
function read(text: string): ParsedSegment {
  if (last?.text !== text) last = { text, parsed: parseSegment(text) };
  return last.parsed;
}

function toggled<One>(
  all: readonly One[],
  one: One,
  adds: boolean,
  isEqual: (one: One, other: One) => boolean,
): One[] {
  const others = all.filter((other) => !isEqual(other, one));
  const has = others.length < all.length;
  if (adds) return has ? others : [...others, one];
  return has && others.length === 0 ? [] : [one];
}

/** One range is all that the filter has: to add is to reach as far. */
function activeRange(
  { after, before }: Filter,
  { from, to }: Choice & { kind: 'range' },
  adds: boolean,
): { after: number | null; before: number | null } {
  if (after === from && before === to - 1) return { after: null, before: null };
  if (!adds || (after === null && before === null)) return { after: from, before: to - 1 };
  return {
    after: after === null ? null : Math.min(after, from),
    before: before === null ? null : Math.max(before, to - 1),
  };
}

/** @returns `undefined` when a segment has no words for it */
function conditionOf(column: Column, pick: Choice): Segment | undefined {
  if (column === 'created') return pick.kind === 'range' ? rangeSegment(pick) : undefined;
  if (pick.kind === 'range') return undefined;
  if (column === 'email' || column === 'phone' || column === 'gender') {
    if (pick.kind === 'filled') return { kind: 'has', field: column };
    if (pick.key === '') return { kind: 'not', part: { kind: 'has', field: column } };
  }
  if (pick.kind === 'filled') return undefined;
  const { key } = pick;
  if (column === 'params') return key === '' ? undefined : { kind: 'hasParam', name: key };
  if (column !== 'page' && column !== 'gender') return undefined;
  const value = (column === 'gender' ? GENDERS[key] : undefined) ?? key;
  return { kind: 'field', field: column, comparison: '=', value };
}

function isFacet(column: Column): column is keyof typeof FACETS {
  return Object.hasOwn(FACETS, column);
}
