import type { Buffer } from 'node:buffer';
import type { InputFormat } from '../../core/plans/inputFormats.ts';
import type { OtherKind } from '../../core/plans/inputProblems.ts';
import { failure } from '../tables/failures.ts';

const SIGNATURES: readonly (readonly [bytes: string, kind: OtherKind | 'parquet'])[] = [
  ['PAR1', 'parquet'],
  ['PARE', 'encrypted'],
  ['PK\u0003\u0004', 'spreadsheet'],
  ['PK\u0005\u0006', 'spreadsheet'],
  ['\u00d0\u00cf\u0011\u00e0', 'spreadsheet'],
  ['%PDF-', 'pdf'],
  ['\u001f\u008b', 'compressed'],
  ['\u0028\u00b5\u002f\u00fd', 'compressed'],
  ['BZh9', 'compressed'],
  ['7z\u00bc\u00af', 'compressed'],
  ['Rar!\u001a', 'compressed'],
  ['SQLite format 3\u0000', 'binary'],
];

/** Throws for what is no table by its first bytes. */
export function refuseOtherKind(head: Buffer): 'parquet' | 'text' {
  const bytes = head.toString('latin1');
  const kind = SIGNATURES.find(([start]) => bytes.startsWith(start))?.[1] ?? binaryKind(bytes);
  if (kind === 'parquet') return 'parquet';
  if (kind !== undefined) throw failure({ kind: 'other-kind', found: kind });
  return 'text';
}

function binaryKind(bytes: string): OtherKind | undefined {
  // Of UTF-16 there are NUL bytes too.
  if (/^(?:ÿþ|þÿ)/.test(bytes) || !bytes.includes('\0')) return undefined;
  return Array.from(bytes).some(isNoText) ? 'binary' : undefined;
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
  ['parquet', 'parquet'],
]);

/** What a file's name says that it is; CSV comes under many names. */
export function formatByName(path: string): InputFormat | undefined {
  return BY_SUFFIX.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}
