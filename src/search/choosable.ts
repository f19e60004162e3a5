import type { Condition, Segment, SegmentField } from './segment.ts';
import { segmentText } from './segmentText.ts';
import { recordValue, wordFor } from './words.ts';

/** Value that the user can choose in a menu or chart. */
export interface Choosable {
  /** Condition that is written into the search. */
  readonly condition: Segment;
  /** Tells whether a condition in the search means this value, whatever its spelling. */
  readonly is: (condition: Segment) => boolean;
}

/** Matches customers without any tag. */
export const NO_TAGS: Condition = { kind: 'tags', comparison: '=', number: 0 };

export function choosable(condition: Segment): Choosable {
  return { condition, is: (other) => isSame(other, condition) };
}

/** @param key value as in records; `''` for no value */
export function valueChoice(field: SegmentField, key: string): Choosable {
  if (key === '') return choosable({ kind: 'not', part: { kind: 'has', field } });
  return choosable({ kind: 'field', field, comparison: '=', value: wordFor(field, key) });
}

/** Compares the meaning of two conditions: `status = 1` equals `status = running`. */
export function isSame(first: Segment, second: Segment): boolean {
  if (first.kind !== 'field' || second.kind !== 'field') {
    return segmentText(first) === segmentText(second);
  }
  return (
    first.field === second.field &&
    first.comparison === second.comparison &&
    recordValue(first.field, first.value) === recordValue(second.field, second.value)
  );
}
