import { terms } from './glossary.ts';

/** Range of Chinese characters in a pattern. */
const HAN = String.raw`\u3400-\u9fff`;
const HALF_WIDTH = new RegExp(`[${HAN}」）][,;:?!.](?![.\\w])`);
const UNSPACED = new RegExp(`[${HAN}][A-Za-z0-9]|[A-Za-z0-9][${HAN}]`);

/** Returns the faults of a translation, in a few words each. */
export function faultsOf(english: string, chinese: string): readonly string[] {
  const faults: string[] = [];
  if (chinese.trim() === '') faults.push('empty');
  if (placeholders(english) !== placeholders(chinese)) faults.push('other placeholders');
  const foreign = [...chinese].filter(
    (character) => isHan(character) && !traditional().has(character),
  );
  if (foreign.length > 0) faults.push(`not traditional: ${foreign.join('')}`);
  if (HALF_WIDTH.test(chinese)) faults.push('half-width punctuation after Chinese');
  if (UNSPACED.test(chinese)) faults.push('no space between Chinese and Latin');
  if (/[\n]/.test(english) !== /[\n]/.test(chinese)) faults.push('other lines');
  for (const word of wrongWords(english, chinese))
    faults.push(`"${word}" is in the glossary's "Not (中文)"`);
  return faults;
}

function placeholders(text: string): string {
  return (text.match(/\{\d+\}/g) ?? []).sort().join(' ');
}

function isHan(character: string): boolean {
  return /[\u3400-\u9fff]/.test(character);
}

let inBig5: ReadonlySet<string> | undefined;

/** Returns the characters of both levels of Big5. None of these characters is used only in simplified Chinese. */
function traditional(): ReadonlySet<string> {
  if (inBig5 !== undefined) return inBig5;
  const bytes: number[] = [];
  for (let lead = 0xa4; lead <= 0xf9; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const code = lead * 256 + trail;
      const isInEitherLevel = code <= 0xc67e || (code >= 0xc940 && code <= 0xf9d5);
      if (isInEitherLevel && (trail <= 0x7e || trail >= 0xa1)) bytes.push(lead, trail);
    }
  }
  inBig5 = new Set(new TextDecoder('big5').decode(Uint8Array.from(bytes)));
  return inBig5;
}

function wrongWords(english: string, chinese: string): readonly string[] {
  return terms()
    .filter((term) => term.english.test(english))
    .flatMap(({ notChinese }) => notChinese.filter((word) => chinese.includes(word)));
}
