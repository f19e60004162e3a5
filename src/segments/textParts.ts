import type { Choosable } from './choosable.ts';
import { parseSegment, type ParsedSegment, type TextPart } from './parseSegment.ts';
import type { Segment } from './segment.ts';
import { segmentText } from './segmentText.ts';

/** What a condition is about, for a column of the grid that shows it. */
export type Subject =
  'tags' | 'status' | 'platform' | 'page' | 'gender' | 'email' | 'phone' | 'params' | Range;

/** These are asked for by both ends of a time, so that all that a text says of one is one choice. */
type Range = 'active' | 'first';

/**
 * What the parts of a text say of a subject, as what may be true in place of each other. Only what menus and charts can
 * write is told: a `not` or an age of a tag is nothing that they could show.
 */
export function alternativesOf(
  { parts = [] }: ParsedSegment,
  subject: Subject,
): readonly Segment[] {
  const about = parts.map(({ segment }) => segment).filter((one) => isAbout(one, subject));
  const [first, second] = about;
  if (first === undefined) return [];
  if (isRange(subject) && second !== undefined) return [{ kind: 'and', parts: about }];
  return about.flatMap(listOf);
}

/** The text with this chosen, too, or chosen no more. */
export function withToggled(text: string, subject: Subject, { condition, is }: Choosable): string {
  const parsed = parseSegment(text);
  const all = alternativesOf(parsed, subject);
  const has = all.some(is);
  if (all.length === 0) return withAlternatives(text, subject, [condition]);
  if (isRange(subject)) {
    const others = all.filter((one) => !is(one));
    return withAlternatives(text, subject, has ? others : [...others, condition]);
  }
  const { parts = [] } = parsed;
  const about = parts.filter(({ segment }) => isAbout(segment, subject));
  const changed = has ? about.filter(({ segment }) => listOf(segment).some(is)) : about.slice(-1);
  return joined(text, parts, (part) => {
    if (!changed.includes(part)) return text.slice(part.start, part.end);
    const list = listOf(part.segment);
    const next = has ? list.filter((one) => !is(one)) : [...list, condition];
    return nextText(next, parts.length > 1);
  });
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
  if (first === undefined) {
    if (next === '') return text.trim();
    return text.trim() === '' ? next : `${bracketed(text)} ${next}`;
  }
  return joined(text, parts, (part) => {
    if (part === first) return next;
    return kept.includes(part) ? text.slice(part.start, part.end) : '';
  });
}

/** The text as it can stand beside others that have to be true, too. */
export function bracketed(text: string): string {
  const [only] = parseSegment(text).parts ?? [];
  return only !== undefined && isOpen(only, text) ? `(${text.trim()})` : text.trim();
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

/** Everything that the parts of a text ask for, one by one, as texts that can be compared. */
export function chosenIn({
  parts = [],
}: {
  readonly parts?: readonly Pick<TextPart, 'segment'>[];
}) {
  return parts.flatMap(({ segment }) => listOf(segment).map(segmentText));
}

function isRange(subject: Subject): subject is Range {
  return subject === 'active' || subject === 'first';
}

function listOf(segment: Segment): readonly Segment[] {
  return segment.kind === 'or' ? segment.parts : [segment];
}

/** Of nothing else, and as menus and charts write it. */
function isAbout(segment: Segment, subject: Subject): boolean {
  switch (segment.kind) {
    case 'or':
      return segment.parts.length > 0 && segment.parts.every((part) => isAbout(part, subject));
    case 'and':
      return isRange(subject) && segment.parts.every((part) => isAbout(part, subject));
    case 'not':
      return segment.part.kind === 'has' && segment.part.field === subject;
    case 'field':
      return segment.field === subject && segment.comparison === '=';
    case 'has':
    case 'time':
      return segment.field === subject;
    case 'hasParam':
      return subject === 'params';
    case 'tag': {
      const { by, applied, count } = segment;
      const isWhole = applied === undefined && count === undefined;
      return subject === 'tags' && isWhole && (by === 'tag' || by === 'tagid');
    }
    case 'tags':
      return subject === 'tags' && segment.comparison === '=' && segment.number === 0;
    default:
      return false;
  }
}
