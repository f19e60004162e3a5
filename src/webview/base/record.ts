import type { FieldName } from '../../core/customerFields.ts';
import { jsonOf } from '../../core/json/jsonOf.ts';

/** A field of something that should be an object; `undefined` when it is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a record; what is no object stands whole in the place of its name. */
export function valueOf(record: unknown, field: FieldName): unknown {
  return field === 'name' && !isObject(record) ? record : fieldOf(record, field);
}

/** Text as it is, nothing for `null` and what is missing, anything else as JSON; `…` for what is too deep to be shown. */
export function raw(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : (jsonOf(value) ?? '…');
}

/** The address of a picture that the grid may load: https only. */
export function pictureOf(record: unknown): string | undefined {
  const pic = fieldOf(record, 'pic');
  if (typeof pic !== 'string' || !URL.canParse(pic)) return undefined;
  const { protocol, href } = new URL(pic);
  return protocol === 'https:' ? href : undefined;
}

/** What stands in a picture's place: the first letters of the first and the last word, or one wide one. */
export function initialsOf(record: unknown): string {
  const name = fieldOf(record, 'name');
  const words = typeof name === 'string' ? name.trim().split(/\s+/) : [];
  const last = words.length > 1 ? words.at(-1) : undefined;
  const letters = firstLetter(words[0]) + firstLetter(last);
  return WIDE.test(letters) ? firstLetter(words[0]) : letters.toUpperCase();
}

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const letters = new Intl.Segmenter();

function firstLetter(word = ''): string {
  return letters.segment(word).containing(0)?.segment ?? '';
}
