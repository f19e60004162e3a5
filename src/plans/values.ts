import { KIND, Stop, type Spot, type Tokens } from './tokens.ts';

/** Tokens of a value that stands where none of its kind may; with more of them the rest of the text is not read. */
const MOST_SKIPPED = 10_000;

/**
 * The members of the object that the current token opens. At each the current token is the first of the value;
 * whoever reads it leaves its last one.
 */
export function* members(
  tokens: Tokens,
): Generator<{ readonly name: string; readonly spot: Spot }, void, undefined> {
  for (;;) {
    if (tokens.next() === KIND.closeBrace) return;
    if (!tokens.is(KIND.string)) tokens.refuse();
    const name = JSON.parse(tokens.raw) as string;
    const { spot } = tokens;
    if (tokens.next() !== KIND.colon) tokens.refuse();
    tokens.next();
    requireValue(tokens);
    yield { name, spot };
    if (tokens.next() === KIND.closeBrace) return;
    if (!tokens.is(KIND.comma)) tokens.refuse();
  }
}

/** The elements of the array that the current token opens, like `members`; `gap`s are where nothing is to be read. */
export function* elements(tokens: Tokens): Generator<'gap' | 'element', void, undefined> {
  for (;;) {
    while (tokens.scan()) yield 'gap';
    if (tokens.is(KIND.closeBracket)) return;
    requireValue(tokens);
    yield 'element';
    while (tokens.scan()) yield 'gap';
    if (tokens.is(KIND.closeBracket)) return;
    if (!tokens.is(KIND.comma)) tokens.refuse();
  }
}

function requireValue(tokens: Tokens): void {
  const { kind } = tokens;
  const isValue =
    kind === KIND.openBrace ||
    kind === KIND.openBracket ||
    (kind >= KIND.null && kind <= KIND.number);
  if (!isValue) tokens.refuse();
}

/** To the last token of the value that begins with the current one. */
export function* skipping(tokens: Tokens): Generator<undefined, void, undefined> {
  for (let depth = 0; ; tokens.scan()) {
    const { kind } = tokens;
    if (kind === KIND.end) tokens.refuse();
    if (kind === KIND.openBrace || kind === KIND.openBracket) depth++;
    if (kind === KIND.closeBrace || kind === KIND.closeBracket) depth--;
    if (depth === 0) return;
    yield;
  }
}

/** The same at once, for what is small in any plan. */
export function skip(tokens: Tokens): void {
  let count = 0;
  for (const _token of skipping(tokens)) if (++count > MOST_SKIPPED) throw new Stop();
}

/** The current value is not what has to stand here. */
export function wrongValue(tokens: Tokens): undefined {
  tokens.problem('wrong-value', tokens.spot, tokens.raw);
  skip(tokens);
}

/** Not a slice of the text, which would keep all of it in memory. */
export function stringValue(tokens: Tokens): string | undefined {
  return tokens.is(KIND.string) ? (JSON.parse(tokens.raw) as string) : wrongValue(tokens);
}

/** A string with more than white space in it. */
export function idValue(tokens: Tokens): string | undefined {
  const value = stringValue(tokens);
  return value === undefined || /\S/.test(value) ? value : wrongValue(tokens);
}

export function wordValue<T extends string>(tokens: Tokens, words: readonly T[]): T | undefined {
  const value = tokens.is(KIND.string) ? (JSON.parse(tokens.raw) as string) : undefined;
  return words.find((word) => word === value) ?? wrongValue(tokens);
}

/** @param least from 0 on */
export function wholeValue(tokens: Tokens, least: number, most: number): number | undefined {
  const value = tokens.is(KIND.number) ? Number(tokens.raw) : Number.NaN;
  const isFit = Number.isSafeInteger(value) && value >= least && value <= most;
  return isFit ? Math.abs(value) : wrongValue(tokens);
}

export function booleanValue(tokens: Tokens): boolean | undefined {
  const isBoolean = tokens.is(KIND.true) || tokens.is(KIND.false);
  return isBoolean ? tokens.is(KIND.true) : wrongValue(tokens);
}
