import type { Condition, Segment, TagCondition, When } from './segment.ts';
import { isStatus, OPERATORS } from './words.ts';
import { isOneOf } from '../base/jsonValues.ts';

/** Inverse of `parseSegment`. Uses brackets and quotes only where needed, and leaves out empty groups. */
export function segmentText(segment: Segment): string {
  switch (segment.kind) {
    case 'and':
      return joined(segment.parts, 'and', ['or']);
    case 'or':
      return joined(segment.parts, 'or', []);
    case 'not': {
      const text = partText(segment.part, ['and', 'or']);
      return text === '' ? '' : `not ${text}`;
    }
    default:
      return conditionText(segment);
  }
}

/** Kinds of parts that need brackets. */
type Kinds = readonly Segment['kind'][];

function joined(parts: readonly Segment[], operator: 'and' | 'or', bracketed: Kinds): string {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return segmentText(first);
  const texts = parts.map((part) => partText(part, bracketed));
  return texts.filter(Boolean).join(` ${operator} `);
}

function partText(part: Segment, bracketed: Kinds): string {
  const isGroup = part.kind === 'and' || part.kind === 'or';
  const [first] = isGroup ? part.parts : [];
  if (isGroup && first !== undefined && part.parts.length === 1) return partText(first, bracketed);
  const text = segmentText(part);
  return text !== '' && bracketed.includes(part.kind) ? `(${text})` : text;
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
