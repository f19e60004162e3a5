import { createScanner } from 'jsonc-parser';
import { cutEnd } from '../base/text.ts';
import type { PlanProblem } from '../base/plan.ts';

/** Numbers of jsonc-parser's `SyntaxKind`, a const enum, which cannot be imported. */
export const KIND = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  end: 17,
} as const;

const FIRST_TRIVIA = 12;
const LAST_TRIVIA = 15;
const UNKNOWN = 16;

/** More than these do not help anybody. */
const MAX_PROBLEMS = 100;

/** Characters of the text that a problem tells. */
const LONGEST_ABOUT = 200;

/** Characters in which a line that is read at once has its end. */
const MOST_AHEAD = 512;

/** Nothing behind here can be read, or needs to be. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

/** A place in the text. */
export interface Spot {
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
}

/** The text's tokens, one after the other, and what is wrong with them. */
export class Tokens {
  /** Of the current token. */
  kind = UNKNOWN as number;
  readonly problems: PlanProblem[];
  readonly #text: string;
  readonly #scanner;
  readonly #linesBefore: number;

  /** @param from where to begin: absent, at the beginning */
  constructor(text: string, problems: PlanProblem[], from?: Spot) {
    this.#text = text;
    this.problems = problems;
    this.#scanner = createScanner(text);
    this.#scanner.setPosition(from?.offset ?? (text.startsWith('\ufeff') ? 1 : 0));
    this.#linesBefore = from?.line ?? 1;
  }

  get spot(): Spot {
    const { offset, line } = this;
    return { offset, length: this.#end - offset, line };
  }

  get offset(): number {
    return this.#scanner.getTokenOffset();
  }

  get line(): number {
    return this.#linesBefore + this.#scanner.getTokenStartLine();
  }

  is(kind: number): boolean {
    return this.kind === kind;
  }

  /** As it stands in the text. */
  get raw(): string {
    return this.#text.slice(this.offset, this.#end);
  }

  /** The scanner counts one too many for a comment that is not closed. */
  get #end(): number {
    return Math.min(this.offset + this.#scanner.getTokenLength(), this.#text.length);
  }

  /** To the next token that means something. Throws `Stop` when it is none of JSON's. */
  next(): number {
    while (this.scan()) {
      // White space and comments may be anywhere.
    }
    return this.kind;
  }

  /** One step. @returns whether it was over white space or a comment */
  scan(): boolean {
    this.kind = this.#scanner.scan();
    const error: number = this.#scanner.getTokenError();
    if (this.kind === UNKNOWN || error !== 0) this.refuse();
    return this.kind >= FIRST_TRIVIA && this.kind <= LAST_TRIVIA;
  }

  /** The object that is left of the line, and the comment after it. Both `undefined`: there is no object, or a long one. */
  objectOfLine(): readonly [object: string | undefined, comment: string | undefined] {
    const { offset } = this;
    const ahead = this.#text.slice(offset, offset + MOST_AHEAD);
    const [, object, comment] = /^(\{.*\}),?(?: \/\/ (.*))?\r?\n/.exec(ahead) ?? [];
    return [object, comment];
  }

  /** So many UTF-16 units of the same line on from the first one of the current token: behind what was read otherwise. */
  leap(length: number): void {
    this.#scanner.setPosition(this.offset + length);
  }

  /** The current token may not stand here. */
  refuse(): never {
    this.problem('syntax', this.spot, this.raw);
    throw new Stop();
  }

  problem(kind: PlanProblem['kind'], spot: Spot, about: string): void {
    this.problems.push({ kind, ...spot, about: cutEnd(about, LONGEST_ABOUT) });
    if (this.problems.length >= MAX_PROBLEMS) throw new Stop();
  }

  /** From the first character of `start` to the last one of the current token. */
  through(start: Spot): Spot {
    return { ...start, length: this.#end - start.offset };
  }
}
