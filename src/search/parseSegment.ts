import { BEGINNINGS, parseCondition } from './parseCondition.ts';
import { ProblemFound, type SegmentProblem } from './problem.ts';
import type { Segment } from './segment.ts';
import { type Expected, type Token, TokenReader, tokensOf } from './tokens.ts';
import { MOST_CHARACTERS, MOST_DEPTH } from './words.ts';

/** A part of a text that has to be true, as have all others. */
export interface TextPart {
  readonly segment: Segment;
  /** In UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export interface ParsedSegment {
  /** All of the text but white space; of one that is too long as much as is read. */
  readonly tokens: readonly Token[];
  /** Of a text without a problem; of an empty one there is none: it stands for everybody. */
  readonly segment?: Segment;
  /** What the segment is made of, in order; of a choice (`or`) without brackets it is one part. */
  readonly parts?: readonly TextPart[];
  readonly problem?: SegmentProblem;
}

let last: { readonly text: string; readonly parsed: ParsedSegment } | undefined;

/** Parses any text and never throws. Caches the last text: menus, charts and rows all ask about the current search. */
export function parseSegment(text: string): ParsedSegment {
  if (last?.text !== text) last = { text, parsed: parse(text) };
  return last.parsed;
}

function parse(text: string): ParsedSegment {
  const tokens = tokensOf(text.slice(0, MOST_CHARACTERS));
  if (text.length > MOST_CHARACTERS) {
    const [start, end] = [MOST_CHARACTERS, text.length];
    return { tokens, problem: { start, end, code: 'tooLong', possible: [] } };
  }
  if (tokens.length === 0) return { tokens };
  return { tokens, ...read(new TokenReader(tokens)) };
}

/** What could stand after the last of the tokens, so that it could still become a segment. */
export function expectedAfter(tokens: readonly Token[]): readonly Expected[] {
  const reader = new TokenReader(tokens);
  // After a problem in the midst nothing was asked for at the end.
  read(reader);
  return reader.atEnd;
}

type Result =
  | { readonly segment: Segment; readonly parts: readonly TextPart[] }
  | { readonly problem: SegmentProblem };

function read(reader: TokenReader): Result {
  try {
    const chains: TextPart[][] = [];
    const segment = readAny(reader, 0, chains);
    const token = reader.peek();
    if (token === undefined) return { segment, parts: partsOf(segment, chains) };
    if (token.kind === 'bracket' && token.text === ')') throw reader.fail('bracketStray', token);
    throw reader.fail('comparisonUnfit', token);
  } catch (error) {
    if (error instanceof ProblemFound) return { problem: error.problem };
    throw error;
  }
}

function partsOf(segment: Segment, chains: readonly (readonly TextPart[])[]): readonly TextPart[] {
  const [first = [], second] = chains;
  if (second === undefined) return first;
  return [{ segment, start: first[0]?.start ?? 0, end: chains.at(-1)?.at(-1)?.end ?? 0 }];
}

/** @param chains gets the parts of each chain of `and` */
function readAny(reader: TokenReader, depth: number, chains: TextPart[][] = []): Segment {
  const readChain = (): Segment => {
    const parts: TextPart[] = [];
    chains.push(parts);
    return readParts(reader, 'and', () => {
      const start = reader.peek()?.start ?? 0;
      const segment = readPart(reader, depth);
      parts.push({ segment, start, end: reader.last?.end ?? start });
      return segment;
    });
  };
  return readParts(reader, 'or', readChain);
}

function readParts(reader: TokenReader, kind: 'and' | 'or', readOne: () => Segment): Segment {
  const first = readOne();
  const parts = [first];
  // What stands next to each other has both to be true.
  const isMore = (): boolean =>
    reader.take('operator', [kind]) !== undefined || (kind === 'and' && isPart(reader));
  while (isMore()) parts.push(readOne());
  if (parts.length === 1) return first;
  // Brackets around the same operator say nothing.
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
}

/** Whether another part comes. */
function isPart(reader: TokenReader): boolean {
  const token = reader.peek({ kind: 'words', words: BEGINNINGS });
  switch (token?.kind) {
    case undefined:
    case 'comparison':
      return false;
    case 'operator':
      return token.text === 'not';
    case 'bracket':
      return token.text === '(';
    default:
      return true;
  }
}

function readPart(reader: TokenReader, depth: number): Segment {
  const token = reader.peek();
  if (token?.kind === 'operator' && token.text === 'not') {
    reader.next();
    checkDepth(reader, depth);
    return { kind: 'not', part: readPart(reader, depth + 1) };
  }
  if (token?.kind !== 'bracket' || token.text !== '(') return parseCondition(reader);
  reader.next();
  checkDepth(reader, depth);
  const inner = readAny(reader, depth + 1);
  const end = reader.peek({ kind: 'words', words: [')'] });
  if (end === undefined) throw reader.fail('bracketOpen', token, [')']);
  if (end.kind !== 'bracket') throw reader.fail('comparisonUnfit', end);
  reader.next();
  return inner;
}

function checkDepth(reader: TokenReader, depth: number): void {
  if (depth >= MOST_DEPTH) throw reader.fail('tooDeep', reader.last);
}
