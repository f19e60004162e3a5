import { Buffer } from 'node:buffer';
import type { Positions } from '../../base/inputProblems.ts';
import { inputError, FindingCollector } from './problems.ts';
import type { InputFile } from './inputFile.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'big5';

const LF = 0x0a;
const NUL = Buffer.alloc(1);
/** UTF-8 of U+FFFD, which replaces invalid bytes. */
const REPLACEMENT = Buffer.from('\u{fffd}');

/** Text of a file, which can be read several times. */
export class Source {
  readonly encoding: Encoding;
  readonly hasByteOrderMark: boolean;
  readonly #file: InputFile;
  readonly #markLength: number;

  constructor(file: InputFile, { encoding, markLength }: EncodingAndMark) {
    this.encoding = encoding;
    this.hasByteOrderMark = markLength > 0;
    this.#file = file;
    this.#markLength = markLength;
  }

  /** Reads the text as UTF-8, without the byte order mark. A character may be split between two chunks. */
  chunks(signal: AbortSignal): AsyncIterable<Buffer> {
    return this.encoding === 'utf-8' ? this.#bytes(signal) : this.decode(signal);
  }

  /** Reads the text, also UTF-8, with a decoder that throws a `TypeError` for invalid bytes. */
  decode(signal: AbortSignal): AsyncIterable<Buffer> {
    return this.#decoded(signal, true);
  }

  /** Reads the text with U+FFFD for invalid bytes. */
  decodeLossy(signal: AbortSignal): AsyncIterable<Buffer> {
    return this.#decoded(signal, false);
  }

  #decoded(signal: AbortSignal, fatal: boolean): AsyncIterable<Buffer> {
    const decoder = new TextDecoder(this.encoding, { fatal, ignoreBOM: true });
    return transcoded(this.#bytes(signal), decoder);
  }

  #bytes(signal: AbortSignal): AsyncIterable<Buffer> {
    return this.#file.chunks(signal, this.#markLength);
  }
}

/** Reads the whole file to detect its encoding. Throws an `InputError` with line numbers if it is not text. */
export async function openText(file: InputFile, signal: AbortSignal): Promise<Source> {
  const markedEncoding = encodingOfMark(await file.head(3));
  const candidates: Source[] = [];
  for (const candidate of markedEncoding === undefined ? UNMARKED_ENCODINGS : [markedEncoding]) {
    if (candidate.encoding === 'big5' && !supportsBig5()) break;
    const source = new Source(file, candidate);
    const result = await inspect(source, signal);
    if (result === 'text') return source;
    if (result === 'nul') throw await nulError(source, signal);
    candidates.push(source);
  }
  throw await invalidTextError(candidates, signal);
}

/** Encoding of a file, and its byte order mark. */
interface EncodingAndMark {
  readonly encoding: Encoding;
  /** Length of the byte order mark in bytes; 0 if there is none. */
  readonly markLength: number;
}

/** Encodings to try for a file without a byte order mark, in order. */
const UNMARKED_ENCODINGS: readonly EncodingAndMark[] = [
  { encoding: 'utf-8', markLength: 0 },
  { encoding: 'big5', markLength: 0 },
];

function encodingOfMark(head: Buffer): EncodingAndMark | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) {
    return { encoding: 'utf-8', markLength: 3 };
  }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', markLength: 2 };
  return head[0] === 0xfe && head[1] === 0xff ? { encoding: 'utf-16be', markLength: 2 } : undefined;
}

/** Returns whether this build of Node.js can decode Big5. A build without the full ICU data cannot. */
function supportsBig5(): boolean {
  try {
    return new TextDecoder('big5', { fatal: true }).encoding === 'big5';
  } catch {
    return false;
  }
}

async function* transcoded(
  chunks: AsyncIterable<Buffer>,
  decoder: InstanceType<typeof TextDecoder>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** Result of the inspection. `nul` means valid text with NUL bytes, which no ordinary text contains. */
type Inspection = 'text' | 'nul' | 'no-text';

async function inspect(source: Source, signal: AbortSignal): Promise<Inspection> {
  let hasNul = false;
  try {
    for await (const chunk of source.decode(signal)) hasNul ||= chunk.includes(0);
  } catch (error) {
    if (error instanceof TypeError) return 'no-text';
    throw error;
  }
  return hasNul ? 'nul' : 'text';
}

/** Returns the error with the lines that contain NUL bytes. */
async function nulError(source: Source, signal: AbortSignal): Promise<Error> {
  const positions = await positionsOf(source.chunks(signal), NUL);
  return inputError({ kind: 'bad-text', positions: positions ?? NO_POSITIONS });
}

/** Returns the error for the encoding with the fewest invalid lines. */
async function invalidTextError(sources: readonly Source[], signal: AbortSignal): Promise<Error> {
  const invalidLines: Positions[] = [];
  for (const source of sources) {
    const positions = await positionsOf(source.decodeLossy(signal), REPLACEMENT);
    if (positions !== undefined) invalidLines.push(positions);
  }
  const [positions = NO_POSITIONS] = invalidLines.toSorted((a, b) => a.count - b.count);
  return inputError({ kind: 'bad-text', positions });
}

const NO_POSITIONS: Positions = { unit: 'line', first: [], count: 0 };

/** Returns the numbers of the lines that contain these bytes. */
async function positionsOf(
  chunks: AsyncIterable<Buffer>,
  pattern: Buffer,
): Promise<Positions | undefined> {
  const findings = new FindingCollector<'bad-text'>('line');
  let line = 1;
  let lastLine = 0;
  for await (const chunk of chunks) {
    let countedTo = 0;
    for (
      let matchOffset = chunk.indexOf(pattern);
      matchOffset >= 0;
      matchOffset = chunk.indexOf(pattern, matchOffset + 1)
    ) {
      line += countLineFeeds(chunk, countedTo, matchOffset);
      countedTo = matchOffset;
      if (line !== lastLine) findings.add('bad-text', line);
      lastLine = line;
    }
    line += countLineFeeds(chunk, countedTo, chunk.length);
  }
  return findings.list()[0]?.positions;
}

function countLineFeeds(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  let offset = bytes.indexOf(LF, start);
  for (; offset >= 0 && offset < end; offset = bytes.indexOf(LF, offset + 1)) count++;
  return count;
}
