import type {
  Comparison,
  Condition,
  Segment,
  SegmentField,
  TagCondition,
  When,
} from '../../segments/segment.ts';
import { recordTexts } from '../../segments/words.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import type { Format } from '../base/format.ts';
import { labelled } from '../base/labelled.ts';

interface Texts {
  readonly strings: GridStrings;
  readonly format: Format;
  /** For ages. */
  readonly locale: string;
  readonly nameOf: (tag: string) => string | undefined;
}

const UNITS = { h: 'hour', d: 'day', w: 'week' } as const;
/** What is written otherwise than it is typed. */
const SIGNS: Partial<Record<Comparison, string>> = { '!=': '≠', '<=': '≤', '>=': '≥' };

/** A search in words: "Tag is VIP, and not blocked". */
export function searchWords(segment: Segment, texts: Texts): string {
  const words = texts.strings.search.words;
  switch (segment.kind) {
    case 'and':
    case 'or':
      return segment.parts
        .map((part) => {
          const isGroup = part.kind === 'and' || part.kind === 'or';
          return isGroup ? `(${searchWords(part, texts)})` : searchWords(part, texts);
        })
        .reduce((all, one) => filled(words[segment.kind], all, one));
    case 'not': {
      const { part } = segment;
      if (part.kind === 'blocked') return words.notBlocked;
      if (part.kind === 'has' || part.kind === 'hasParam') {
        return filled(words.hasNot, hasLabel(part, texts));
      }
      return filled(words.not, searchWords(part, texts));
    }
    default:
      return conditionWords(segment, texts);
  }
}

function conditionWords(condition: Condition, texts: Texts): string {
  const { strings } = texts;
  const { words } = strings.search;
  switch (condition.kind) {
    case 'text':
      return filled(words.contains, condition.text);
    case 'tag':
      return tagWords(condition, texts);
    case 'tags': {
      const { comparison, number } = condition;
      if (comparison === '=' && number === 0) return filled(words.hasNot, strings.columns.tags);
      return compared(strings.columns.tags, comparison, String(number), texts);
    }
    case 'field': {
      const { field, comparison, value } = condition;
      return compared(strings.columns[field], comparison, valueText(field, value, texts), texts);
    }
    case 'time': {
      const column = condition.field === 'active' ? 'lastActive' : 'created';
      return whenWords(strings.columns[column], condition.when, texts);
    }
    case 'param':
      return compared(condition.name, condition.comparison, condition.value, texts);
    case 'has':
    case 'hasParam':
      return filled(words.has, hasLabel(condition, texts));
    case 'blocked':
      return words.blocked;
    case 'segment':
      return labelled(strings, strings.search.segments, condition.name);
  }
}

function tagWords({ by, value, applied, count }: TagCondition, texts: Texts): string {
  const { strings, nameOf } = texts;
  const { words } = strings.search;
  const isTag = by === 'tag' || by === 'tagid';
  const name = by === 'tagid' ? (nameOf(value) ?? value) : value;
  const parts = [filled(words.is, isTag ? strings.facets.tag : words.folder, name)];
  if (applied !== undefined) parts.push(whenWords(words.applied, applied, texts));
  if (count !== undefined) {
    parts.push(compared(words.applications, count.comparison, String(count.number), texts));
  }
  return parts.join(strings.comma);
}

function hasLabel(has: Extract<Condition, { kind: 'has' | 'hasParam' }>, { strings }: Texts) {
  return has.kind === 'has' ? strings.columns[has.field] : has.name;
}

function valueText(field: SegmentField, value: string, { format }: Texts): string {
  const held = recordTexts(field, value).at(-1) ?? value;
  if (field === 'page') return value;
  const number = Number(held);
  return format.text(field, { [field]: Number.isInteger(number) ? number : held });
}

function whenWords(label: string, { comparison, than }: When, texts: Texts): string {
  if (than.kind !== 'age') {
    const text = than.kind === 'day' ? than.day : than.time.replace('T', ' ');
    return compared(label, comparison, text, texts);
  }
  const { words } = texts.strings.search;
  const style = { style: 'unit', unit: UNITS[than.unit], unitDisplay: 'long' } as const;
  const age = new Intl.NumberFormat(texts.locale, style).format(than.amount);
  const isWithin = comparison === '<' || comparison === '<=';
  return filled(isWithin ? words.within : words.longAgo, label, age);
}

function compared(label: string, comparison: Comparison, value: string, { strings }: Texts) {
  const { words } = strings.search;
  if (comparison === '=') return filled(words.is, label, value);
  return `${label} ${SIGNS[comparison] ?? comparison} ${value}`;
}

function filled(template: string, ...values: readonly string[]): string {
  return template.replaceAll(/\{(\d)\}/g, (all, at: string) => values[Number(at)] ?? all);
}
