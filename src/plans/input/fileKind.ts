import type { Buffer } from 'node:buffer';
import type { InputFormat } from './inputFormats.ts';
import { failure } from './failures.ts';

/** First bytes of files that are no text: spreadsheets, archives, PDF, Parquet, databases. */
const SIGNATURES = [
  ...['PAR1', 'PARE', 'PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0', '%PDF-'],
  ...['\u001f\u008b', '\u0028\u00b5\u002f\u00fd', 'BZh9', '7z\u00bc\u00af', 'Rar!\u001a'],
  'SQLite format 3\u0000',
];

/** Throws for what is no text by its first bytes. */
export function refuseOtherKind(head: Buffer): void {
  const bytes = head.toString('latin1');
  if (SIGNATURES.some((start) => bytes.startsWith(start)) || isBinary(bytes)) {
    throw failure({ kind: 'other-format' });
  }
}

function isBinary(bytes: string): boolean {
  // Of UTF-16 there are NUL bytes too.
  if (/^(?:ÿþ|þÿ)/.test(bytes) || !bytes.includes('\0')) return false;
  return Array.from(bytes).some(isNoText);
}

/** Control characters that no text has, and that every program or picture has. */
function isNoText(character: string): boolean {
  const code = character.charCodeAt(0);
  return (code > 0 && code < 7) || (code > 13 && code < 26);
}

const BY_SUFFIX: ReadonlyMap<string, InputFormat> = new Map([
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
]);

/** What a file's name says that it is; CSV comes under many names. */
export function formatByName(path: string): InputFormat | undefined {
  return BY_SUFFIX.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}
