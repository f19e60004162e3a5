import { FIELD_NAMES, FIELDS, type FieldName } from '../../base/customerFields.ts';
import { fieldOf, isObject } from '../../base/jsonValues.ts';
import { MAX_TIME } from '../../base/numbers.ts';
import { dayOf } from './range.ts';

/** Words that the grid shows for codes in records. */
export interface IndexedTexts {
  /** Texts of status 1 to 5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
}

const TIMES: ReadonlySet<string> = new Set(
  FIELD_NAMES.filter((name) => FIELDS[name].kind === 'time'),
);
const OWN_FIELDS = fieldsSearchedAs('unique');
const NOT_SEARCHED = fieldsSearchedAs('no');
/** Numbers in tags that are not searched as text, because a search for any number would match their digits. */
const UNSEARCHED_NUMBERS = new Set(['timestamp', 'count']);

/** Searchable texts of a record, in lower case. */
export interface SearchableTexts {
  /** Texts that few other records have, such as the customer's name. */
  readonly own: readonly string[];
  /** Texts that many records share, such as names of tags. */
  readonly shared: readonly string[];
}

export const NO_TEXTS: SearchableTexts = { own: [], shared: [] };

/** @param zone time zone for days; defaults to the zone of this machine */
export function searchableTextsOf(
  record: unknown,
  words: IndexedTexts,
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
  return typeof field !== 'number' || (!TIMES.has(name) && !UNSEARCHED_NUMBERS.has(name));
}

/** Does not call itself, because the nesting of a record may be too deep for the call stack. */
function collect(root: unknown, texts: string[]): void {
  const remaining = [root];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === 'string') {
      if (value !== '') texts.push(value);
    } else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value));
    else if (typeof value === 'object' && value !== null) addContent(value, remaining);
  }
}

function addContent(value: object, remaining: unknown[]): void {
  if (Array.isArray(value)) for (const element of value) remaining.push(element);
  else {
    for (const [name, field] of Object.entries(value)) {
      if (isSearched(name, field)) remaining.push(field);
    }
  }
}

function dayText(value: unknown, zone: string | undefined): string {
  return typeof value !== 'number' || Math.abs(value) > MAX_TIME ? '' : dayOf(value, zone);
}

function fieldsSearchedAs(search: (typeof FIELDS)[FieldName]['search']): ReadonlySet<string> {
  return new Set(FIELD_NAMES.filter((name) => FIELDS[name].search === search));
}
