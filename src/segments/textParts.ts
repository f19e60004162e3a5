import { parseSegment, type ParsedSegment, type TextPart } from './parseSegment.ts';
import type { Segment } from './segment.ts';
import { segmentText } from './segmentText.ts';

/** What a condition is about, for a column of the grid that shows it. */
export type Subject = 'page' | 'gender' | 'email' | 'phone' | 'params' | 'first';

/**
 * What the parts of a text say of a subject, as what may be true in place of each other. Of several such parts one is made,
 * since all of them hold.
 */
export function alternativesOf(
  { parts = [] }: ParsedSegment,
  subject: Subject,
): readonly Segment[] {
  const [first, ...others] = parts
    .map(({ segment }) => segment)
    .filter((one) => isAbout(one, subject));
  if (first === undefined) return [];
  if (others.length > 0) return [{ kind: 'and', parts: [first, ...others] }];
  return first.kind === 'or' ? first.parts : [first];
}

/**
 * A text that can be read with these in place of `alternativesOf` it: where the first of them stood, else at the end. What
 * else stands there stays to the letter.
 */
export function withAlternatives(
  text: string,
  subject: Subject,
  alternatives: readonly Segment[],
): string {
  const { parts = [] } = parseSegment(text);
  const kept = parts.filter(({ segment }) => !isAbout(segment, subject));
  const next = nextText(alternatives, kept.length > 0);
  const first = parts.find(({ segment }) => isAbout(segment, subject));
  const [only] = kept;
  if (first === undefined) {
    if (next === '') return text.trim();
    const before = only !== undefined && isOpen(only, text) ? `(${text.trim()})` : text.trim();
    return [before, next].filter(Boolean).join(' ');
  }
  return joined(text, parts, (part) => {
    if (part === first) return next;
    return kept.includes(part) ? text.slice(part.start, part.end) : '';
  });
}

/** Whether two say the same in the same words. */
export function isSame(one: Segment, other: Segment): boolean {
  return segmentText(one) === segmentText(other);
}

/** The parts with what stood before each of them; of one without a text nothing is left. */
function joined(
  text: string,
  parts: readonly TextPart[],
  textOf: (part: TextPart) => string,
): string {
  let made = '';
  for (const [at, part] of parts.entries()) {
    const own = textOf(part);
    const between = text.slice(parts[at - 1]?.end ?? part.start, part.start) || ' ';
    if (own !== '') made += made === '' ? own : `${between}${own}`;
  }
  return made;
}

function nextText(alternatives: readonly Segment[], hasOthers: boolean): string {
  const [only, second] = alternatives;
  if (only === undefined) return '';
  if (second === undefined) return segmentText(only);
  const text = segmentText({ kind: 'or', parts: alternatives });
  return hasOthers ? `(${text})` : text;
}

/** A choice without brackets, which have to stand around it beside anything else. */
function isOpen({ segment, start }: TextPart, text: string): boolean {
  if (segment.kind !== 'or') return false;
  const { parts = [] } = parseSegment([text.slice(start), 'blocked'].join(' '));
  return parts.length < 2;
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
