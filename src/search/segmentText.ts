import type { Condition, Segment, TagCondition, When } from './segment.ts';
import { isStatus, OPERATORS } from './words.ts';
import { isOneOf } from '../base/jsonValues.ts';

/** Inverse of `parseSegment`. Uses brackets and quotes only where needed. */
export function segmentText(segment: Segment): string {
  switch (segment.kind) {
    case 'and':
      return segment.parts.map((part) => partText(part, ['or'])).join(' and ');
    case 'or':
      return segment.parts.map(segmentText).join(' or ');
    case 'not':
      return `not ${partText(segment.part, ['and', 'or'])}`;
    default:
      return conditionText(segment);
  }
}

/** @param bracketed kinds of parts that need brackets */
function partText(part: Segment, bracketed: readonly Segment['kind'][]): string {
  const text = segmentText(part);
  return bracketed.includes(part.kind) ? `(${text})` : text;
}

/** Returns a name or value for the text, in quotes if it would be read as something else. */
export function nameText(name: string): string {
  const isPlain = /^(?:[^\s()"<>=!]|!(?!=))+$/u.test(name);
  return isPlain && !isOneOf(OPERATORS, name.toLowerCase()) ? name : quoted(name);
}

/** Returns a search word, in quotes if it would be read as a condition or a misspelling. */
function wordText(text: string): string {
  const isPlain = !/^(?:has|blocked|param\..*)$|:/i.test(text);
  return isPlain ? nameText(text) : quoted(text);
}

/** The parser rejects an unknown status, unless it is in quotes. */
function statusText(value: string): string {
  return isStatus(value) ? nameText(value) : quoted(value);
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'text':
      return wordText(condition.text);
    case 'tag':
      return tagText(condition);
    case 'tags':
      return `tags ${condition.comparison} ${condition.number}`;
    case 'field': {
      const { field, comparison, value } = condition;
      return `${field} ${comparison} ${field === 'status' ? statusText(value) : nameText(value)}`;
    }
    case 'time':
      return `${condition.field} ${whenText(condition.when)}`;
    case 'param': {
      const { name, comparison, value } = condition;
      return `param.${nameText(name)} ${comparison} ${nameText(value)}`;
    }
    case 'has':
      return `has ${condition.field}`;
    case 'hasParam':
      return `has param.${nameText(condition.name)}`;
    case 'blocked':
      return 'blocked';
    case 'segment':
      return `segment:${nameText(condition.name)}`;
  }
}

function tagText({ by, value, applied, count }: TagCondition): string {
  const parts = [`${by}:${nameText(value)}`];
  if (applied !== undefined) parts.push(`applied ${whenText(applied)}`);
  if (count !== undefined) parts.push(`count ${count.comparison} ${count.number}`);
  return parts.join(' ');
}

function whenText({ comparison, operand }: When): string {
  switch (operand.kind) {
    case 'age':
      return `${comparison} ${operand.amount}${operand.unit}`;
    case 'day':
      return `${comparison} ${operand.day}`;
    case 'time':
      return `${comparison} ${operand.time}`;
  }
}
