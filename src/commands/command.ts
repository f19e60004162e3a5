import * as z from '../base/zod.ts';

/** A command: the schema of its argument, and the type of what it returns. */
export interface Command<Argument extends z.ZodMiniType, Result> {
  readonly argument: Argument;
  /** Type of the result. The property never has a value. */
  readonly result?: Result;
}

type Shape = Parameters<typeof z.strictObject>[0];

/** A condition on several fields of an argument. */
interface Rule<Argument> {
  readonly isMet: (argument: Argument) => boolean;
  /** Error message if the condition is not met. */
  readonly message: string;
}

/** Describes a command by the type of its result, the fields of its argument, and a condition on several fields. */
export function commandReturning<Result>() {
  return <Fields extends Shape>(
    fields: Fields,
    rule?: Rule<z.infer<z.ZodMiniObject<Fields, z.core.$strict>>>,
  ): Command<z.ZodMiniObject<Fields, z.core.$strict>, Result> => {
    const argument = z.strictObject(fields);
    return {
      argument: rule === undefined ? argument : argument.check(z.refine(rule.isMet, rule.message)),
    };
  };
}

/** Describes a command by the type of its result and the fields of two alternative arguments. */
export function commandReturningEither<Result>() {
  return <First extends Shape, Second extends Shape>(
    first: First,
    second: Second,
  ): Command<
    z.ZodMiniUnion<
      readonly [z.ZodMiniObject<First, z.core.$strict>, z.ZodMiniObject<Second, z.core.$strict>]
    >,
    Result
  > => ({
    argument: z.union([z.strictObject(first), z.strictObject(second)]),
  });
}

export const commandReturningNothing = commandReturning<void>();
export const commandReturningText = commandReturning<string>();
