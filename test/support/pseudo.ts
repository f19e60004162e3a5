const PLAIN = 'AEIOUaeiouncyNCY';
const ACCENTED = 'ÅÉÎÖÛåéîöûñçýÑÇÝ';
const UNTRANSLATED = /\{\w+\}|\$\([^)]*\)|`[^`]*`|#[\w.]+#/g;

/** Brackets around each text of the pseudo-locale. */
export const [OPENING_BRACKET, CLOSING_BRACKET] = ['⟦', '⟧'] as const;

/**
 * Returns a text in the pseudo-locale: readable, with accents, at least 40 % longer, in brackets. Placeholders, icons,
 * code and link targets are kept. Lines and links are shown as separate elements, so each has its own brackets.
 */
export function pseudo(text: string): string {
  return text
    .split(/(\n|\[[^\]]*\]\([^)]*\))/)
    .map((part) => {
      const [, label, target] = /^\[([^\]]*)\](\(.*\))$/.exec(part) ?? [];
      if (label !== undefined) return `[${bracketed(label)}]${target ?? ''}`;
      return part.trim() === '' ? part : bracketed(part);
    })
    .join('');
}

function bracketed(text: string): string {
  // The padding consists of words, each of 5 characters, so that lines break as in a real language.
  const padding = '~~~~ '
    .repeat(Math.ceil((text.replace(UNTRANSLATED, '').length * 0.4) / 5))
    .trim();
  const padded = padding === '' ? text : `${text} ${padding}`;
  let accented = '';
  let end = 0;
  for (const untranslated of padded.matchAll(UNTRANSLATED)) {
    accented += accents(padded.slice(end, untranslated.index)) + untranslated[0];
    end = untranslated.index + untranslated[0].length;
  }
  return `${OPENING_BRACKET}${accented}${accents(padded.slice(end))}${CLOSING_BRACKET}`;
}

function accents(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}
