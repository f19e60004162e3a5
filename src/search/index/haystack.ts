import { FIELD_NAMES, FIELDS, type FieldName } from '../../base/customerFields.ts';
import { fieldOf, isObject } from '../../base/jsonValues.ts';
import { dayOf } from './range.ts';

/** Words of the grid for what records have as codes, by what is in the record. */
export interface IndexWords {
  /** Texts of status 1…5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
}

const TIMES: ReadonlySet<string> = new Set(
  FIELD_NAMES.filter((name) => FIELDS[name].kind === 'time'),
);
const OWN = searched('own');
const UNSEARCHED = searched('no');
/** When and how often a tag was applied is in the details; as digits they would match any number. */
const SKIPPED = new Set(['timestamp', 'count']);

/** All that can be found of a record, in lower case. */
export interface Haystack {
  /** What hardly any other customer has. */
  readonly own: readonly string[];
  /** What many others have too, as the names of their tags. */
  readonly shared: readonly string[];
}

export const NO_TEXTS: Haystack = { own: [], shared: [] };

/** @param zone whose days it was at a time; this machine's when absent */
export function haystackOf(record: unknown, words: IndexWords, zone?: string): Haystack {
  const own: string[] = [];
  const shared: string[] = [];
  if (isObject(record)) {
    for (const [name, field] of Object.entries(record)) {
      if (isSearched(name, field)) collect(field, OWN.has(name) ? own : shared);
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
  if (UNSEARCHED.has(name)) return false;
  return typeof field !== 'number' || (!TIMES.has(name) && !SKIPPED.has(name));
}

/** Without recursion: a record may be nested deeper than calls can be. */
function collect(value: unknown, lines: string[]): void {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (one !== '') lines.push(one);
    } else if (typeof one === 'number' || typeof one === 'boolean') lines.push(String(one));
    else if (typeof one === 'object' && one !== null) addContent(one, left);
  }
}

function addContent(value: object, left: unknown[]): void {
  if (Array.isArray(value)) for (const one of value) left.push(one);
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
