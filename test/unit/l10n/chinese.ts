import { terms } from './glossary.ts';

const HAN = String.raw`\u3400-\u9fff`;
const HALF_WIDTH = new RegExp(`[${HAN}」）][,;:?!.](?![.\\w])`);
const UNSPACED = new RegExp(`[${HAN}][A-Za-z0-9]|[A-Za-z0-9][${HAN}]`);

/** Returns the faults of a translation, in a few words each. */
export function faultsOf(english: string, chinese: string): readonly string[] {
  const faults: string[] = [];
  if (chinese.trim() === '') faults.push('empty');
  if (placeholders(english) !== placeholders(chinese)) faults.push('other placeholders');
  const foreign = [...chinese].filter((one) => isHan(one) && !traditional().has(one));
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

/** Returns the characters of both Big5 levels, of which none is only in simplified Chinese. */
function traditional(): ReadonlySet<string> {
  if (inBig5 !== undefined) return inBig5;
  const bytes: number[] = [];
  for (let lead = 0xa4; lead <= 0xf9; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const code = lead * 256 + trail;
      const isLevel = code <= 0xc67e || (code >= 0xc940 && code <= 0xf9d5);
      if (isLevel && (trail <= 0x7e || trail >= 0xa1)) bytes.push(lead, trail);
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
