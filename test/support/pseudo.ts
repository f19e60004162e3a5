const PLAIN = 'AEIOUaeiouncyNCY';
const ACCENTED = 'ÅÉÎÖÛåéîöûñçýÑÇÝ';
const KEPT = /\{\w+\}|\$\([^)]*\)|`[^`]*`|#[\w.]+#/g;

/** Brackets at the beginning and end of a text of the pseudo-locale. */
export const [OPENED, CLOSED] = ['⟦', '⟧'] as const;

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
  // The padding consists of words, so that lines break as in a real language.
  const more = '~~~~ '.repeat(Math.ceil((text.replace(KEPT, '').length * 0.4) / 5)).trim();
  const padded = more === '' ? text : `${text} ${more}`;
  let accented = '';
  let end = 0;
  for (const kept of padded.matchAll(KEPT)) {
    accented += accents(padded.slice(end, kept.index)) + kept[0];
    end = kept.index + kept[0].length;
  }
  return `${OPENED}${accented}${accents(padded.slice(end))}${CLOSED}`;
}

function accents(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}
