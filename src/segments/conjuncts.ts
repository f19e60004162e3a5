import type { Segment } from './segment.ts';
import { segmentText } from './segmentText.ts';

/** What a condition is about, for a column of the grid that shows it. */
export type Subject = 'page' | 'gender' | 'email' | 'phone' | 'params' | 'first';

/**
 * What the top level of a segment, a chain of `and`, says of a subject, as what may be true in place of each other.
 * Of several such parts one is made, since all of them hold.
 */
export function alternativesOf(segment: Segment | undefined, subject: Subject): readonly Segment[] {
  const [first, ...others] = conjunctsOf(segment).filter((one) => isAbout(one, subject));
  if (first === undefined) return [];
  if (others.length > 0) return [{ kind: 'and', parts: [first, ...others] }];
  return first.kind === 'or' ? first.parts : [first];
}

/** The segment with these in place of `alternativesOf` it, and all else as it is; `undefined`: it says nothing then. */
export function withAlternatives(
  segment: Segment | undefined,
  subject: Subject,
  alternatives: readonly Segment[],
): Segment | undefined {
  const all = conjunctsOf(segment);
  const at = all.findIndex((one) => isAbout(one, subject));
  const [only, second] = alternatives;
  const next: readonly Segment[] =
    second === undefined ? conjunctsOf(only) : [{ kind: 'or', parts: alternatives }];
  const before = at < 0 ? all : all.slice(0, at);
  const after = at < 0 ? [] : all.slice(at).filter((one) => !isAbout(one, subject));
  const parts = [...before, ...next, ...after];
  return parts.length > 1 ? { kind: 'and', parts } : parts[0];
}

/** Whether two say the same in the same words. */
export function isSame(one: Segment, other: Segment): boolean {
  return segmentText(one) === segmentText(other);
}

function conjunctsOf(segment: Segment | undefined): readonly Segment[] {
  if (segment === undefined) return [];
  return segment.kind === 'and' ? segment.parts.flatMap(conjunctsOf) : [segment];
}

/** Of nothing else, and of that at least once. */
function isAbout(segment: Segment, subject: Subject): boolean {
  switch (segment.kind) {
    case 'and':
    case 'or':
      return segment.parts.length > 0 && segment.parts.every((part) => isAbout(part, subject));
    case 'not':
      return isAbout(segment.part, subject);
    case 'field':
    case 'has':
    case 'time':
      return segment.field === subject;
    case 'param':
    case 'hasParam':
      return subject === 'params';
    default:
      return false;
  }
}
