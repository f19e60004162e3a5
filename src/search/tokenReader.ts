import { ProblemFound, type ProblemCode } from './problem.ts';
import type { Token, TokenKind } from './tokens.ts';

/** What can stand at the end of a text, for completion. */
export type Expected =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** `of`: a field as it is typed (`tag:`, `status`…), or of a parameter's value `param.` and its name. */
  | { readonly kind: 'name' | 'value'; readonly of: string; readonly param?: string };

/** Goes through the tokens, and keeps what was asked for where they end. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly atEnd: Expected[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token, which is to be one of `expected`. */
  peek(...expected: readonly Expected[]): Token | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined) this.atEnd.push(...expected);
    return token;
  }

  /** Takes the next token when it is one of these words, in lower case; for `field` also one that could be looked for. */
  take<Word extends string>(kind: TokenKind, words: readonly Word[]): Word | undefined {
    const token = this.peek({ kind: 'words', words });
    const isWord = kind === 'field' && token?.kind === 'text' && token.quoted === 'no';
    if (token?.kind !== kind && !isWord) return undefined;
    const word = words.find((one) => one === token?.text.toLowerCase());
    if (word !== undefined) this.#at++;
    return word;
  }

  next(): void {
    this.#at++;
  }

  /** The token that was taken last. */
  get last(): Token | undefined {
    return this.#tokens[this.#at - 1];
  }

  /** @param token where it is; the last one when there is none */
  fail(
    code: ProblemCode,
    token: Token | undefined,
    possible: readonly string[] = [],
  ): ProblemFound {
    const { start, end } = token ?? this.#tokens.at(-1) ?? { start: 0, end: 0 };
    return new ProblemFound({ start, end, code, possible });
  }
}
