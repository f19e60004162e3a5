import { KIND, type Spot, type Tokens } from './tokens.ts';
import { members, skip, wrongValue } from './values.ts';

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
