import { fieldOf } from '../record.ts';

/** Words of the page for what records have as codes, by what is in the record. */
export interface IndexWords {
  /** Texts of status 1…5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
}

const TIMES = new Set(['created', 'lastActive']);
/** When and how often a tag was applied is in the details; as digits they would match any number. */
const SKIPPED = new Set(['timestamp', 'count']);

/** All that can be found of a record: its values in lower case, one a line. */
export function haystackOf(record: unknown, words: IndexWords): string {
  const lines: string[] = [];
  collect(record, lines);
  for (const name of TIMES) lines.push(dayOf(fieldOf(record, name)));
  const status = fieldOf(record, 'status');
  if (typeof status === 'number') lines.push(words.status[status - 1] ?? '');
  const gender = fieldOf(record, 'gender');
  if (gender === '男') lines.push(words.male);
  if (gender === '女') lines.push(words.female);
  if (fieldOf(record, 'platform') === 'FB') lines.push('Facebook');
  return lines.join('\n').toLowerCase();
}

/** What `text` looks for: every word of it has to stand in a haystack. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function collect(value: unknown, lines: string[]): void {
  if (typeof value === 'string') {
    if (value !== '') lines.push(value);
  } else if (typeof value === 'number' || typeof value === 'boolean') lines.push(String(value));
  else if (Array.isArray(value)) for (const one of value) collect(one, lines);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      // The address of a picture: long, and nothing that anybody knows of a customer.
      if (name === 'pic') continue;
      const isNumber = typeof field === 'number';
      if (!isNumber || (!TIMES.has(name) && !SKIPPED.has(name))) collect(field, lines);
    }
  }
}

function dayOf(value: unknown): string {
  if (typeof value !== 'number' || Math.abs(value) > 8.64e15) return '';
  const date = new Date(value);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
