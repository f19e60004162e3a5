import * as z from '../schema/zod.ts';

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

export const givesNothing = gives<void>();
export const givesText = gives<string>();
