import { FIELD_NAMES, FIELDS, type FieldName } from '../../base/customerFields.ts';
import { fieldOf, isObject } from '../../base/jsonValues.ts';
import { dayOf } from './range.ts';

/** Words that the grid shows for codes in records. */
export interface IndexWords {
  /** Texts of status 1 to 5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
}

const TIMES: ReadonlySet<string> = new Set(
  FIELD_NAMES.filter((name) => FIELDS[name].kind === 'time'),
);
const OWN_FIELDS = searched('own');
const NOT_SEARCHED = searched('no');
/**
 * Times and counts of tags, which have conditions of their own. As digits they match any number.
 */
const SKIPPED = new Set(['timestamp', 'count']);

/** Searchable texts of a record, in lower case. */
export interface SearchableTexts {
  /** Texts that hardly any other record has. */
  readonly own: readonly string[];
  /** Texts that many records share, such as names of tags. */
  readonly shared: readonly string[];
}

export const NO_TEXTS: SearchableTexts = { own: [], shared: [] };

/** @param zone time zone for days; defaults to the zone of this machine */
export function searchableTextsOf(
  record: unknown,
  words: IndexWords,
  zone?: string,
): SearchableTexts {
  const own: string[] = [];
  const shared: string[] = [];
  if (isObject(record)) {
    for (const [name, field] of Object.entries(record)) {
      if (isSearched(name, field)) collect(field, OWN_FIELDS.has(name) ? own : shared);
    }
  } else collect(record, own);
  for (const name of TIMES) shared.push(dayText(fieldOf(record, name), zone));
  const status = fieldOf(record, 'status');
  if (typeof status === 'number') shared.push(words.status[status - 1] ?? '');
  const gender = fieldOf(record, 'gender');
  if (gender === '男') shared.push(words.male);
  if (gender === '女') shared.push(words.female);
  if (fieldOf(record, 'platform') === 'FB') shared.push('Facebook');
  return { own: own.map(lower), shared: shared.filter(Boolean).map(lower) };
}

function lower(text: string): string {
  return text.toLowerCase();
}

function isSearched(name: string, field: unknown): boolean {
  if (NOT_SEARCHED.has(name)) return false;
  return typeof field !== 'number' || (!TIMES.has(name) && !SKIPPED.has(name));
}

/**
 * Collects the texts in a value. Not recursive: a record may be nested deeper than the call stack.
 */
function collect(root: unknown, lines: string[]): void {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') {
      if (value !== '') lines.push(value);
    } else if (typeof value === 'number' || typeof value === 'boolean') lines.push(String(value));
    else if (typeof value === 'object' && value !== null) addContent(value, left);
  }
}

function addContent(value: object, left: unknown[]): void {
  if (Array.isArray(value)) for (const element of value) left.push(element);
  else {
    for (const [name, field] of Object.entries(value)) {
      if (isSearched(name, field)) left.push(field);
    }
  }
}

function dayText(value: unknown, zone: string | undefined): string {
  return typeof value !== 'number' || Math.abs(value) > 8.64e15 ? '' : dayOf(value, zone);
}

function searched(search: (typeof FIELDS)[FieldName]['search']): ReadonlySet<string> {
  return new Set(FIELD_NAMES.filter((name) => FIELDS[name].search === search));
}
