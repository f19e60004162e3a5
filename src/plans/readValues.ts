import { MAX_PLAN_LINES } from '../base/plan.ts';
import { KIND, type Spot, Stop, type Tokens } from './tokens.ts';

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

/** How the value of each field is read; `undefined`: it was wrong, and a problem tells so. */
export type Fields<T extends object> = {
  readonly [Name in keyof T]: (tokens: Tokens) => T[Name] | undefined;
};

/** An object of the text. */
export interface ObjectRead<T extends object> {
  readonly values: { readonly [Name in keyof T]?: T[Name] | undefined };
  /** Those that are there, with a value that can be read or without. */
  readonly names: ReadonlySet<string>;
  /** The whole object. */
  readonly spot: Spot;
}

/** The object that begins with the current token; what is wrong in it becomes problems. */
export function readObject<T extends object>(
  tokens: Tokens,
  fields: Fields<T>,
): ObjectRead<T> | undefined {
  if (!tokens.is(KIND.openBrace)) return wrongValue(tokens);
  const start = tokens.spot;
  const values: { [Name in keyof T]?: T[Name] | undefined } = {};
  const names = new Set<string>();
  for (const { name, spot } of members(tokens)) {
    if (!isField(fields, name)) {
      tokens.problem('unknown-field', spot, name);
      skip(tokens);
    } else if (names.has(name)) {
      tokens.problem('repeated-field', spot, name);
      skip(tokens);
    } else {
      names.add(name);
      values[name] = fields[name](tokens);
    }
  }
  return { values, names, spot: tokens.through(start) };
}

/** Names that every object has by itself are no fields. */
export function isField<T extends object>(
  fields: Fields<T>,
  name: string,
): name is string & keyof T {
  return Object.hasOwn(fields, name);
}

export function requireFields(
  tokens: Tokens,
  { names, spot }: Pick<ObjectRead<object>, 'names' | 'spot'>,
  required: readonly string[],
): void {
  for (const name of required) if (!names.has(name)) tokens.problem('missing-field', spot, name);
}

/** Steps between two looks at the clock, which are short work and many. */
const STEPS = 64;

/** Lines of the array that the current token opens; yields where other work can be let in. */
export function* readList<T>(
  tokens: Tokens,
  readLine: () => T | undefined,
): Generator<undefined, readonly T[], undefined> {
  const lines: T[] = [];
  let count = 0;
  let steps = 0;
  for (const kind of elements(tokens)) {
    if (++steps % STEPS === 0) yield;
    if (kind === 'gap') continue;
    if (++count > MAX_PLAN_LINES) {
      tokens.problem('too-many-lines', tokens.spot, String(MAX_PLAN_LINES));
      throw new Stop();
    }
    const line = readLine();
    if (line !== undefined) lines.push(line);
  }
  return lines;
}
