import { type ProblemCode, ProblemFound } from './problem.ts';
import { COMPARED_FIELDS, HAS_FIELDS, OPERATORS, PARAM, SEGMENT, TAG_FIELDS } from './words.ts';
import { isOneOf } from '../base/jsonValues.ts';
import { skip } from '../base/text.ts';

/** `field` is a word of the language, such as `tag:` or `has`. `number` is a number, an age such as `30d`, or a day. */
type TokenKind = 'operator' | 'bracket' | 'field' | 'comparison' | 'text' | 'number';

export interface Token {
  readonly kind: TokenKind;
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Name, value or search word without quotes and escapes; any other token in lower case. */
  readonly text: string;
  /** `open`: without a closing quote, so that the token extends to the end of the text. */
  readonly quoted: 'no' | 'yes' | 'open';
}

const SPACE = /\s+/uy;
const BRACKET = /[()]/y;
const COMPARISON = /[!<>]=|[<>=]/y;
const COMPARISON_AHEAD = /\s*(?:!=|[<>=])/uy;
/** Word, which ends before a space, a bracket, a quote or a comparison. */
const WORD = /(?:[^\s()"<>=!]|!(?!=))+/uy;
const QUOTED = /"((?:[^"\\]|\\[^]?)*)("?)/y;
const NUMBER = /^[+-]?\d[\d.:-]*[hdw]?$/i;

/** Prefixes that a name follows directly. */
const NAME_PREFIXES = [...TAG_FIELDS, SEGMENT, PARAM] as const;

/** Context of a token, determined by the previous token. `condition`: anywhere a condition or an operator can be. */
type TokenContext = 'condition' | 'has' | 'name' | 'value';

/** Splits any text into tokens. Only white space can be between them. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let context: TokenContext = 'condition';
  while ((offset = skip(SPACE, text, offset)) < text.length) {
    const token = tokenAt(text, offset, context);
    tokens.push(token);
    offset = token.end;
    context = contextAfter(token);
  }
  return tokens;
}

/** Returns whether a name follows directly, as after `tag:`. */
export function takesName({ kind, text }: Token): boolean {
  return kind === 'field' && isOneOf(NAME_PREFIXES, text);
}

function contextAfter(token: Token): TokenContext {
  if (token.kind === 'comparison') return 'value';
  if (token.kind === 'field' && token.text === 'has') return 'has';
  return takesName(token) ? 'name' : 'condition';
}

function tokenAt(text: string, start: number, context: TokenContext): Token {
  const newToken = (kind: TokenKind, end: number): Token => {
    return { kind, start, end, text: text.slice(start, end).toLowerCase(), quoted: 'no' };
  };
  const bracketEnd = skip(BRACKET, text, start);
  if (bracketEnd > start) return newToken('bracket', bracketEnd);
  const comparisonEnd = skip(COMPARISON, text, start);
  if (comparisonEnd > start) return newToken('comparison', comparisonEnd);
  const quoted = quotedAt(text, start);
  if (quoted !== undefined) return quoted;
  // A character that begins no token, such as a lone surrogate, becomes a word.
  const end = Math.max(start + 1, skip(WORD, text, start));
  const word = text.slice(start, end);
  if (isOneOf(OPERATORS, word.toLowerCase())) return newToken('operator', end);
  if (context === 'condition' || context === 'has') {
    const lower = word.toLowerCase();
    const field = fieldIn(lower, context, skip(COMPARISON_AHEAD, text, end) > end);
    // In "who has this", `has` is text.
    const isText = lower === 'has' && context === 'condition' && !canFollowHas(text, end);
    if (field !== undefined && !isText) return newToken('field', start + field.length);
  }
  const kind = context === 'value' && NUMBER.test(word) ? 'number' : 'text';
  return { kind, start, end, text: word, quoted: 'no' };
}

/** Returns the word of the language that equals `word`, or the prefix of the language with which `word` begins. */
function fieldIn(
  word: string,
  context: 'condition' | 'has',
  isCompared: boolean,
): string | undefined {
  if (context === 'has' && isOneOf(HAS_FIELDS, word)) return word;
  if (word === 'has' || word === 'blocked') return word;
  if (isCompared && isOneOf(COMPARED_FIELDS, word)) return word;
  return NAME_PREFIXES.find((field) => word.startsWith(field));
}

/** Returns whether the next word can follow `has`, or begins such a word. Also true at the end of the text. */
function canFollowHas(text: string, offset: number): boolean {
  const start = skip(SPACE, text, offset);
  const word = text.slice(start, skip(WORD, text, start)).toLowerCase();
  const startsField = [...HAS_FIELDS, ...TAG_FIELDS].some((candidate) =>
    candidate.startsWith(word),
  );
  return startsField || NAME_PREFIXES.some((candidate) => word.startsWith(candidate));
}

function quotedAt(text: string, start: number): Token | undefined {
  QUOTED.lastIndex = start;
  const match = QUOTED.exec(text);
  if (match === null) return undefined;
  return {
    kind: 'text',
    start,
    end: QUOTED.lastIndex,
    text: (match[1] ?? '').replaceAll(/\\(["\\])/g, '$1'),
    quoted: match[2] === '' ? 'open' : 'yes',
  };
}

/** Possible continuation of a text, for completion. */
export type Expected =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Name or value. `field`: field as typed (`tag:`, `status`…), or `param.` with the name in `param`. */
  | { readonly kind: 'value'; readonly field: string; readonly param?: string | undefined };

/** Reads tokens one by one, and collects the words and names that could follow the last token. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;
  /** Continuations that would have been accepted after the last token. */
  readonly expectedAtEnd: Expected[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Returns the next token without consuming it. At the end of the tokens, adds `expected` to `expectedAtEnd`. */
  peek(...expected: readonly Expected[]): Token | undefined {
    const token = this.#tokens[this.#index];
    if (token === undefined) this.expectedAtEnd.push(...expected);
    return token;
  }

  /** Consumes and returns the next token if it is one of the words. For `field`, it may also be an unquoted `text`. */
  take<Word extends string>(kind: TokenKind, words: readonly Word[]): Word | undefined {
    const token = this.peek({ kind: 'words', words });
    const isUnquotedText = kind === 'field' && token?.kind === 'text' && token.quoted === 'no';
    if (token?.kind !== kind && !isUnquotedText) return undefined;
    const word = words.find((candidate) => candidate === token?.text.toLowerCase());
    if (word !== undefined) this.#index++;
    return word;
  }

  next(): void {
    this.#index++;
  }

  /** Returns the last consumed token. */
  get last(): Token | undefined {
    return this.#tokens[this.#index - 1];
  }

  /** @param token position of the problem; defaults to the last token of the text */
  error(
    code: ProblemCode,
    token: Token | undefined,
    possible: readonly string[] = [],
  ): ProblemFound {
    const { start, end } = token ?? this.#tokens.at(-1) ?? { start: 0, end: 0 };
    return new ProblemFound({ start, end, code, possible });
  }
}
