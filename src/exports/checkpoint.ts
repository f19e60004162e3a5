import * as z from '../base/zod.ts';
import type { SocketLocation } from '../catalogue/livingOwner.ts';
import { Buffer } from 'node:buffer';
import { ExportError } from '../base/exportErrors.ts';
import {
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  EXPORT_VALUES,
  type ExportPlan,
  MASKS,
  PERSONAL_FIELDS,
} from '../base/exportPlan.ts';
import type { CustomerQuery } from '../base/model.ts';
import { type Files, PERMISSIONS, writeAll } from './files.ts';
import { parseJson } from '../base/jsonValues.ts';
import { codeOf } from '../base/errors.ts';

export function partialPathOf(file: string): string {
  return `${file}.partial`;
}

/** Returns the path to which the lines of the partial file are converted, until the converted file is complete. */
export function convertingPathOf(file: string): string {
  return `${file}.converting`;
}

export function checkpointPathOf(file: string): string {
  return `${file}.checkpoint`;
}

/** Path of a new checkpoint until it replaces the old one. A killed process may leave this file, which has the salt. */
export function nextCheckpointPathOf(file: string): string {
  return `${checkpointPathOf(file)}.new`;
}

/** Replaces the checkpoint atomically: after a crash, either the old or the new checkpoint exists. */
export async function saveCheckpoint(
  files: Files,
  file: string,
  checkpoint: Checkpoint,
): Promise<void> {
  const newPath = nextCheckpointPathOf(file);
  // The file is removed and not overwritten, because it might be a link to another file.
  await files.remove(newPath);
  await writeNewFile(files, newPath, checkpoint);
  await files.rename(newPath, checkpointPathOf(file));
}

/**
 * Writes the first checkpoint, before any other file.
 * @throws {ExportError} if a checkpoint exists already
 */
export async function createCheckpoint(
  files: Files,
  file: string,
  checkpoint: Checkpoint,
): Promise<void> {
  try {
    await writeNewFile(files, checkpointPathOf(file), checkpoint);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new ExportError({ kind: 'running' }, file);
    throw error;
  }
}

async function writeNewFile(files: Files, path: string, checkpoint: Checkpoint): Promise<void> {
  const handle = await files.open(path, 'wx', 0o600);
  try {
    await writeAll(handle, Buffer.from(`${JSON.stringify(checkpoint, undefined, 2)}\n`));
    await handle.datasync();
  } catch (error) {
    await handle.close();
    await files.remove(path);
    throw error;
  }
  await handle.close();
}

/** @throws {ExportError} if the checkpoint cannot be parsed */
export async function loadCheckpoint(files: Files, file: string): Promise<Checkpoint | undefined> {
  let text: string;
  try {
    text = await files.readText(checkpointPathOf(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const checkpoint = parseCheckpoint(text);
  if (checkpoint !== undefined) return checkpoint;
  throw new ExportError({ kind: 'damaged', detail: 'the checkpoint cannot be read' }, file);
}

/**
 * Progress of an export: only what is needed to resume, without customer data and tokens. If a checkpoint exists, the
 * files at `partialPathOf` and `nextCheckpointPathOf` belong to the export. Without a checkpoint, files with these
 * names belong to the user.
 */
export interface Checkpoint {
  readonly version: 1;
  /** Key of the bot. */
  readonly bot: string;
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly plan: ExportPlan;
  /** Salt of the hashes, hex. A resumed export keeps the salt. It is deleted with the checkpoint at the end. */
  readonly salt: string;
  /** Cursor of the next page; `null` before the first page and after the last page. */
  readonly next: string | null;
  /** Whether all pages have been read. */
  readonly isRead: boolean;
  readonly pages: number;
  readonly records: number;
  /** Valid length of the partial file, in bytes. */
  readonly offset: number;
  /** ID of the process that wrote the checkpoint last; 0 after the run has ended. */
  readonly process: number;
  /** Expected number of records, for the progress. */
  readonly total?: number | undefined;
  // Earlier versions did not write the following fields.
  /** Base URL of the bot; empty for the sandbox. */
  readonly baseUrl?: string | undefined;
  /** ID of the run that wrote the checkpoint last. */
  readonly run?: string | undefined;
  /** Location of the socket by which other processes check whether that run is alive. */
  readonly sign?: SocketLocation | undefined;
  /** Permissions of the finished file, unless the file replaces an existing one. */
  readonly mode?: number | undefined;
  /** `false` if the export cannot be resumed, because its records are rows in memory that no later run can read. */
  readonly isResumable?: boolean | undefined;
  /** Whether the partial file holds lines to convert. Set when the plan changes; until then, it follows from the plan. */
  readonly isStaged?: boolean | undefined;
}

export function parseCheckpoint(text: string): Checkpoint | undefined {
  return checkpointSchema.safeParse(parseJson(text)).data;
}

const nonNegativeInteger = z.int().check(z.minimum(0));

const namesSchema = z.object({
  tags: z.array(z.object({ id: z.string(), name: z.string(), folder: z.nullable(z.string()) })),
  folders: z.array(z.object({ id: z.string(), name: z.string(), parent: z.nullable(z.string()) })),
});

const planSchema = z.object({
  format: z.enum(EXPORT_FORMATS),
  fields: z.array(z.enum(EXPORT_FIELDS)),
  masks: z.partialRecord(z.enum(PERSONAL_FIELDS), z.enum(MASKS)),
  bom: z.boolean(),
  lists: z.enum(['json', 'columns']),
  values: z.optional(z.enum(EXPORT_VALUES)),
  escapeFormulas: z.boolean(),
  segment: z.optional(
    z.object({
      text: z.string(),
      now: nonNegativeInteger,
      zone: z.optional(z.string()),
      names: z.optional(namesSchema),
    }),
  ),
});

const checkpointSchema = z.object({
  version: z.literal(1),
  bot: z.string(),
  query: z.object({
    botId: z.string(),
    limit: nonNegativeInteger,
    from: z.optional(nonNegativeInteger),
  }),
  plan: planSchema,
  salt: z.string(),
  next: z.nullable(z.string()),
  isRead: z.boolean(),
  pages: nonNegativeInteger,
  records: nonNegativeInteger,
  offset: nonNegativeInteger,
  process: nonNegativeInteger,
  total: z.optional(nonNegativeInteger),
  baseUrl: z.optional(z.string()),
  run: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  sign: z.optional(z.object({ host: z.string(), folder: z.string() })),
  // The file may come from another program, so only the permission bits of its mode are used.
  mode: z.optional(
    z.pipe(
      nonNegativeInteger,
      z.transform((mode) => mode & PERMISSIONS),
    ),
  ),
  isResumable: z.optional(z.boolean()),
  isStaged: z.optional(z.boolean()),
});
