import { type ParsedSegment, parseSegment, type TextPart } from './parseSegment.ts';
import type { Condition, Segment, SegmentField } from './segment.ts';
import { segmentText } from './segmentText.ts';
import { recordValue, wordFor } from './words.ts';

/** Value that the user can choose in a menu or chart. */
export interface Choosable {
  readonly condition: Segment;
  /** Returns whether a condition in the search means this value, whatever its spelling. */
  readonly matches: (condition: Segment) => boolean;
}

export const NO_TAGS: Condition = { kind: 'tags', comparison: '=', number: 0 };

export function choosable(condition: Segment): Choosable {
  return { condition, matches: (other) => isSame(other, condition) };
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

/** Field of a customer that menus and charts can search for. */
export type Subject =
  'tags' | 'status' | 'platform' | 'page' | 'gender' | 'email' | 'phone' | 'params' | TimeSubject;

/** Subjects with a start and an end. All conditions on such a subject are one choice in a menu: a range of time. */
type TimeSubject = 'active' | 'first';

/**
 * Returns the alternatives of a subject: the conditions on it that menus and charts can show as choices, and write.
 * Skips all others, such as `not tag:VIP`.
 */
export function alternativesOf(
  { parts = [] }: ParsedSegment,
  subject: Subject,
): readonly Segment[] {
  const segments = parts
    .map(({ segment }) => segment)
    .filter((alternative) => isAbout(alternative, subject));
  const [first, second] = segments;
  if (first === undefined) return [];
  if (isTimeSubject(subject) && second !== undefined) return [{ kind: 'and', parts: segments }];
  return segments.flatMap(alternativesIn);
}

/** Adds the choice to the search, or removes it from all parts that contain it. The text of other parts is kept. */
export function withToggled(
  text: string,
  subject: Subject,
  { condition, matches }: Choosable,
): string {
  const parsed = parseSegment(text);
  const alternatives = alternativesOf(parsed, subject);
  const isChosen = alternatives.some(matches);
  if (alternatives.length === 0) return withAlternatives(text, subject, [condition]);
  if (isTimeSubject(subject)) {
    // All parts about a time are one range, so they are replaced together.
    const otherAlternatives = alternatives.filter((alternative) => !matches(alternative));
    return withAlternatives(
      text,
      subject,
      isChosen ? otherAlternatives : [...otherAlternatives, condition],
    );
  }
  const { parts = [] } = parsed;
  const subjectParts = parts.filter(({ segment }) => isAbout(segment, subject));
  // A choice is removed from all parts that contain it, but added only to the last part about the subject.
  const changedParts = isChosen
    ? subjectParts.filter(({ segment }) => alternativesIn(segment).some(matches))
    : subjectParts.slice(-1);
  return joined(text, parts, (part) => {
    if (!changedParts.includes(part)) return text.slice(part.start, part.end);
    const oldAlternatives = alternativesIn(part.segment);
    const newAlternatives = isChosen
      ? oldAlternatives.filter((alternative) => !matches(alternative))
      : [...oldAlternatives, condition];
    return textOfAlternatives(newAlternatives, parts.length > 1);
  });
}

/**
 * Replaces the conditions that `alternativesOf` returns: at the position of the first, or at the end if there was none.
 * Keeps the text of all other parts unchanged. Expects a text without a problem.
 */
export function withAlternatives(
  text: string,
  subject: Subject,
  alternatives: readonly Segment[],
): string {
  const { parts = [] } = parseSegment(text);
  const otherParts = parts.filter(({ segment }) => !isAbout(segment, subject));
  const newText = textOfAlternatives(alternatives, otherParts.length > 0);
  const first = parts.find(({ segment }) => isAbout(segment, subject));
  if (first === undefined) {
    if (newText === '') return text.trim();
    return text.trim() === '' ? newText : `${bracketed(text)} ${newText}`;
  }
  return joined(text, parts, (part) => {
    if (part === first) return newText;
    return otherParts.includes(part) ? text.slice(part.start, part.end) : '';
  });
}

/** Adds brackets to a text with a top-level `or`, so that more conditions can follow it. */
function bracketed(text: string): string {
  const [firstPart] = parseSegment(text).parts ?? [];
  return firstPart !== undefined && isUnbracketedOr(firstPart, text)
    ? `(${text.trim()})`
    : text.trim();
}

/** Joins the texts of the parts by the original text between them, if that is valid. Drops a part without text. */
function joined(
  text: string,
  parts: readonly TextPart[],
  textOf: (part: TextPart) => string,
): string {
  let result = '';
  const keptTexts: string[] = [];
  for (const [index, part] of parts.entries()) {
    const partText = textOf(part);
    if (partText === '') continue;
    const separator = text.slice(parts[index - 1]?.end ?? part.start, part.start) || ' ';
    result += result === '' ? partText : `${separator}${partText}`;
    keptTexts.push(partText);
  }
  return validText(result, keptTexts.join(' and '));
}

/**
 * Joins searches into one that all of them match: by spaces, or by `and` if a word would otherwise belong to the
 * condition before it, as in `tag:VIP and count`. A single search stays unchanged.
 */
export function joinedSearches(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  const searches = texts.map(bracketed);
  return validText(searches.join(' '), searches.join(' and '));
}

/** Returns the first text, unless only the second one is valid. */
function validText(first: string, second: string): string {
  const isOnlySecondValid =
    parseSegment(first).problem !== undefined && parseSegment(second).problem === undefined;
  return isOnlySecondValid ? second : first;
}

function textOfAlternatives(alternatives: readonly Segment[], hasOthers: boolean): string {
  const [first, second] = alternatives;
  if (first === undefined) return '';
  if (second === undefined) return segmentText(first);
  const text = segmentText({ kind: 'or', parts: alternatives });
  return hasOthers ? `(${text})` : text;
}

/** Text of a valid condition. Which one does not matter. */
const ANY_CONDITION = 'blocked';

/** Returns whether a part of the text is an `or` that is not in brackets as a whole. */
export function isUnbracketedOr({ segment, start }: TextPart, text: string): boolean {
  if (segment.kind !== 'or') return false;
  // With one more condition after it, an `or` in brackets is one of two parts. Without brackets, the condition becomes a
  // part of the last operand of the `or`, so there is still only one part.
  const { parts = [] } = parseSegment([text.slice(start), ANY_CONDITION].join(' '));
  return parts.length < 2;
}

export function alternativeTexts({ segment }: TextPart): readonly string[] {
  return alternativesIn(segment).map(segmentText);
}

function isTimeSubject(subject: Subject): subject is TimeSubject {
  return subject === 'active' || subject === 'first';
}

function alternativesIn(segment: Segment): readonly Segment[] {
  return segment.kind === 'or' ? segment.parts : [segment];
}

/** Returns whether menus and charts could have written the segment for this subject. */
function isAbout(segment: Segment, subject: Subject): boolean {
  switch (segment.kind) {
    case 'or':
      return segment.parts.every((part) => isAbout(part, subject));
    case 'and':
      return isTimeSubject(subject) && segment.parts.every((part) => isAbout(part, subject));
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
      const hasNoDetails = applied === undefined && count === undefined;
      return subject === 'tags' && hasNoDetails && (by === 'tag' || by === 'tagid');
    }
    case 'tags':
      return subject === 'tags' && segment.comparison === '=' && segment.number === 0;
    default:
      return false;
  }
}
