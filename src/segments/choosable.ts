import type { Segment, SegmentField } from './segment.ts';
import { segmentText } from './segmentText.ts';
import { recordTexts, wordFor } from './words.ts';

/** Something that can be chosen in a menu or chart. */
export interface Choosable {
  /** What is written for it. */
  readonly condition: Segment;
  /** Whether somebody else wrote the same. */
  readonly is: (one: Segment) => boolean;
}

export function choosable(condition: Segment): Choosable {
  return { condition, is: (one) => isSame(one, condition) };
}

/** @param key as records have it; `''`: no value */
export function valueChoice(field: SegmentField, key: string): Choosable {
  if (key === '') return choosable({ kind: 'not', part: { kind: 'has', field } });
  return choosable({ kind: 'field', field, comparison: '=', value: wordFor(field, key) });
}

/** Whether two say the same: `status = 1` and `status = running` do. */
export function isSame(one: Segment, other: Segment): boolean {
  if (one.kind === 'field' && other.kind === 'field' && one.field === other.field) {
    const [held] = recordTexts(one.field, one.value).slice(-1);
    const [heldByOther] = recordTexts(other.field, other.value).slice(-1);
    return held === heldByOther && one.comparison === other.comparison;
  }
  return segmentText(one) === segmentText(other);
}
