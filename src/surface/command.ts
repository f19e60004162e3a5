import * as z from '../schema/zod.ts';

/** A command: the schema of its argument, and the type of what it returns. */
export interface Command<Argument extends z.ZodType, Result> {
  readonly argument: Argument;
  /** Only its type is there. */
  readonly result?: Result;
}

type Shape = Parameters<typeof z.strictObject>[0];

/** A command that returns this, with the fields of its argument or their schema. */
export function gives<Result>() {
  return <Fields extends Shape>(
    fields: Fields,
  ): Command<z.ZodObject<Fields, z.core.$strict>, Result> => ({
    argument: z.strictObject(fields),
  });
}

export const givesNothing = gives<void>();
export const givesText = gives<string>();
