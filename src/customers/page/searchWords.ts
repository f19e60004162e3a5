import * as l10n from '@vscode/l10n';
import type { Column } from '../../base/customerFields.ts';
import type { Comparison, Condition, Segment, TagCondition, When } from '../../search/segment.ts';
import { recordValue } from '../../search/words.ts';
import type { Format } from './format.ts';

interface Texts {
  readonly columnTitles: Readonly<Record<Column, string>>;
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
  switch (segment.kind) {
    case 'and':
    case 'or':
      return segment.parts
        .map((part) => {
          const isGroup = part.kind === 'and' || part.kind === 'or';
          return isGroup ? `(${describeSearch(part, texts)})` : describeSearch(part, texts);
        })
        .reduce((joined, part) =>
          segment.kind === 'and'
            ? l10n.t('{0}, and {1}', joined, part)
            : l10n.t('{0}, or {1}', joined, part),
        );
    case 'not': {
      const { part } = segment;
      if (part.kind === 'blocked') return l10n.t('not blocked');
      if (part.kind === 'has' || part.kind === 'hasParam') {
        return l10n.t('without {0}', hasLabel(part, texts));
      }
      return l10n.t('not ({0})', describeSearch(part, texts));
    }
    default:
      return describeCondition(segment, texts);
  }
}

function describeCondition(condition: Condition, texts: Texts): string {
  const { columnTitles } = texts;
  switch (condition.kind) {
    case 'text':
      return l10n.t('contains "{0}"', condition.text);
    case 'tag':
      return describeTag(condition, texts);
    case 'tags': {
      const { comparison, number } = condition;
      if (comparison === '=' && number === 0) return l10n.t('without {0}', columnTitles.tags);
      return describeComparison(columnTitles.tags, comparison, String(number));
    }
    case 'field': {
      const { field, comparison, value } = condition;
      const label = texts.format.value(field, recordValue(field, value));
      return describeComparison(columnTitles[field], comparison, label);
    }
    case 'time': {
      const column = condition.field === 'active' ? 'lastActive' : 'created';
      return describeTime(columnTitles[column], condition.when, texts);
    }
    case 'param':
      return describeComparison(condition.name, condition.comparison, condition.value);
    case 'has':
    case 'hasParam':
      return l10n.t('with {0}', hasLabel(condition, texts));
    case 'blocked':
      return l10n.t('blocked');
    case 'segment':
      return l10n.t('{0}: {1}', l10n.t('Segments'), condition.name);
  }
}

function describeTag({ by, value, applied, count }: TagCondition, texts: Texts): string {
  const isTag = by === 'tag' || by === 'tagid';
  const name = by === 'tagid' ? (texts.nameOfTag(value) ?? value) : value;
  const parts = [l10n.t('{0} is {1}', isTag ? l10n.t('Tag') : l10n.t('Folder'), name)];
  if (applied !== undefined) parts.push(describeTime(l10n.t('applied'), applied, texts));
  if (count !== undefined) {
    parts.push(describeComparison(l10n.t('times applied'), count.comparison, String(count.number)));
  }
  return parts.join(l10n.t(', '));
}

function hasLabel(
  condition: Extract<Condition, { kind: 'has' | 'hasParam' }>,
  { columnTitles }: Texts,
) {
  return condition.kind === 'has' ? columnTitles[condition.field] : condition.name;
}

/** Describes a time condition: an age as "within" or "longer ago than", other times by comparison. */
function describeTime(label: string, { comparison, operand }: When, texts: Texts): string {
  if (operand.kind !== 'age') {
    const text = operand.kind === 'day' ? operand.day : operand.time.replace('T', ' ');
    return describeComparison(label, comparison, text);
  }
  const style = { style: 'unit', unit: UNITS[operand.unit], unitDisplay: 'long' } as const;
  const age = new Intl.NumberFormat(texts.locale, style).format(operand.amount);
  // The parser allows only `<`, `<=`, `>` and `>=` with an age.
  const isWithin = comparison === '<' || comparison === '<=';
  return isWithin
    ? l10n.t('{0} within the last {1}', label, age)
    : l10n.t('{0} more than {1} ago', label, age);
}

function describeComparison(label: string, comparison: Comparison, value: string) {
  if (comparison === '=') return l10n.t('{0} is {1}', label, value);
  return `${label} ${SIGNS[comparison] ?? comparison} ${value}`;
}
