import type { Column } from '../../base/customerFields.ts';
import { parseSegment } from '../../search/parseSegment.ts';
import { dayRange, type Segment } from '../../search/segment.ts';
import {
  alternativesOf,
  choosable,
  type Choosable,
  type Subject,
  valueChoice,
  withAlternatives,
  withToggled,
} from '../../search/textParts.ts';
import { sortableTime } from '../../base/text.ts';

/** Part of a chart that the user can pick. In the search, it becomes a choice (`Choosable`). */
export type ChartPick =
  /** Key of a value; `''` for customers without a value. */
  | { readonly kind: 'value'; readonly key: string }
  /** Any value. */
  | { readonly kind: 'filled' }
  /** Times in ms, from `from` (inclusive) to `to` (exclusive). */
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** Returns the choice for a tag ID; `''` means customers without tags. */
type TagChoice = (id: string) => Choosable;

/** Field of the search language for each column whose chart can be picked. `page` is the ID of the account page. */
const SUBJECTS: Partial<Record<Column, Subject>> = {
  page: 'page',
  gender: 'gender',
  email: 'email',
  status: 'status',
  platform: 'platform',
  phone: 'phone',
  params: 'params',
  created: 'first',
  lastActive: 'active',
  tags: 'tags',
};

/** Returns whether a search can express a part of a chart. */
export function canChoose(column: Column, pick: ChartPick): boolean {
  // For a tag, any condition will do: the result only says whether there is a choice.
  return choiceOf(column, pick, (id) => choosable({ kind: 'text', text: id })) !== undefined;
}

/** A range of times is also chosen if the search has a longer range that contains it. */
export function isChosen(
  search: string,
  column: Column,
  pick: ChartPick,
  tagOf: TagChoice,
): boolean {
  const [subject, choice] = [SUBJECTS[column], choiceOf(column, pick, tagOf)];
  if (subject === undefined || choice === undefined) return false;
  const alternatives = alternativesOf(parseSegment(search), subject);
  if (pick.kind === 'range') return alternatives.some((segment) => isWithin(pick, daysOf(segment)));
  return alternatives.some((segment) => choice.matches(segment));
}

/** Returns whether the search has a condition on the column that its chart can show. */
export function hasChoice(search: string, column: Column): boolean {
  const subject = SUBJECTS[column];
  return subject !== undefined && alternativesOf(parseSegment(search), subject).length > 0;
}

/**
 * Returns the search after a click in a chart; `undefined` if the search cannot be parsed. With `adds`, the click adds
 * the choice to the others of the column, or removes it if the search has it already. Without `adds`, the choice
 * replaces the others; if it already is the only one, the click removes it. A part that a search cannot express leaves
 * the search unchanged.
 */
export function choose(
  search: string,
  {
    column,
    pick,
    adds,
  }: { readonly column: Column; readonly pick: ChartPick; readonly adds: boolean },
  tagOf: TagChoice,
): string | undefined {
  const [subject, choice] = [SUBJECTS[column], choiceOf(column, pick, tagOf)];
  if (subject === undefined || choice === undefined) return search;
  const parsed = parseSegment(search);
  if (parsed.problem !== undefined) return undefined;
  if (adds) return withToggled(search, subject, choice);
  const [first, second] = alternativesOf(parsed, subject);
  const isOnly = first !== undefined && second === undefined && choice.matches(first);
  return withAlternatives(search, subject, isOnly ? [] : [choice.condition]);
}

/** Returns the choice for a part of a chart; `undefined` if a search cannot express it. */
function choiceOf(column: Column, pick: ChartPick, tagOf: TagChoice): Choosable | undefined {
  if (column === 'created' || column === 'lastActive') {
    if (pick.kind !== 'range') return undefined;
    const range = rangeSegment(column === 'created' ? 'first' : 'active', pick);
    return range && choosable(range);
  }
  if (pick.kind === 'range') return undefined;
  const isFilled = pick.kind === 'filled';
  switch (column) {
    case 'tags':
      return isFilled ? undefined : tagOf(pick.key);
    case 'email':
    case 'phone':
    case 'gender': {
      if (isFilled) return choosable({ kind: 'has', field: column });
      if (pick.key === '') return choosable({ kind: 'not', part: { kind: 'has', field: column } });
      return column === 'gender' ? valueChoice(column, pick.key) : undefined;
    }
    case 'params': {
      // A search cannot express that a customer has any parameters, or none.
      const isAnyOrNone = isFilled || pick.key === '';
      return isAnyOrNone ? undefined : choosable({ kind: 'hasParam', name: pick.key });
    }
    case 'page':
    case 'status':
    case 'platform':
      return isFilled ? undefined : valueChoice(column, pick.key);
    default:
      return undefined;
  }
}

interface Days {
  /** First day of the range (`from`) and the day after its last day (`to`), as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Times in ms, from `from` (inclusive) to `to` (exclusive). */
interface Times {
  readonly from: number;
  readonly to: number;
}

/** Returns `first >= … and first < …`, or `undefined` for a year that does not have four digits. */
function rangeSegment(field: 'active' | 'first', times: Times): Segment | undefined {
  const [from, to] = [dayOf(times.from), dayOf(times.to)];
  if (from === undefined || to === undefined) return undefined;
  return dayRange(field, from, to);
}

/** Returns the days of a condition that `rangeSegment` created, or `undefined` for other conditions. */
function daysOf(segment: Segment): Days | undefined {
  if (segment.kind !== 'and' || segment.parts.length !== 2) return undefined;
  const [from, to] = segment.parts.map(boundOf);
  if (from?.comparison !== '>=' || to?.comparison !== '<') return undefined;
  return { from: from.day, to: to.day };
}

function isWithin(times: Times, days: Days | undefined): boolean {
  const [from, to] = [dayOf(times.from), dayOf(times.to)];
  if (days === undefined || from === undefined || to === undefined) return false;
  return days.from <= from && to <= days.to;
}

/** Returns the comparison and the day of a condition such as `first >= 2026-11-22`. */
function boundOf(part: Segment): { comparison: string; day: string } | undefined {
  if (part.kind !== 'time' || part.when.operand.kind !== 'day') {
    return undefined;
  }
  return { comparison: part.when.comparison, day: part.when.operand.day };
}

/** Returns the day in local time, or `undefined` for a year that does not have four digits. */
function dayOf(time: number): string | undefined {
  return sortableTime(time)?.slice(0, 'YYYY-MM-DD'.length);
}
