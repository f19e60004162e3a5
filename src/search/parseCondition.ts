import { isNear } from './isNear.ts';
import { parseComparison, parseNumber, parseText, parseWhen } from './parseWhen.ts';
import type { Comparison, Condition, Segment, TagCondition } from './segment.ts';
import { nameText } from './segmentText.ts';
import type { TokenReader } from './tokenReader.ts';
import type { Token } from './tokens.ts';
import {
  BLOCKED_BOT,
  COMPARISONS,
  CONDITIONS,
  EQUAL,
  HAS,
  isOneOf,
  isStatus,
  numberIn,
  PARAM,
  SEGMENT,
  STATUS_NAMES,
  TAG_DETAILS,
  TAG_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from './words.ts';

const FIELDS: readonly string[] = ['tags', ...TEXT_FIELDS, ...TIME_FIELDS];

export const BEGINNINGS = [...CONDITIONS, 'not', '('];

export function parseCondition(reader: TokenReader): Segment {
  const token = reader.peek({ kind: 'words', words: BEGINNINGS });
  if (token?.kind === 'text') return parseWord(reader, token);
  if (token?.kind !== 'field') throw reader.fail('conditionMissing', token, BEGINNINGS);
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
      throw reader.fail('detailAlone', token, ['tag:']);
  }
}

/** A word or phrase to look for. */
function parseWord(reader: TokenReader, token: Token): Segment {
  if (token.quoted === 'open') throw reader.fail('quoteOpen', token, ['"']);
  reader.next();
  const { text, quoted } = token;
  const [prefix] = /^[^:]*:/.exec(text.toLowerCase()) ?? [];
  const meant = [...TAG_FIELDS, SEGMENT].find(
    (field) => prefix !== undefined && isNear(prefix, field),
  );
  if (quoted === 'no' && meant !== undefined) throw reader.fail('misspelt', token, [meant]);
  const word = quoted === 'no' ? text.toLowerCase() : '';
  if (reader.peek({ kind: 'words', words: comparisonsOf(word) })?.kind === 'comparison') {
    throw reader.fail('unknownWord', token, fieldsNear(word));
  }
  return { kind: 'text', text };
}

function comparisonsOf(word: string): readonly Comparison[] {
  if (isOneOf(TEXT_FIELDS, word)) return EQUAL;
  return FIELDS.includes(word) ? COMPARISONS : [];
}

/** What can be compared, instead of a word that cannot. */
function fieldsNear(word: string): readonly string[] {
  if (word === 'email' || word === 'phone') return [`has ${word}`];
  const near = FIELDS.filter((field) => isNear(word, field));
  return near.length > 0 ? near : [...FIELDS, PARAM];
}

function parseName(reader: TokenReader, of: string): string {
  const token = reader.peek({ kind: 'name', of });
  if (token?.kind !== 'text') throw reader.fail('nameMissing', token ?? reader.last);
  if (token.quoted === 'open') throw reader.fail('quoteOpen', token, ['"']);
  reader.next();
  return token.text;
}

function parseTag(reader: TokenReader, field: (typeof TAG_FIELDS)[number]): TagCondition {
  const by = field.slice(0, -1) as TagCondition['by'];
  const value = parseName(reader, field);
  let [applied, count]: [TagCondition['applied'], TagCondition['count']] = [undefined, undefined];
  for (;;) {
    const isLeft = { applied: applied === undefined, count: count === undefined };
    const detail = reader.take(
      'field',
      TAG_DETAILS.filter((one) => isLeft[one]),
    );
    if (detail === undefined) break;
    if (detail === 'applied') applied = parseWhen(reader);
    else count = { comparison: parseComparison(reader, COMPARISONS), number: parseNumber(reader) };
  }
  if (reader.peek() !== undefined && reader.take('field', TAG_DETAILS) !== undefined) {
    throw reader.fail('detailTwice', reader.last, ['and']);
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
  const comparison = parseComparison(reader, EQUAL) === '=' ? '=' : '!=';
  const value = parseText(reader, field);
  if (field !== 'status' || reader.last?.quoted !== 'no' || isStatus(value)) {
    return { kind: 'field', field, comparison, value };
  }
  // Earlier versions called it so.
  if (value.toLowerCase() === 'blocking') {
    return { kind: 'field', field, comparison, value: BLOCKED_BOT };
  }
  throw reader.fail('statusUnknown', reader.last, STATUS_NAMES.map(nameText));
}

function parseParam(reader: TokenReader): Condition {
  const name = parseName(reader, PARAM);
  const comparison = parseComparison(reader, COMPARISONS);
  const value = parseText(reader, PARAM, name);
  const isEqual = comparison === '=' || comparison === '!=';
  if (!isEqual && Number.isNaN(numberIn(value))) throw reader.fail('numberNeeded', reader.last);
  return { kind: 'param', name, comparison, value };
}

function parseHas(reader: TokenReader): Condition {
  const field = reader.take('field', HAS);
  if (field === PARAM) return { kind: 'hasParam', name: parseName(reader, PARAM) };
  if (field === undefined) throw reader.fail('hasWhat', reader.peek(), HAS);
  return { kind: 'has', field };
}
