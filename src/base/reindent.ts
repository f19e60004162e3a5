import { runInSlices } from './promises.ts';
import { skip } from './text.ts';

/** Maximum indentation, in levels. Deeper values stay on one line, because their indentation would not be readable. */
const MAX_INDENT = 32;
/** Line break with indentation, by level. If every level were indented, a million levels would take a terabyte. */
const LINE_BREAKS = Array.from({ length: MAX_INDENT + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);
const SPACE = /[ \t\r\n]*/y;
const SCALAR = /[^,\]}\s]+/y;
/** Tokens between two checks of the clock, about a millisecond of work. */
const TOKENS_IN_STEP = 4096;

/**
 * Indents JSON by two spaces per level, without changing a token. `JSON.parse` must accept the text. The work yields to
 * the event loop, so the text can have any size.
 */
export async function reindent(text: string, signal?: AbortSignal): Promise<string> {
  let result = '';
  const steps = indent(text, (part) => (result += part));
  await runInSlices(steps, signal);
  signal?.throwIfAborted();
  return result;
}

/** Passes the indented text to `write`, in parts of `TOKENS_IN_STEP` tokens. Yields after each part. */
function* indent(text: string, write: (part: string) => void): Generator<void> {
  const pieces: string[] = [];
  let depth = 0;
  let tokens = 0;
  /** @param change -1: before a closing bracket; 0: between members; 1: after an opening bracket */
  const addLineBreak = (change: -1 | 0 | 1): void => {
    // Members that are too deep stay on one line, with their brackets.
    const memberDepth = Math.max(depth, depth + change);
    depth += change;
    const lineBreak = memberDepth > MAX_INDENT ? undefined : LINE_BREAKS[depth];
    if (lineBreak !== undefined) pieces.push(lineBreak);
  };
  let offset = skip(SPACE, text, 0);
  while (offset < text.length) {
    const char = text.charAt(offset);
    let end = offset + 1;
    if (char === '{' || char === '[') {
      const closing = skip(SPACE, text, end);
      const closer = text.charAt(closing);
      pieces.push(char);
      if (closer === '}' || closer === ']') {
        pieces.push(closer);
        end = closing + 1;
      } else addLineBreak(1);
    } else if (char === '}' || char === ']') {
      addLineBreak(-1);
      pieces.push(char);
    } else if (char === ',') {
      pieces.push(char);
      addLineBreak(0);
    } else if (char === ':') pieces.push(': ');
    else {
      end = char === '"' ? stringEnd(text, offset) : scalarEnd(text, offset);
      pieces.push(text.slice(offset, end));
    }
    offset = skip(SPACE, text, end);
    tokens++;
    if (tokens % TOKENS_IN_STEP === 0) {
      write(pieces.splice(0).join(''));
      yield;
    }
  }
  write(pieces.join(''));
}

/** Returns the end of the string at `start`. A regular expression would overflow the stack on megabytes. */
function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  if (quote === -1) throw new SyntaxError(`no end of the JSON string at ${start}`);
  return quote + 1;
}

function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text[start - 1] === '\\') start--;
  const backslashCount = offset - start;
  return backslashCount % 2 === 1;
}

function scalarEnd(text: string, offset: number): number {
  const end = skip(SCALAR, text, offset);
  if (end === offset) throw new SyntaxError(`no JSON value at ${offset}`);
  return end;
}
