import { createScanner, isTrivia, KIND } from '../base/jsonc.ts';
import { cutEnd } from '../base/safeText.ts';
import type { PlanProblem } from '../base/plan.ts';

/** Maximum number of reported problems. More would not help the user. */
const MAX_PROBLEMS = 100;

const MAX_QUOTE_LENGTH = 200;

/** Maximum length of a line that `objectOfLine` reads, in characters. */
const MAX_LINE_LENGTH = 512;

/** Matches a comment on the same line, after an optional comma. */
const COMMENT_AFTER = /(?:[ \t]*,)?[ \t]+\/\/ (.*)/y;

/** Thrown to stop reading, because the rest of the text cannot or need not be read. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

/** Range of the text. Offset and length are in UTF-16 code units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
  /** Number of the line in which the range starts, from 1. */
  readonly line: number;
}

/** Reads a text token by token, and collects problems. `kind`, `range` and `raw` are those of the current token. */
export class Tokens {
  kind: number = KIND.unknown;
  readonly problems: PlanProblem[];
  readonly #text: string;
  readonly #scanner;
  /** Number to add to the scanner's line numbers, which start at 0. */
  readonly #firstLine: number;

  /**
   * @param problems list to which the problems are added
   * @param from range of the first token; defaults to the start of the text
   */
  constructor(text: string, problems: PlanProblem[], from?: TextRange) {
    this.#text = text;
    this.problems = problems;
    this.#scanner = createScanner(text);
    this.#scanner.setPosition(from?.offset ?? (text.startsWith('\ufeff') ? 1 : 0));
    this.#firstLine = from?.line ?? 1;
  }

  get range(): TextRange {
    const { offset, line } = this;
    return { offset, length: this.#end - offset, line };
  }

  get offset(): number {
    return this.#scanner.getTokenOffset();
  }

  get line(): number {
    return this.#firstLine + this.#scanner.getTokenStartLine();
  }

  is(kind: number): boolean {
    return this.kind === kind;
  }

  get raw(): string {
    return this.#text.slice(this.offset, this.#end);
  }

  /** End of the current token. The scanner returns one character too many for an unclosed comment. */
  get #end(): number {
    return Math.min(this.offset + this.#scanner.getTokenLength(), this.#text.length);
  }

  /** Moves to the next token that is not trivia, and returns its kind. Throws `Stop` if the token is not JSON. */
  next(): number {
    while (this.scan()) {
      // White space and comments are allowed anywhere.
    }
    return this.kind;
  }

  /** Moves to the next token, and returns whether it is white space or a comment. Throws `Stop` if it is not JSON. */
  scan(): boolean {
    this.kind = this.#scanner.scan();
    const error: number = this.#scanner.getTokenError();
    if (this.kind === KIND.unknown || error !== 0) this.refuse();
    return isTrivia(this.kind);
  }

  /**
   * Returns the JSON text from the current token to the end of the line, and the comment after it. Both are `undefined`
   * if this text is not an object or the line is too long.
   */
  objectOfLine(): readonly [object: string | undefined, comment: string | undefined] {
    const { offset } = this;
    const ahead = this.#text.slice(offset, offset + MAX_LINE_LENGTH);
    const [, object, comment] = /^(\{.*\}),?(?: \/\/ (.*))?\r?\n/.exec(ahead) ?? [];
    return [object, comment && copyOf(comment)];
  }

  /** Returns the comment that follows the current token on its line, after an optional comma and white space. */
  commentAfter(): string | undefined {
    COMMENT_AFTER.lastIndex = this.#end;
    const comment = COMMENT_AFTER.exec(this.#text)?.[1];
    return comment && copyOf(comment);
  }

  /** Moves forward within the line by a number of UTF-16 code units, from the start of the current token. */
  moveBy(length: number): void {
    this.#scanner.setPosition(this.offset + length);
  }

  /** Reports that the current token is not allowed here, and throws `Stop`. */
  refuse(): never {
    this.report('syntax', this.range, this.raw);
    throw new Stop();
  }

  /** Adds a problem about a quoted text or a field name. Throws `Stop` if the maximum number is reached. */
  report(kind: PlanProblem['kind'], range: TextRange, about: string): void {
    this.problems.push({ kind, ...range, about: cutEnd(about, MAX_QUOTE_LENGTH) });
    if (this.problems.length >= MAX_PROBLEMS) throw new Stop();
  }

  /** Returns the range from the start of another token to the end of the current token. */
  rangeFrom(start: TextRange): TextRange {
    return { ...start, length: this.#end - start.offset };
  }
}

/** Copies a part of a text by parsing it, as `stringValue` does: a slice would keep the whole text in memory. */
function copyOf(part: string): string {
  return String(JSON.parse(JSON.stringify(part)));
}
