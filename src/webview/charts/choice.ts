import type { Column } from '../../core/customerFields.ts';
import { choosable, valueChoice, type Choosable } from '../../segments/choosable.ts';
import { parseSegment, type ParsedSegment } from '../../segments/parseSegment.ts';
import {
  alternativesOf,
  withAlternatives,
  withToggled,
  type Subject,
} from '../../segments/textParts.ts';
import { daysOf, isWithin, rangeSegment } from './dayRange.ts';

/** What one can choose in a chart. */
export type Choice =
  /** `''`: no value */
  | { readonly kind: 'value'; readonly key: string }
  /** Any value. */
  | { readonly kind: 'filled' }
  /** From the one time to before the other, ms. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** How a tag is written, by its ID; `''`: no tag. */
export type TagChoice = (id: string) => Choosable;

const SUBJECTS: Partial<Record<Column, Subject>> = {
  ...{ page: 'page', gender: 'gender', email: 'email', status: 'status', platform: 'platform' },
  ...{ phone: 'phone', params: 'params', created: 'first', lastActive: 'active', tags: 'tags' },
};

/** Whether there is a condition for it. */
export function canChoose(column: Column, pick: Choice): boolean {
  return choiceOf(column, pick, (id) => choosable({ kind: 'text', text: id })) !== undefined;
}

export function isChosen(search: string, column: Column, pick: Choice, tagOf: TagChoice): boolean {
  const [subject, choice] = [SUBJECTS[column], choiceOf(column, pick, tagOf)];
  if (subject === undefined || choice === undefined) return false;
  const alternatives = alternativesOf(read(search), subject);
  if (pick.kind === 'range') return alternatives.some((one) => isWithin(pick, daysOf(one)));
  return alternatives.some((one) => choice.is(one));
}

/** Whether the search says anything of the column that its chart could show. */
export function hasChoice(search: string, column: Column): boolean {
  const subject = SUBJECTS[column];
  return subject !== undefined && alternativesOf(read(search), subject).length > 0;
}

/**
 * The search after a click: this in place of what was chosen in the column, or beside it; without it when it was
 * chosen already.
 *
 * @returns `undefined` when the search cannot be read, and so not be changed
 */
export function choose(
  search: string,
  {
    column,
    pick,
    adds,
  }: { readonly column: Column; readonly pick: Choice; readonly adds: boolean },
  tagOf: TagChoice,
): string | undefined {
  const [subject, choice] = [SUBJECTS[column], choiceOf(column, pick, tagOf)];
  if (subject === undefined || choice === undefined) return search;
  const parsed = read(search);
  if (parsed.problem !== undefined) return undefined;
  if (adds) return withToggled(search, subject, choice);
  const [first, second] = alternativesOf(parsed, subject);
  const isOnly = first !== undefined && second === undefined && choice.is(first);
  return withAlternatives(search, subject, isOnly ? [] : [choice.condition]);
}

let last: { readonly text: string; readonly parsed: ParsedSegment } | undefined;

/** Every bar of a chart asks of the same text. */
function read(text: string): ParsedSegment {
  if (last?.text !== text) last = { text, parsed: parseSegment(text) };
  return last.parsed;
}

/** @returns `undefined` when a search has no words for it */
function choiceOf(column: Column, pick: Choice, tagOf: TagChoice): Choosable | undefined {
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
      const isNone = isFilled || pick.key === '';
      return isNone ? undefined : choosable({ kind: 'hasParam', name: pick.key });
    }
    case 'page':
    case 'status':
    case 'platform':
      return isFilled ? undefined : valueChoice(column, pick.key);
    default:
      return undefined;
  }
}
