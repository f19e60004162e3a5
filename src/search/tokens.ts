import { type ProblemCode, ProblemFound } from './problem.ts';
import { COMPARED, HAS, isOneOf, OPERATORS, PARAM, SEGMENT, TAG_FIELDS } from './words.ts';

/**
 * How a piece of the text is to be coloured. `field`: a word of the language, such as `tag:` and `blocked`; `text`: a
 * name, value or word to look for, with its quotes; `number`: a number, an age or a day.
 */
type TokenKind = 'operator' | 'bracket' | 'field' | 'comparison' | 'text' | 'number';

export interface Token {
  readonly kind: TokenKind;
  /** In UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Of a name, value or word to look for without quotes and escapes, of every other word in lower case. */
  readonly text: string;
  /** `open`: the quote at its end is missing, it reaches to the end of the text. */
  readonly quoted: 'no' | 'yes' | 'open';
}

const SPACE = /\s+/uy;
const BRACKET = /[()]/y;
const COMPARISON = /[!<>]=|[<>=]/y;
/** Behind white space. */
const COMPARED_WITH = /\s*(?:!=|[<>=])/uy;
/** Ends before a space, a bracket, a quote or a comparison. */
const WORD = /(?:[^\s()"<>=!]|!(?!=))+/uy;
const QUOTED = /"((?:[^"\\]|\\[^]?)*)("?)/y;
const NUMBER = /^[+-]?\d[\d.:-]*[hdw]?$/i;

/** Prefixes that are followed by a name. */
const NAMED = [...TAG_FIELDS, SEGMENT, PARAM] as const;

/** Where a token stands. */
type Place = 'condition' | 'has' | 'name' | 'value';

/** Cuts any text into its tokens; between them is white space. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let after: Place = 'condition';
  while ((at = endOf(SPACE, text, at) ?? at) < text.length) {
    const token = tokenAt(text, at, after);
    tokens.push(token);
    at = token.end;
    after = placeAfter(token);
  }
  return tokens;
}

/** A name comes right after it, as after `tag:`. */
export function takesName({ kind, text }: Token): boolean {
  return kind === 'field' && isOneOf(NAMED, text);
}

function placeAfter(token: Token): Place {
  if (token.kind === 'comparison') return 'value';
  if (token.kind === 'field' && token.text === 'has') return 'has';
  return takesName(token) ? 'name' : 'condition';
}

function tokenAt(text: string, start: number, place: Place): Token {
  const made = (kind: TokenKind, end: number): Token => {
    return { kind, start, end, text: text.slice(start, end).toLowerCase(), quoted: 'no' };
  };
  const bracket = endOf(BRACKET, text, start);
  if (bracket !== undefined) return made('bracket', bracket);
  const comparison = endOf(COMPARISON, text, start);
  if (comparison !== undefined) return made('comparison', comparison);
  const quoted = quotedAt(text, start);
  if (quoted !== undefined) return quoted;
  // A character is left that begins nothing, as half of a pair: it is a word.
  const end = endOf(WORD, text, start) ?? start + 1;
  const own = text.slice(start, end);
  if (isOneOf(OPERATORS, own.toLowerCase())) return made('operator', end);
  if (place === 'condition' || place === 'has') {
    const word = own.toLowerCase();
    const field = fieldIn(word, place, endOf(COMPARED_WITH, text, end) !== undefined);
    // "who has this" is text.
    const isText = word === 'has' && place === 'condition' && !couldFollowHas(text, end);
    if (field !== undefined && !isText) return made('field', start + field.length);
  }
  const kind = place === 'value' && NUMBER.test(own) ? 'number' : 'text';
  return { kind, start, end, text: own, quoted: 'no' };
}

/** The word of the language that a word is, or begins with. */
function fieldIn(
  word: string,
  place: 'condition' | 'has',
  isCompared: boolean,
): string | undefined {
  if (place === 'has' && isOneOf(HAS, word)) return word;
  if (word === 'has' || word === 'blocked') return word;
  if (isCompared && isOneOf(COMPARED, word)) return word;
  return NAMED.find((field) => word.startsWith(field));
}

/** Tells whether the next word can follow `has`, or begins such a word. Also true at the end of the text. */
function couldFollowHas(text: string, at: number): boolean {
  const start = endOf(SPACE, text, at) ?? at;
  const word = text.slice(start, endOf(WORD, text, start) ?? start).toLowerCase();
  const isBegun = [...HAS, ...TAG_FIELDS].some((one) => one.startsWith(word));
  return isBegun || NAMED.some((one) => word.startsWith(one));
}

function quotedAt(text: string, start: number): Token | undefined {
  QUOTED.lastIndex = start;
  const found = QUOTED.exec(text);
  if (found === null) return undefined;
  return {
    kind: 'text',
    start,
    end: QUOTED.lastIndex,
    text: (found[1] ?? '').replaceAll(/\\(["\\])/g, '$1'),
    quoted: found[2] === '' ? 'open' : 'yes',
  };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

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
