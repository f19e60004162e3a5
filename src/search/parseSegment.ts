import type { L10n } from '../base/text.ts';
import { CONDITION_STARTS, parseCondition } from './parseCondition.ts';
import { ProblemFound, problemText, type SegmentProblem } from './problem.ts';
import type { Segment } from './segment.ts';
import { type Expected, type Token, TokenReader, tokensOf } from './tokens.ts';
import { MAX_SEARCH_LENGTH, MAX_NESTING } from './words.ts';

/** Part of a search. All parts have to be true for a customer to match. */
export interface TextPart {
  readonly segment: Segment;
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export interface ParsedSegment {
  /** Tokens of the text, or of its first `MAX_SEARCH_LENGTH` characters if the text is longer. */
  readonly tokens: readonly Token[];
  /** Segment of a text without a problem. Absent for an empty text, which matches all customers. */
  readonly segment?: Segment;
  /** Parts of the segment, in order. An `or` without brackets is a single part. */
  readonly parts?: readonly TextPart[];
  readonly problem?: SegmentProblem;
}

let cache: { readonly text: string; readonly parsed: ParsedSegment } | undefined;

/** Never throws. Caches the last text, because menus, charts and rows all read the current search. */
export function parseSegment(text: string): ParsedSegment {
  if (cache?.text !== text) cache = { text, parsed: parse(text) };
  return cache.parsed;
}

/** Returns the problem of a text that is not a segment, for the user. `start` and `end` are offsets in UTF-16 units. */
export function segmentProblem(
  l10n: L10n,
  text: string,
): { readonly text: string; readonly start: number; readonly end: number } | undefined {
  const { problem } = parseSegment(text);
  if (problem === undefined) return undefined;
  const { start, end } = problem;
  return { text: problemText(l10n, text, problem), start, end };
}

function parse(text: string): ParsedSegment {
  const tokens = tokensOf(text.slice(0, MAX_SEARCH_LENGTH));
  if (text.length > MAX_SEARCH_LENGTH) {
    const [start, end] = [MAX_SEARCH_LENGTH, text.length];
    return { tokens, problem: { start, end, code: 'tooLong', possible: [] } };
  }
  if (tokens.length === 0) return { tokens };
  return { tokens, ...readSearch(new TokenReader(tokens)) };
}

export function expectedAfter(tokens: readonly Token[]): readonly Expected[] {
  const reader = new TokenReader(tokens);
  // If there is a problem before the end, nothing is expected at the end.
  readSearch(reader);
  return reader.expectedAtEnd;
}

type Result =
  | { readonly segment: Segment; readonly parts: readonly TextPart[] }
  | { readonly problem: SegmentProblem };

function readSearch(reader: TokenReader): Result {
  try {
    const chains: TextPart[][] = [];
    const segment = readAlternatives(reader, 0, chains);
    const token = reader.peek();
    if (token === undefined) return { segment, parts: partsOf(segment, chains) };
    if (token.kind === 'bracket' && token.text === ')') throw reader.error('bracketStray', token);
    throw reader.error('comparisonNotAllowed', token);
  } catch (error) {
    if (error instanceof ProblemFound) return { problem: error.problem };
    throw error;
  }
}

/** @param chains parts of each operand of the top-level `or`; if there are several, the whole search is one part */
function partsOf(segment: Segment, chains: readonly (readonly TextPart[])[]): readonly TextPart[] {
  const [first = [], second] = chains;
  if (second === undefined) return first;
  return [{ segment, start: first[0]?.start ?? 0, end: chains.at(-1)?.at(-1)?.end ?? 0 }];
}

/** @param chains receives the parts of each operand of `or`, which are conditions that are joined by `and` */
function readAlternatives(reader: TokenReader, depth: number, chains: TextPart[][] = []): Segment {
  const readChain = (): Segment => {
    const parts: TextPart[] = [];
    chains.push(parts);
    return readOperands(reader, 'and', () => {
      const start = reader.peek()?.start ?? 0;
      const segment = readPart(reader, depth);
      parts.push({ segment, start, end: reader.last?.end ?? start });
      return segment;
    });
  };
  return readOperands(reader, 'or', readChain);
}

/** Reads operands as long as the operator `kind` joins them. A single operand is returned itself, not as a group. */
function readOperands(
  reader: TokenReader,
  kind: 'and' | 'or',
  readOperand: () => Segment,
): Segment {
  const first = readOperand();
  const parts = [first];
  // Adjacent conditions are combined with `and`.
  const hasMore = (): boolean =>
    reader.take('operator', [kind]) !== undefined || (kind === 'and' && partFollows(reader));
  while (hasMore()) parts.push(readOperand());
  if (parts.length === 1) return first;
  // Brackets around the same operator have no effect.
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
}

function partFollows(reader: TokenReader): boolean {
  const token = reader.peek({ kind: 'words', words: CONDITION_STARTS });
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

/** Reads a condition, a negation, or a search in brackets. */
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
  const inner = readAlternatives(reader, depth + 1);
  const end = reader.peek({ kind: 'words', words: [')'] });
  if (end === undefined) throw reader.error('bracketOpen', token, [')']);
  if (end.kind !== 'bracket') throw reader.error('comparisonNotAllowed', end);
  reader.next();
  return inner;
}

function checkDepth(reader: TokenReader, depth: number): void {
  if (depth >= MAX_NESTING) throw reader.error('tooDeep', reader.last);
}
