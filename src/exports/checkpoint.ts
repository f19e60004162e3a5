import { isSocketLocation, type SocketLocation } from '../catalogue/livingOwner.ts';
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
import { fieldOf, isCount, isObject, isOneOf, parseJson } from '../base/jsonValues.ts';
import { codeOf } from '../base/errorFields.ts';

/** Returns the path of the file to which an export appends its pages. */
export function partialPathOf(file: string): string {
  return `${file}.partial`;
}

/** Returns the path of the finished format while it is converted from the partial file. */
export function convertingPathOf(file: string): string {
  return `${file}.converting`;
}

export function checkpointPathOf(file: string): string {
  return `${file}.checkpoint`;
}

/**
 * Returns the path to which a new checkpoint is written before it replaces the old checkpoint. A killed process may
 * leave this file, which contains the salt of the hashes.
 */
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

/**
 * Reads the checkpoint.
 * @returns undefined if there is none
 * @throws {ExportError} if the checkpoint cannot be parsed
 */
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
  if (isOfDataset(text)) throw new ExportError({ kind: 'dataset' }, file);
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
  /** Number of pages read so far. */
  readonly pages: number;
  /** Number of records read so far. */
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
  /** `false` if the missing records cannot be read again, so the export cannot be resumed. */
  readonly isResumable?: boolean | undefined;
  /** Whether the partial file holds records as lines. Set if the plan was changed when the export was resumed. */
  readonly isStaged?: boolean | undefined;
}

/**
 * Parses a checkpoint.
 * @returns undefined if the text is not a checkpoint of an export
 */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const value = parseJson(text);
  return isCheckpoint(value) ? withSafeMode(value) : undefined;
}

/** Returns whether an earlier version wrote the checkpoint for a folder of Parquet files, a format that was removed. */
function isOfDataset(text: string): boolean {
  return fieldOf(fieldOf(parseJson(text), 'plan'), 'format') === 'dataset';
}

/** Masks the mode to permission bits, because the file is untrusted: another program may have written it. */
function withSafeMode(checkpoint: Checkpoint): Checkpoint {
  const { mode } = checkpoint;
  return mode === undefined ? checkpoint : { ...checkpoint, mode: mode & PERMISSIONS };
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isObject(value) || value['version'] !== 1) return false;
  const { next, total } = value;
  return (
    typeof value['bot'] === 'string' &&
    typeof value['salt'] === 'string' &&
    typeof value['isRead'] === 'boolean' &&
    (next === null || typeof next === 'string') &&
    (total === undefined || isCount(total)) &&
    ['pages', 'records', 'offset', 'process'].every((key) => isCount(value[key])) &&
    isQuery(value['query']) &&
    isPlan(value['plan']) &&
    hasValidOptionalFields(value)
  );
}

function hasValidOptionalFields(value: Record<string, unknown>): boolean {
  const { baseUrl, run, sign, mode, isResumable, isStaged } = value;
  return (
    (baseUrl === undefined || typeof baseUrl === 'string') &&
    (run === undefined || (typeof run === 'string' && /^[0-9a-f]{16}$/.test(run))) &&
    (sign === undefined || isSocketLocation(sign)) &&
    (mode === undefined || isCount(mode)) &&
    [isResumable, isStaged].every((flag) => flag === undefined || typeof flag === 'boolean')
  );
}

function isQuery(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { botId, limit, from } = value;
  return typeof botId === 'string' && isCount(limit) && (from === undefined || isCount(from));
}

function isPlan(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { format, fields, masks, lists, values } = value;
  const personal: readonly string[] = PERSONAL_FIELDS;
  return (
    isOneOf(EXPORT_FORMATS, format) &&
    Array.isArray(fields) &&
    fields.every((field) => isOneOf(EXPORT_FIELDS, field)) &&
    isObject(masks) &&
    Object.entries(masks).every(
      ([field, mask]) => personal.includes(field) && isOneOf(MASKS, mask),
    ) &&
    isOneOf(['json', 'columns'], lists) &&
    (values === undefined || isOneOf(EXPORT_VALUES, values)) &&
    isSegment(value['segment']) &&
    typeof value['bom'] === 'boolean' &&
    typeof value['escapeFormulas'] === 'boolean'
  );
}

function isSegment(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value) || typeof value['text'] !== 'string' || !isCount(value['now'])) return false;
  const { names, zone } = value;
  if (zone !== undefined && typeof zone !== 'string') return false;
  if (names === undefined) return true;
  return (
    isObject(names) && isNameList(names['tags'], 'folder') && isNameList(names['folders'], 'parent')
  );
}

/** @param parentKey name of the field with the ID of the containing folder; the field is `null` at the top level */
function isNameList(list: unknown, parentKey: 'folder' | 'parent'): boolean {
  if (!Array.isArray(list)) return false;
  return list.every((item: unknown) => {
    if (!isObject(item) || typeof item['id'] !== 'string' || typeof item['name'] !== 'string') {
      return false;
    }
    return item[parentKey] === null || typeof item[parentKey] === 'string';
  });
}
