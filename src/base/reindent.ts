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
 * Indents JSON that `JSON.parse` accepts with two spaces, without changing a token. The work yields to the event loop,
 * so the text can have any size.
 */
export async function reindent(text: string, signal?: AbortSignal): Promise<string> {
  const indenter = new Indenter(text);
  await runInSlices(stepsOf(indenter), signal);
  signal?.throwIfAborted();
  return indenter.result;
}

function* stepsOf(indenter: Indenter): Generator<undefined, void, undefined> {
  while (indenter.step()) yield;
}

class Indenter {
  readonly #text: string;
  #offset: number;
  #depth = 0;
  #result = '';
  #pieces: string[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#offset = skipSpace(text, 0);
  }

  get result(): string {
    return this.#result;
  }

  /** Processes up to `TOKENS_IN_STEP` tokens. Returns whether there are more tokens. */
  step(): boolean {
    for (let count = 0; count < TOKENS_IN_STEP && this.#offset < this.#text.length; count++) {
      this.#writeToken();
      this.#offset = skipSpace(this.#text, this.#offset);
    }
    this.#result += this.#pieces.join('');
    this.#pieces = [];
    return this.#offset < this.#text.length;
  }

  #writeToken(): void {
    const char = this.#text.charAt(this.#offset);
    if (char === '{' || char === '[') this.#openBracket(char);
    else if (char === '}' || char === ']') {
      this.#writeLineBreak(-1);
      this.#append(char);
    } else if (char === ',') {
      this.#append(char);
      this.#writeLineBreak(0);
    } else if (char === ':') this.#append(char, ' ');
    else this.#copyScalar(char);
  }

  #openBracket(char: string): void {
    const close = skipSpace(this.#text, this.#offset + 1);
    const closer = this.#text.charAt(close);
    this.#append(char);
    if (closer === '}' || closer === ']') {
      this.#offset = close;
      this.#append(closer);
    } else this.#writeLineBreak(1);
  }

  #copyScalar(first: string): void {
    const start = this.#offset;
    this.#offset = first === '"' ? stringEnd(this.#text, start) : scalarEnd(this.#text, start);
    this.#pieces.push(this.#text.slice(start, this.#offset));
  }

  #append(char: string, after?: string): void {
    this.#offset++;
    this.#pieces.push(char);
    if (after !== undefined) this.#pieces.push(after);
  }

  /** @param change -1: before a closing bracket; 0: between members; 1: after an opening bracket */
  #writeLineBreak(change: -1 | 0 | 1): void {
    // Members that are too deep stay on one line, with their brackets.
    const memberDepth = Math.max(this.#depth, this.#depth + change);
    this.#depth += change;
    const lineBreak = memberDepth > MAX_INDENT ? undefined : LINE_BREAKS[this.#depth];
    if (lineBreak !== undefined) this.#pieces.push(lineBreak);
  }
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

function skipSpace(text: string, offset: number): number {
  return skip(SPACE, text, offset);
}
