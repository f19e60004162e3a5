const HIDDEN = '…';
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;
/** Shorter ones may be a part of any word. */
const OWN_WORD = 6;
/** A shorter beginning tells of nobody. */
const TELLING = 4;

/** A text without the ID of a user, in each of the spellings that a message may have it in, and where it was cut within it. */
export function withoutId(text: string, id: string): string {
  const spellings = new Set([id, encoded(id), JSON.stringify(id).slice(1, -1)]);
  let clean = text;
  for (const spelling of spellings) {
    const escaped = spelling.replaceAll(SYNTAX, String.raw`\$&`);
    const pattern =
      id.length < OWN_WORD ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
    clean = clean.replaceAll(new RegExp(pattern, 'giu'), HIDDEN);
    for (let length = Math.min(spelling.length, clean.length) - 1; length >= TELLING; length--) {
      const start = spelling.slice(0, length) + HIDDEN;
      if (clean.endsWith(start)) clean = clean.slice(0, -start.length) + HIDDEN;
    }
  }
  return clean;
}

function encoded(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}
