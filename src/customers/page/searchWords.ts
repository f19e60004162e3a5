import type { Comparison, Condition, Segment, TagCondition, When } from '../../search/segment.ts';
import { recordValue } from '../../search/words.ts';
import type { GridStrings } from '../gridStrings.ts';
import type { Format } from './format.ts';
import { labeled } from '../../base/page/pageTexts.ts';
import { fill } from '../../base/text.ts';

interface Texts {
  readonly strings: GridStrings;
  readonly format: Format;
  /** Locale in which ages, such as "7 days", are written. */
  readonly locale: string;
  readonly nameOfTag: (id: string) => string | undefined;
}

/** Units of ages in a search, as `Intl.NumberFormat` names them. */
const UNITS = { h: 'hour', d: 'day', w: 'week' } as const;
/** Comparison signs that are displayed differently from how they are typed. */
const SIGNS: Partial<Record<Comparison, string>> = { '!=': '≠', '<=': '≤', '>=': '≥' };

/** Describes a search in the user's language, for example "Tag is VIP, and not blocked". */
export function describeSearch(segment: Segment, texts: Texts): string {
  const words = texts.strings.search.words;
  switch (segment.kind) {
    case 'and':
    case 'or':
      return segment.parts
        .map((part) => {
          const isGroup = part.kind === 'and' || part.kind === 'or';
          return isGroup ? `(${describeSearch(part, texts)})` : describeSearch(part, texts);
        })
        .reduce((joined, part) => fill(words[segment.kind], joined, part));
    case 'not': {
      const { part } = segment;
      if (part.kind === 'blocked') return words.notBlocked;
      if (part.kind === 'has' || part.kind === 'hasParam') {
        return fill(words.hasNot, hasLabel(part, texts));
      }
      return fill(words.not, describeSearch(part, texts));
    }
    default:
      return describeCondition(segment, texts);
  }
}

function describeCondition(condition: Condition, texts: Texts): string {
  const { strings } = texts;
  const { words } = strings.search;
  switch (condition.kind) {
    case 'text':
      return fill(words.contains, condition.text);
    case 'tag':
      return describeTag(condition, texts);
    case 'tags': {
      const { comparison, number } = condition;
      if (comparison === '=' && number === 0) return fill(words.hasNot, strings.columns.tags);
      return describeComparison(strings.columns.tags, comparison, String(number), texts);
    }
    case 'field': {
      const { field, comparison, value } = condition;
      const label = texts.format.value(field, recordValue(field, value));
      return describeComparison(strings.columns[field], comparison, label, texts);
    }
    case 'time': {
      const column = condition.field === 'active' ? 'lastActive' : 'created';
      return describeTime(strings.columns[column], condition.when, texts);
    }
    case 'param':
      return describeComparison(condition.name, condition.comparison, condition.value, texts);
    case 'has':
    case 'hasParam':
      return fill(words.has, hasLabel(condition, texts));
    case 'blocked':
      return words.blocked;
    case 'segment':
      return labeled(strings, strings.search.segments, condition.name);
  }
}

function describeTag({ by, value, applied, count }: TagCondition, texts: Texts): string {
  const { strings, nameOfTag } = texts;
  const { words } = strings.search;
  const isTag = by === 'tag' || by === 'tagid';
  const name = by === 'tagid' ? (nameOfTag(value) ?? value) : value;
  const parts = [fill(words.is, isTag ? strings.facets.tag : words.folder, name)];
  if (applied !== undefined) parts.push(describeTime(words.applied, applied, texts));
  if (count !== undefined) {
    parts.push(
      describeComparison(words.applications, count.comparison, String(count.number), texts),
    );
  }
  return parts.join(strings.comma);
}

function hasLabel(condition: Extract<Condition, { kind: 'has' | 'hasParam' }>, { strings }: Texts) {
  return condition.kind === 'has' ? strings.columns[condition.field] : condition.name;
}

/** Describes a time condition: an age as "within" or "longer ago than", other times by comparison. */
function describeTime(label: string, { comparison, operand }: When, texts: Texts): string {
  if (operand.kind !== 'age') {
    const text = operand.kind === 'day' ? operand.day : operand.time.replace('T', ' ');
    return describeComparison(label, comparison, text, texts);
  }
  const { words } = texts.strings.search;
  const style = { style: 'unit', unit: UNITS[operand.unit], unitDisplay: 'long' } as const;
  const age = new Intl.NumberFormat(texts.locale, style).format(operand.amount);
  const isWithin = comparison === '<' || comparison === '<=';
  return fill(isWithin ? words.within : words.longAgo, label, age);
}

function describeComparison(
  label: string,
  comparison: Comparison,
  value: string,
  { strings }: Texts,
) {
  const { words } = strings.search;
  if (comparison === '=') return fill(words.is, label, value);
  return `${label} ${SIGNS[comparison] ?? comparison} ${value}`;
}
