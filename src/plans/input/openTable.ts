import type { Buffer } from 'node:buffer';
import { CLOSE_ARRAY, OPEN_ARRAY, OPEN_OBJECT, spaceEnd, valueEnd } from '../../base/jsonScan.ts';
import { ByteWindow, type Table } from './table.ts';
import { openCsv } from './csvTable.ts';
import type { Source } from './encodings.ts';
import type { InputFormat } from './inputColumns.ts';
import { namesIn, openJson, openNdjson } from './jsonTable.ts';
import { inputError } from './problems.ts';

/** First bytes of files that are not text: spreadsheets, archives, PDF, Parquet and databases. */
const BINARY_SIGNATURES = [
  ...['PAR1', 'PARE', 'PK\u0003\u0004', 'PK\u0005\u0006', '\u00d0\u00cf\u0011\u00e0', '%PDF-'],
  ...['\u001f\u008b', '\u0028\u00b5\u002f\u00fd', 'BZh9', '7z\u00bc\u00af', 'Rar!\u001a'],
  'SQLite format 3\u0000',
];

/** @throws {InputError} if the first bytes of a file show that it is not text */
export function refuseBinary(head: Buffer): void {
  const bytes = head.toString('latin1');
  if (BINARY_SIGNATURES.some((start) => bytes.startsWith(start)) || isBinary(bytes)) {
    throw inputError({ kind: 'other-format' });
  }
}

function isBinary(bytes: string): boolean {
  // UTF-16 text contains NUL bytes, too, but no other control characters. A byte order mark is enough to recognize it.
  if (/^(?:ÿþ|þÿ)/.test(bytes) || !bytes.includes('\0')) return false;
  return Array.from(bytes).some(isBinaryCharacter);
}

/** Returns whether the character is a control character that occurs in programs and images but not in text. */
function isBinaryCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  return (code > 0 && code < 7) || (code > 13 && code < 26);
}

const FORMAT_BY_EXTENSION: ReadonlyMap<string, InputFormat> = new Map([
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
]);

/** Returns the format for a file extension. CSV is missing here, because CSV files have many extensions. */
function formatByName(path: string): InputFormat | undefined {
  return FORMAT_BY_EXTENSION.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

const LF = 0x0a;

export async function openTable(source: Source, path: string, signal: AbortSignal): Promise<Table> {
  switch (await textFormat(source, path, signal)) {
    case 'csv':
      return openCsv(source, signal);
    case 'json':
      return openJson(source, signal);
    case 'ndjson':
      return openNdjson(source, signal);
  }
}

/** Detects the format by content, then by file name. */
async function textFormat(source: Source, path: string, signal: AbortSignal): Promise<InputFormat> {
  const byName = formatByName(path);
  const head = await firstText(source, signal);
  const start = spaceEnd(head, 0);
  const byContent = formatOf(head, start, byName);
  if (byContent !== undefined) return byContent;
  const firstCharacters = head.toString('latin1', start, start + 10);
  const isMarkup = /^<(?:!doctype|html|\?xml|head|body)/i.test(firstCharacters);
  const isNamedAsJson = byName !== undefined;
  if (isMarkup || isNamedAsJson) throw inputError({ kind: 'other-format' });
  return 'csv';
}

/** Returns the first chunk of the text that is not only white space. */
async function firstText(source: Source, signal: AbortSignal): Promise<Buffer> {
  const window = new ByteWindow(source.chunks(signal));
  try {
    // Drops the chunk before.
    do await window.readMore(window.bytes.length);
    while (!window.isLast && spaceEnd(window.bytes, 0) === window.bytes.length);
    if (spaceEnd(window.bytes, 0) < window.bytes.length) return window.bytes;
    throw inputError({ kind: 'no-rows' });
  } finally {
    await window.close();
  }
}

/** @param start offset of the first byte that is not white space */
function formatOf(
  head: Buffer,
  start: number,
  byName: InputFormat | undefined,
): 'json' | 'ndjson' | undefined {
  if (head[start] === OPEN_ARRAY) {
    return byName === 'json' || isListStart(head, start) ? 'json' : undefined;
  }
  if (head[start] !== OPEN_OBJECT) return undefined;
  if (byName === 'ndjson') return 'ndjson';
  const end = valueEnd(head, start);
  // The object continues after these bytes.
  if (end < 0) return 'json';
  // NDJSON is a sequence of objects, or a single object that is a record.
  if (head[spaceEnd(head, end)] === OPEN_OBJECT) return 'ndjson';
  // A response of the service has its list in `records` or `res.records`.
  const names = namesIn(head, [{ start, end }]);
  const isList = names.includes('records') || names.includes('res') || byName === 'json';
  // A line of NDJSON contains no line break.
  return isList || head.subarray(start, end).includes(LF) ? 'json' : 'ndjson';
}

/** Returns whether the bracket starts a JSON list. The heading of a CSV table may also start with a bracket. */
function isListStart(head: Buffer, start: number): boolean {
  const next = head[spaceEnd(head, start + 1)];
  return next === undefined || next === OPEN_OBJECT || next === CLOSE_ARRAY;
}
