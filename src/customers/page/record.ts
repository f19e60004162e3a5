import { fieldOf } from '../../base/recordValues.ts';

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
