import type { Comparison, Condition, Segment, TagCondition, When } from './segment.ts';
import { nameText } from './segmentText.ts';
import type { Token, TokenReader } from './tokens.ts';
import {
  BLOCKED_BOT,
  COMPARISONS,
  CONDITIONS,
  EQUAL,
  HAS_FIELDS,
  isStatus,
  numberIn,
  ORDER,
  PARAM,
  SEGMENT,
  STATUS_NAMES,
  TAG_DETAILS,
  TAG_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from './words.ts';
import { isOneOf } from '../base/jsonValues.ts';

const TIME_EXAMPLES = ['30d', '12h', '4w', '2026-01-31', '2026-01-31T09:30'];
const TIME = /^(\d{4}-\d{2}-\d{2})(t(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{3})?)?z?)?$/;
const UNITS = ['h', 'd', 'w'] as const;

function parseComparison<Possible extends Comparison>(
  reader: TokenReader,
  possible: readonly Possible[],
): Possible {
  // The argument of `peek` does not restrict the token. Completion offers these words if the text ends here.
  const token = reader.peek({ kind: 'words', words: possible });
  if (token?.kind !== 'comparison') throw reader.error('comparisonMissing', token, possible);
  if (!isOneOf(possible, token.text)) throw reader.error('comparisonNotAllowed', token, possible);
  reader.next();
  return token.text;
}

function parseText(reader: TokenReader, field: string, param?: string): string {
  const token = reader.peek({ kind: 'value', field, param });
  if (token?.kind !== 'text' && token?.kind !== 'number') throw reader.error('valueMissing', token);
  if (token.quoted === 'open') throw reader.error('quoteOpen', token, ['"']);
  reader.next();
  return token.text;
}

function parseNumber(reader: TokenReader): number {
  const text = parseText(reader, 'number');
  if (!/^\d{1,9}$/.test(text)) throw reader.error('numberNeeded', reader.last);
  return Number(text);
}

function parseWhen(reader: TokenReader): When {
  const comparison = parseComparison(reader, COMPARISONS);
  const comparisonToken = reader.last;
  // `=` and `!=` compare days and times, not ages.
  const takesAge = isOneOf(ORDER, comparison);
  const text = parseText(reader, takesAge ? 'age' : 'day').toLowerCase();
  const [, amount, unit = ''] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  if (isOneOf(UNITS, unit)) {
    if (!takesAge) throw reader.error('comparisonNotAllowed', comparisonToken, ORDER);
    return { comparison, operand: { kind: 'age', amount: Number(amount), unit } };
  }
  const [time = '', day = '', clock] = TIME.exec(text) ?? [];
  if (time === '') throw reader.error('timeNeeded', reader.last, TIME_EXAMPLES);
  if (!isDay(day)) throw reader.error('timeNeeded', reader.last);
  if (clock === undefined) return { comparison, operand: { kind: 'day', day } };
  return { comparison, operand: { kind: 'time', time: time.toUpperCase() } };
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const MAX_EDITS = 2;

/** Returns whether two short words differ by at most two missing, added or replaced letters. */
function isNear(first: string, second: string): boolean {
  if (Math.abs(first.length - second.length) > MAX_EDITS) return false;
  // Row of the edit distance table for the letters of `first` that were already visited.
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (const letter of first.split('')) {
    const next = [(row[0] ?? 0) + 1];
    second.split('').forEach((otherLetter, index) => {
      const replaceCost = (row[index] ?? 0) + Number(letter !== otherLetter);
      next.push(Math.min(replaceCost, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    });
    row = next;
  }
  return (row.at(-1) ?? 0) <= MAX_EDITS;
}

const FIELDS: readonly string[] = ['tags', ...TEXT_FIELDS, ...TIME_FIELDS];

export const CONDITION_STARTS = [...CONDITIONS, 'not', '('];

/** @throws {ProblemFound} if no condition begins with the next token */
export function parseCondition(reader: TokenReader): Segment {
  const token = reader.peek({ kind: 'words', words: CONDITION_STARTS });
  if (token?.kind === 'text') return parseWord(reader, token);
  if (token?.kind !== 'field') throw reader.error('conditionMissing', token, CONDITION_STARTS);
  reader.next();
  const word = token.text;
  if (isOneOf(TAG_FIELDS, word)) return parseTag(reader, word);
  if (isOneOf(TEXT_FIELDS, word)) return parseField(reader, word);
  if (isOneOf(TIME_FIELDS, word)) return { kind: 'time', field: word, when: parseWhen(reader) };
  switch (word) {
    case 'tags': {
      const comparison = parseComparison(reader, COMPARISONS);
      return { kind: 'tags', comparison, number: parseNumber(reader) };
    }
    case SEGMENT:
      return { kind: 'segment', name: parseName(reader, SEGMENT) };
    case PARAM:
      return parseParam(reader);
    case 'has':
      return parseHas(reader);
    case 'blocked':
      return { kind: 'blocked' };
    default:
      throw reader.error('detailWithoutTag', token, ['tag:']);
  }
}

function parseWord(reader: TokenReader, token: Token): Segment {
  if (token.quoted === 'open') throw reader.error('quoteOpen', token, ['"']);
  reader.next();
  const { text, quoted } = token;
  const [prefix] = /^[^:]*:/.exec(text.toLowerCase()) ?? [];
  const intendedField = [...TAG_FIELDS, SEGMENT].find(
    (field) => prefix !== undefined && isNear(prefix, field),
  );
  if (quoted === 'no' && intendedField !== undefined)
    throw reader.error('misspelled', token, [intendedField]);
  const lowerWord = quoted === 'no' ? text.toLowerCase() : '';
  if (reader.peek({ kind: 'words', words: comparisonsOf(lowerWord) })?.kind === 'comparison') {
    throw reader.error('unknownWord', token, fieldsNear(lowerWord));
  }
  return { kind: 'text', text };
}

function comparisonsOf(word: string): readonly Comparison[] {
  if (isOneOf(TEXT_FIELDS, word)) return EQUAL;
  return FIELDS.includes(word) ? COMPARISONS : [];
}

/** Suggests fields for a word that cannot be compared. */
function fieldsNear(word: string): readonly string[] {
  if (word === 'email' || word === 'phone') return [`has ${word}`];
  const near = FIELDS.filter((field) => isNear(word, field));
  return near.length > 0 ? near : [...FIELDS, PARAM];
}

function parseName(reader: TokenReader, field: string): string {
  const token = reader.peek({ kind: 'value', field });
  if (token?.kind !== 'text') throw reader.error('nameMissing', token ?? reader.last);
  if (token.quoted === 'open') throw reader.error('quoteOpen', token, ['"']);
  reader.next();
  return token.text;
}

function parseTag(reader: TokenReader, field: (typeof TAG_FIELDS)[number]): TagCondition {
  // Without the colon.
  const by = field.slice(0, -1) as TagCondition['by'];
  const value = parseName(reader, field);
  let [applied, count]: [TagCondition['applied'], TagCondition['count']] = [undefined, undefined];
  for (;;) {
    const stillAllowed = { applied: applied === undefined, count: count === undefined };
    const detail = reader.take(
      'field',
      TAG_DETAILS.filter((name) => stillAllowed[name]),
    );
    if (detail === undefined) break;
    if (detail === 'applied') applied = parseWhen(reader);
    else count = { comparison: parseComparison(reader, COMPARISONS), number: parseNumber(reader) };
  }
  // `peek` comes first, because at the end of the text, `take` would offer used details for completion again.
  if (reader.peek() !== undefined && reader.take('field', TAG_DETAILS) !== undefined) {
    throw reader.error('detailTwice', reader.last, ['and']);
  }
  return {
    kind: 'tag',
    by,
    value,
    ...(applied === undefined ? {} : { applied }),
    ...(count === undefined ? {} : { count }),
  };
}

function parseField(reader: TokenReader, field: (typeof TEXT_FIELDS)[number]): Condition {
  const comparison = parseComparison(reader, EQUAL);
  const value = parseText(reader, field);
  // A status in quotes is taken as it is. One without quotes may be misspelled, so it is checked.
  if (field !== 'status' || reader.last?.quoted !== 'no' || isStatus(value)) {
    return { kind: 'field', field, comparison, value };
  }
  // Earlier versions wrote `blocking` for `blocked bot`.
  if (value.toLowerCase() === 'blocking') {
    return { kind: 'field', field, comparison, value: BLOCKED_BOT };
  }
  throw reader.error('statusUnknown', reader.last, STATUS_NAMES.map(nameText));
}

function parseParam(reader: TokenReader): Condition {
  const name = parseName(reader, PARAM);
  const comparison = parseComparison(reader, COMPARISONS);
  const value = parseText(reader, PARAM, name);
  const isEqual = comparison === '=' || comparison === '!=';
  if (!isEqual && Number.isNaN(numberIn(value))) throw reader.error('numberNeeded', reader.last);
  return { kind: 'param', name, comparison, value };
}

function parseHas(reader: TokenReader): Condition {
  const field = reader.take('field', HAS_FIELDS);
  if (field === PARAM) return { kind: 'hasParam', name: parseName(reader, PARAM) };
  if (field === undefined) throw reader.error('hasFieldMissing', reader.peek(), HAS_FIELDS);
  return { kind: 'has', field };
}
