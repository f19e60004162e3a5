import { statusOf } from '../base/customer.ts';
import type { Comparison, SegmentField } from './segment.ts';
import { isOneOf } from '../base/jsonValues.ts';

/** Operators of the language, in lower case. Searches may use any case. */
export const OPERATORS = ['and', 'or', 'not'] as const;
export const TAG_FIELDS = ['tag:', 'tagid:', 'folder:', 'folderid:'] as const;
/** Prefix of the name of a saved segment. */
export const SEGMENT = 'segment:';
export const PARAM = 'param.';
export const TEXT_FIELDS = ['status', 'platform', 'page', 'gender'] as const;
export const TIME_FIELDS = ['active', 'first'] as const;
/** Details that can follow a tag. */
export const TAG_DETAILS = ['applied', 'count'] as const;
/** Words and the prefix that can follow `has`. */
export const HAS_FIELDS = ['email', 'phone', ...TEXT_FIELDS, PARAM] as const;
/** Words that can be compared. Without a comparison after it, such a word is searched as text. */
export const COMPARED_FIELDS = ['tags', ...TEXT_FIELDS, ...TIME_FIELDS, ...TAG_DETAILS] as const;

/** Words and prefixes that can begin a condition. */
export const CONDITIONS: readonly string[] = [
  ...TAG_FIELDS,
  SEGMENT,
  'tags',
  ...TEXT_FIELDS,
  ...TIME_FIELDS,
  PARAM,
  'has',
  'blocked',
];

export const EQUAL = ['=', '!='] as const;
export const ORDER: readonly Comparison[] = ['<', '<=', '>', '>='];
export const COMPARISONS: readonly Comparison[] = [...EQUAL, ...ORDER];

export const BLOCKED_BOT = 'blocked bot';
/** Words of status 1 to 5, as users write them. */
export const STATUS_NAMES = ['running', 'paused', 'stopped', 'blocked', BLOCKED_BOT] as const;

/** Maximum length of a search. Filters of earlier versions may have thousands of tags. */
export const MAX_SEARCH_LENGTH = 100_000;
/** Maximum length of a saved segment, and of a segment argument of a command. */
export const MAX_SEGMENT_LENGTH = 10_000;
/** Maximum nesting depth of brackets and `not`. */
export const MAX_NESTING = 64;

const PLATFORMS = new Map([
  ['line', 'LINE'],
  ['fb', 'FB'],
  ['facebook', 'FB'],
]);
const GENDERS = new Map([
  ['male', '男'],
  ['female', '女'],
]);

/** Returns the record values that a value in a segment matches: itself, and its code such as `1` for `running`. */
export function recordTexts(field: SegmentField, value: string): readonly string[] {
  const code = codeFor(field, value.toLowerCase());
  return code === undefined || code === value ? [value] : [value, code];
}

function codeFor(field: SegmentField, word: string): string | undefined {
  switch (field) {
    case 'status': {
      const index = STATUS_NAMES.findIndex((name) => name === word);
      return index === -1 ? statusOf(word)?.toString() : String(index + 1);
    }
    case 'platform':
      return PLATFORMS.get(word);
    case 'gender':
      return GENDERS.get(word);
    case 'page':
      return undefined;
  }
}

/** Returns the record value for a word of the language, such as `1` for `running`, or else the value unchanged. */
export function recordValue(field: SegmentField, value: string): string {
  return codeFor(field, value.toLowerCase()) ?? value;
}

/** Returns the word of the language for a record value. Inverse of `recordValue`. */
export function wordFor(field: SegmentField, code: string): string {
  switch (field) {
    case 'status':
      return STATUS_NAMES[Number(code) - 1] ?? code;
    case 'platform':
      return code === 'FB' ? 'Facebook' : code;
    case 'gender':
      return [...GENDERS].find(([, text]) => text === code)?.[0] ?? code;
    case 'page':
      return code;
  }
}

export function isStatus(value: string): boolean {
  return isOneOf(STATUS_NAMES, value.toLowerCase()) || /^-?\d+$/.test(value);
}

/** Returns `NaN` for text that is not a number. */
export function numberIn(text: string): number {
  if (text.length > 40 || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)) {
    return Number.NaN;
  }
  const number = Number(text);
  return Number.isFinite(number) ? number : Number.NaN;
}
