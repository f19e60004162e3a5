import * as z from '../schema/zod.ts';
import type { Cancellation } from '../core/errors.ts';
import { MAX_LIMIT, MIN_LIMIT } from '../core/model.ts';
import { CURL_SHELLS } from '../core/service/writeCurl.ts';
import { MOST_OF_SEGMENT } from '../segments/words.ts';
import { filter } from './filter.ts';

export const text = z.string().min(1);

/** Stands for the dialog that a person would see. */
export const confirmed = z.literal(true);

/** Of what writes: needed when the bot is in production. */
const inProduction = { confirmed: confirmed.optional() };

/** The bot's key or its bot ID. */
export const bot = z.string().min(1);

export const oneBot = { bot };

const channel = z.literal([0, 1, 'facebook', 'line']);

/** A user. `channel`: 0 or `facebook`, 1 or `line`. Exactly one of `rawUid` and `uid`. */
export const user = z.strictObject({
  rawUid: z.string().optional(),
  uid: z.string().optional(),
  pageId: text,
  channel,
});
export type UserArgument = Readonly<z.infer<typeof user>>;

export const newItem = z.strictObject({
  bot,
  name: text,
  /** The folder's ID; absent: right below the bot. */
  parentId: text.optional(),
  ...inProduction,
});

/** One tag in the place of others: the old ones are deleted in the end. */
export const refactor = {
  confirmed,
  /** Delete them also when somebody did not get the new tag; absent: they stay, and the run is paused. */
  deleteAnyway: confirmed.optional(),
};

export const items = { bot, ids: z.array(text).min(1).readonly() };

export const token = z.strictObject({
  bot,
  token: text,
  /** Needed when the bot's base URL comes from a file and nobody has confirmed it yet. */
  confirmed: confirmed.optional(),
});

/** Name or URI of a workspace folder; needed when there are several. */
export const folder = { folder: text.optional() };

/** A file with users, and what its headings do not tell. */
const usersFile = z.strictObject({
  /** Absolute path or file: URI of a CSV, JSON, NDJSON or Parquet file. */
  file: text,
  /** By their headings. */
  columns: z
    .strictObject({
      rawUid: text.optional(),
      uid: text.optional(),
      page: text.optional(),
      channel: text.optional(),
      name: text.optional(),
    })
    .optional(),
  /** Of all of them. */
  pageId: text.optional(),
  channel: channel.optional(),
});
export type UsersFileArgument = Readonly<z.infer<typeof usersFile>>;

/** Who of the customers: as `src/segments` reads it. */
export const segment = text.max(MOST_OF_SEGMENT);

/** A plan to be written, and run by nobody. */
export const tagPlan = z.strictObject({
  bot,
  /** Absent: `attach`. `match`: the customers of the segment get the tag, and all others of the service lose it. */
  action: z.enum(['attach', 'detach', 'match']).optional(),
  /** IDs */
  tags: z.array(text).min(1).readonly(),
  /** IDs of tags that the same plan detaches; only with `attach`. */
  detach: z.array(text).min(1).readonly().optional(),
  /** `selected` and `matching`: rows of the bot's open Customers panel; `service`: every customer. */
  from: z.union([z.enum(['selected', 'matching', 'service']), usersFile]),
  /** Of `service`: as the filter of the panel narrows its rows. */
  filter: filter.partial().optional(),
  segment: segment.optional(),
  /** Absolute path or file: URI; ends in `.bot-tags-plan.jsonc`. */
  file: text,
  /** Write the names of users into the plan. */
  names: z.boolean().optional(),
  /** Replaces the file. */
  overwrite: z.boolean().optional(),
});

export const tagUser = z.strictObject({ bot, tagId: text, user, ...inProduction });

/** A single change, by its ID in the journal. `confirmed`: needed in production, and where the undo deletes. */
export const undoneWrite = { write: text, ...inProduction };

/** Row numbers count from 0 over all loaded pages of the bot's open Customers panel. */
export const row = { bot, row: z.int().min(0) };

/** The ID of a run in the journal. */
export const run = { run: text };

export const goOn = {
  /** Needed in production, and where the run deletes: a plan that deletes, a tag that is renamed, merged or recreated. */
  ...inProduction,
  /** Pauses once so many users are through. */
  users: z.int().min(1).optional(),
};

/** Absent: as the settings say. */
export const shell = { shell: z.enum(CURL_SHELLS).optional() };

export const customers = {
  bot,
  limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT).optional(),
  /** ms timestamp of 13 digits */
  from: z.int().min(1_000_000_000_000).max(9_999_999_999_999).optional(),
};

export const cancellation = z.custom<Cancellation>(isCancellation, 'give a CancellationToken');

/** By shape: the class of VS Code's token is nobody's to see. */
function isCancellation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { isCancellationRequested, onCancellationRequested } = value as Partial<Cancellation>;
  return (
    typeof isCancellationRequested === 'boolean' && typeof onCancellationRequested === 'function'
  );
}
