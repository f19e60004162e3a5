import { KIND } from '../base/jsonc.ts';
import { MAX_PLAN_LINES } from '../base/plan.ts';
import { Stop, type TextRange, type Tokens } from './jsonTokens.ts';

/** Maximum number of tokens in a value that `skip` skips. */
const MAX_SKIPPED = 10_000;

/**
 * Yields each member of the object at the current token, with the range of its name. The current token is then the
 * first of the value, and the caller must leave it at the last token of the value.
 */
export function* members(
  tokens: Tokens,
): Generator<{ readonly name: string; readonly range: TextRange }, void, undefined> {
  for (;;) {
    if (tokens.next() === KIND.closeBrace) return;
    if (!tokens.is(KIND.string)) tokens.refuse();
    const name = JSON.parse(tokens.raw) as string;
    const { range } = tokens;
    if (tokens.next() !== KIND.colon) tokens.refuse();
    tokens.next();
    requireValue(tokens);
    yield { name, range };
    if (tokens.next() === KIND.closeBrace) return;
    if (!tokens.is(KIND.comma)) tokens.refuse();
  }
}

/**
 * Iterates over the elements of the array that starts at the current token, with the same rules for the current token
 * as in `members`. Also yields `space` at each comment or white space, so that the caller can pause in a long one.
 */
export function* elements(tokens: Tokens): Generator<'space' | 'element', void, undefined> {
  for (;;) {
    while (tokens.scan()) yield 'space';
    if (tokens.is(KIND.closeBracket)) return;
    requireValue(tokens);
    yield 'element';
    while (tokens.scan()) yield 'space';
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

/** Moves to the last token of the value that starts at the current token. Yields after each token. */
export function* skipInSteps(tokens: Tokens): Generator<undefined, void, undefined> {
  for (let depth = 0; ; tokens.scan()) {
    const { kind } = tokens;
    if (kind === KIND.end) tokens.refuse();
    if (kind === KIND.openBrace || kind === KIND.openBracket) depth++;
    if (kind === KIND.closeBrace || kind === KIND.closeBracket) depth--;
    if (depth === 0) return;
    yield;
  }
}

/** Skips a value without yielding, because it is small in any valid plan. Throws `Stop` after `MAX_SKIPPED` tokens. */
export function skip(tokens: Tokens): void {
  let count = 0;
  for (const _token of skipInSteps(tokens)) if (++count > MAX_SKIPPED) throw new Stop();
}

/** Reports that the current value is not allowed here, and skips it. Readers return the result, always `undefined`. */
export function wrongValue(tokens: Tokens): undefined {
  tokens.report('wrong-value', tokens.range, tokens.raw);
  skip(tokens);
}

/** Reads a string. Parsing makes a copy; a slice would keep the whole text in memory. */
export function stringValue(tokens: Tokens): string | undefined {
  return tokens.is(KIND.string) ? (JSON.parse(tokens.raw) as string) : wrongValue(tokens);
}

export function idValue(tokens: Tokens): string | undefined {
  const value = stringValue(tokens);
  return value === undefined || /\S/.test(value) ? value : wrongValue(tokens);
}

export function wordValue<T extends string>(tokens: Tokens, words: readonly T[]): T | undefined {
  const value = tokens.is(KIND.string) ? (JSON.parse(tokens.raw) as string) : undefined;
  return words.find((word) => word === value) ?? wrongValue(tokens);
}

/** @param min at least 0 */
export function integerValue(tokens: Tokens, min: number, max: number): number | undefined {
  const value = tokens.is(KIND.number) ? Number(tokens.raw) : Number.NaN;
  const isInRange = Number.isSafeInteger(value) && value >= min && value <= max;
  // Converts -0 to 0.
  return isInRange ? Math.abs(value) : wrongValue(tokens);
}

export function booleanValue(tokens: Tokens): boolean | undefined {
  const isBoolean = tokens.is(KIND.true) || tokens.is(KIND.false);
  return isBoolean ? tokens.is(KIND.true) : wrongValue(tokens);
}

/** Reader for each field. A reader returns `undefined` if the value is wrong, and reports a problem. */
export type Fields<T extends object> = {
  readonly [Name in keyof T]: (tokens: Tokens) => T[Name] | undefined;
};

export interface ObjectRead<T extends object> {
  readonly values: { readonly [Name in keyof T]?: T[Name] | undefined };
  /** Names of the fields that are present, including those with a wrong value. */
  readonly names: ReadonlySet<string>;
  readonly range: TextRange;
}

export function readObject<T extends object>(
  tokens: Tokens,
  fields: Fields<T>,
): ObjectRead<T> | undefined {
  if (!tokens.is(KIND.openBrace)) return wrongValue(tokens);
  const start = tokens.range;
  const values: { [Name in keyof T]?: T[Name] | undefined } = {};
  const names = new Set<string>();
  for (const { name, range } of members(tokens)) {
    if (!isField(fields, name)) {
      tokens.report('unknown-field', range, name);
      skip(tokens);
    } else if (names.has(name)) {
      tokens.report('repeated-field', range, name);
      skip(tokens);
    } else {
      names.add(name);
      values[name] = fields[name](tokens);
    }
  }
  return { values, names, range: tokens.rangeFrom(start) };
}

/** Returns whether the name is a known field. Ignores inherited names such as `toString`. */
export function isField<T extends object>(
  fields: Fields<T>,
  name: string,
): name is string & keyof T {
  return Object.hasOwn(fields, name);
}

export function requireFields(
  tokens: Tokens,
  { names, range }: Pick<ObjectRead<object>, 'names' | 'range'>,
  required: readonly string[],
): void {
  for (const name of required) if (!names.has(name)) tokens.report('missing-field', range, name);
}

/** Number of elements, comments and gaps between two yields. A yield checks the clock, which is slower than a line. */
const STEPS_PER_YIELD = 64;

export function* readList<T>(
  tokens: Tokens,
  readLine: () => T | undefined,
): Generator<undefined, readonly T[], undefined> {
  const lines: T[] = [];
  let count = 0;
  let steps = 0;
  for (const kind of elements(tokens)) {
    if (++steps % STEPS_PER_YIELD === 0) yield;
    if (kind === 'space') continue;
    if (++count > MAX_PLAN_LINES) {
      tokens.report('too-many-lines', tokens.range, String(MAX_PLAN_LINES));
      throw new Stop();
    }
    const line = readLine();
    if (line !== undefined) lines.push(line);
  }
  return lines;
}
