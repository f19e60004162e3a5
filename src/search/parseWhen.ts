import type { Comparison, When } from './segment.ts';
import type { TokenReader } from './tokenReader.ts';
import { COMPARISONS, isOneOf, ORDER } from './words.ts';

const TIME_EXAMPLES = ['30d', '12h', '4w', '2026-01-31', '2026-01-31T09:30'];
const TIME = /^(\d{4}-\d{2}-\d{2})(t(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{3})?)?z?)?$/;
const UNITS = ['h', 'd', 'w'] as const;

/** @param possible those that go with what is compared */
export function parseComparison(reader: TokenReader, possible: readonly Comparison[]): Comparison {
  const token = reader.peek({ kind: 'words', words: possible });
  if (token?.kind !== 'comparison') throw reader.fail('comparisonMissing', token, possible);
  if (!isOneOf(possible, token.text)) throw reader.fail('comparisonUnfit', token, possible);
  reader.next();
  return token.text;
}

export function parseText(reader: TokenReader, of: string, param?: string): string {
  const token = reader.peek({ kind: 'value', of, ...(param === undefined ? {} : { param }) });
  if (token?.kind !== 'text' && token?.kind !== 'number') throw reader.fail('valueMissing', token);
  if (token.quoted === 'open') throw reader.fail('quoteOpen', token, ['"']);
  reader.next();
  return token.text;
}

export function parseNumber(reader: TokenReader): number {
  const text = parseText(reader, 'number');
  if (!/^\d{1,9}$/.test(text)) throw reader.fail('numberNeeded', reader.last);
  return Number(text);
}

/** A comparison and an age, a day or a time. */
export function parseWhen(reader: TokenReader): When {
  const comparison = parseComparison(reader, COMPARISONS);
  const compared = reader.last;
  // `=` and `!=` compare days and times, not ages.
  const takesAge = isOneOf(ORDER, comparison);
  const text = parseText(reader, takesAge ? 'age' : 'day').toLowerCase();
  const [, amount, unit = ''] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  if (isOneOf(UNITS, unit)) {
    if (!takesAge) throw reader.fail('comparisonUnfit', compared, ORDER);
    return { comparison, than: { kind: 'age', amount: Number(amount), unit } };
  }
  const [time = '', day = '', clock] = TIME.exec(text) ?? [];
  if (time === '') throw reader.fail('timeNeeded', reader.last, TIME_EXAMPLES);
  if (!isDay(day)) throw reader.fail('dayUnknown', reader.last);
  if (clock === undefined) return { comparison, than: { kind: 'day', day } };
  return { comparison, than: { kind: 'time', time: time.toUpperCase() } };
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
