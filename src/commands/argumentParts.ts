import * as z from '../base/zod.ts';
import type { Cancellation } from '../base/errors.ts';
import { FACEBOOK, LINE, MAX_LIMIT, MIN_LIMIT } from '../base/model.ts';
import { MAX_SEGMENT_LENGTH } from '../search/words.ts';

export const text = z.string().check(z.minLength(1));

/** Confirmation by a program. It replaces the dialog that a user would confirm. */
export const confirmed = z.literal(true);

/** Field of commands that write. Required if the bot is in production. */
const productionConfirmation = { confirmed: z.optional(confirmed) };

/** The bot's key or its bot ID. */
export const bot = z.string().check(z.minLength(1));

/** Channel as its name, or as the number that the service uses. */
const channel = z.pipe(
  z.literal([FACEBOOK, LINE, 'facebook', 'line']),
  z.transform((value) => (value === 'facebook' ? FACEBOOK : value === 'line' ? LINE : value)),
);

/** A user. `channel`: 0 or `facebook`, 1 or `line`. Give exactly one of `rawUid` and `uid`. */
export const user = z.strictObject({
  rawUid: z.optional(z.string()),
  uid: z.optional(z.string()),
  /** ID of the Facebook fan page or LINE official account. */
  pageId: text,
  channel,
});

export const newItemFields = {
  bot,
  name: text,
  /** ID of the folder; absent: directly below the bot. */
  parentId: z.optional(text),
  ...productionConfirmation,
};

/** Fields of commands that replace tags with one tag. The old tags are deleted at the end. */
export const refactorFields = {
  confirmed,
  /** Delete the old tags even if a customer did not get the new tag; absent: they stay, and the run is paused. */
  deleteAnyway: z.optional(confirmed),
};

export const ids = z.readonly(z.array(text).check(z.minLength(1)));

export const itemFields = { bot, ids };

/** Name or URI of a workspace folder; required if there are several. */
export const folderFields = { folder: z.optional(text) };

/** A file with users, and values that its columns do not contain. */
const usersFile = z.strictObject({
  /** Absolute path or file: URI of a CSV, JSON or NDJSON file. */
  file: text,
  /** Headings of the columns. */
  columns: z.optional(
    z.strictObject({
      rawUid: z.optional(text),
      uid: z.optional(text),
      page: z.optional(text),
      channel: z.optional(text),
      name: z.optional(text),
    }),
  ),
  /** Page ID (fan page or official account) of all users in the file. */
  pageId: z.optional(text),
  channel: z.optional(channel),
});
export type UsersFileArgument = Readonly<z.infer<typeof usersFile>>;

/** Segment text in the syntax of `src/search`. */
export const segment = text.check(z.maxLength(MAX_SEGMENT_LENGTH));

/** Filter argument of commands. Earlier versions also stored it as the state of the Customers page. */
export const filter = z.strictObject({
  /** Words that must all occur in a record. */
  text: z.string().check(z.maxLength(1000)),
  status: z.array(z.string()),
  platform: z.array(z.string()),
  /** IDs */
  tag: z.array(z.string()),
  /** Bounds of the last interaction in ms, both inclusive. */
  after: z.nullable(z.int()),
  before: z.nullable(z.int()),
  /** Segment text. Early versions had none. */
  segment: z._default(z.string().check(z.maxLength(MAX_SEGMENT_LENGTH)), ''),
});

/** A plan to write. The plan is not run. */
export const planFields = {
  bot,
  /** Absent: `attach`. `match`: customers in the segment get the tag, and all other customers lose it. */
  action: z.optional(z.enum(['attach', 'detach', 'match'])),
  /** IDs */
  tags: ids,
  /** IDs of tags that the same plan detaches; only with `attach`. */
  detach: z.optional(ids),
  /** `selected` and `matching`: rows of the bot's open Customers panel; `service`: every customer. */
  from: z.union([z.enum(['selected', 'matching', 'service']), usersFile]),
  /** For `service`: the same conditions as the filter of the panel. */
  filter: z.optional(z.partial(filter)),
  segment: z.optional(segment),
  /** Absolute path or file: URI; ends in `.bot-tags-plan.jsonc`. */
  file: text,
  /** Write the names of users into the plan. */
  names: z.optional(z.boolean()),
  overwrite: z.optional(z.boolean()),
};

export const taggingFields = { bot, tagId: text, user, ...productionConfirmation };

/** A single change, by its ID in the Journal. `confirmed`: required in production, and if the undo deletes. */
export const undoneWriteFields = { write: text, ...productionConfirmation };

/** A row of the bot's open Customers panel. Row numbers count from 0 over all loaded pages. */
export const rowFields = { bot, row: z.int().check(z.minimum(0)) };

/** The ID of a run in the Journal. */
export const runFields = { run: text };

export const resumeFields = {
  /** Required in production, and if the run deletes: for a deleting plan, or a renamed, merged, or recreated tag. */
  ...productionConfirmation,
  /** Pauses the run after this number of users. */
  users: z.optional(z.int().check(z.minimum(1))),
};

export const customerFields = {
  bot,
  limit: z.optional(z.int().check(z.minimum(MIN_LIMIT), z.maximum(MAX_LIMIT))),
  /** Timestamp in ms, 13 digits. */
  from: z.optional(z.int().check(z.minimum(1_000_000_000_000), z.maximum(9_999_999_999_999))),
};

export const cancellation = z.custom<Cancellation>(isCancellation, 'give a CancellationToken');

/** Checks the shape, because VS Code does not export the class of its token. */
function isCancellation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { isCancellationRequested, onCancellationRequested } = value as Partial<Cancellation>;
  return (
    typeof isCancellationRequested === 'boolean' && typeof onCancellationRequested === 'function'
  );
}

interface Command<Argument extends z.ZodMiniType, Result> {
  readonly argument: Argument;
  /** Type of the result. The property never has a value. */
  readonly result?: Result;
}

type Shape = Parameters<typeof z.strictObject>[0];

interface Rule<Argument> {
  readonly isMet: (argument: Argument) => boolean;
  readonly message: string;
}

/**
 * Describes a command by the type of its result, the fields of its argument, and a condition on several fields. Two
 * calls, because TypeScript cannot infer `Fields` in a call that states `Result`.
 */
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
