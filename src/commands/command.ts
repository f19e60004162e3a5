import * as z from '../base/zod.ts';

/** A command: the schema of its argument, and the type of what it returns. */
export interface Command<Argument extends z.ZodType, Result> {
  readonly argument: Argument;
  /** Only its type is there. */
  readonly result?: Result;
}

type Shape = Parameters<typeof z.strictObject>[0];

/** A condition on several fields of an argument. */
interface Rule<Argument> {
  readonly isMet: (argument: Argument) => boolean;
  /** Error message if the rule is not met. */
  readonly says: string;
}

/** Describes a command by the type of its result, the fields of its argument, and a rule on them. */
export function gives<Result>() {
  return <Fields extends Shape>(
    fields: Fields,
    rule?: Rule<z.infer<z.ZodObject<Fields, z.core.$strict>>>,
  ): Command<z.ZodObject<Fields, z.core.$strict>, Result> => {
    const argument = z.strictObject(fields);
    return { argument: rule === undefined ? argument : argument.refine(rule.isMet, rule.says) };
  };
}

/** A command that returns this, with the fields of one of two arguments. */
export function givesEither<Result>() {
  return <One extends Shape, Other extends Shape>(
    one: One,
    other: Other,
  ): Command<
    z.ZodUnion<readonly [z.ZodObject<One, z.core.$strict>, z.ZodObject<Other, z.core.$strict>]>,
    Result
  > => ({
    argument: z.union([z.strictObject(one), z.strictObject(other)]),
  });
}

export const givesNothing = gives<void>();
export const givesText = gives<string>();
