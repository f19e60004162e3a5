const PLAIN = 'AEIOUaeiouncyNCY';
const ACCENTED = 'ÅÉÎÖÛåéîöûñçýÑÇÝ';
const KEPT = /\{\w+\}|\$\([^)]*\)|`[^`]*`|#[\w.]+#/g;

/** How a text of the pseudo-locale begins and ends. */
export const [OPENED, CLOSED] = ['⟦', '⟧'] as const;

/**
 * A text as the pseudo-locale has it: readable, with accents, a good 40 % longer, in brackets. What it fills in, icons, code and
 * the targets of links stay; lines and links are shown as elements of their own, and so have brackets of their own.
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
  // In words, so that lines break as they do in a language.
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
