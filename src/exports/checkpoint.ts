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
import type { LiveSign } from '../catalogue/livingOwner.ts';
import { codeOf, type Files, PERMISSIONS, writeAll } from './files.ts';

export function partialOf(file: string): string {
  return `${file}.partial`;
}

export function checkpointOf(file: string): string {
  return `${file}.checkpoint`;
}

/** What is to become the checkpoint. A process that is killed may leave it, with the salt in it. */
export function nextCheckpointOf(file: string): string {
  return `${checkpointOf(file)}.new`;
}

/** Replaces the checkpoint as one step: after a crash there is the old one or the new one. */
export async function saveCheckpoint(
  files: Files,
  file: string,
  checkpoint: Checkpoint,
): Promise<void> {
  const next = nextCheckpointOf(file);
  // Not overwritten: it might be a link to another file.
  await files.remove(next);
  await write(files, next, checkpoint);
  await files.rename(next, checkpointOf(file));
}

/** The first one, before any other file of the export. Throws `ExportError` when there is one by now. */
export async function createCheckpoint(
  files: Files,
  file: string,
  checkpoint: Checkpoint,
): Promise<void> {
  try {
    await write(files, checkpointOf(file), checkpoint);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new ExportError({ kind: 'running' }, file);
    throw error;
  }
}

async function write(files: Files, path: string, checkpoint: Checkpoint): Promise<void> {
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

/** `undefined` when there is none. Throws `ExportError` for one that cannot be read. */
export async function loadCheckpoint(files: Files, file: string): Promise<Checkpoint | undefined> {
  let text: string;
  try {
    text = await files.readText(checkpointOf(file));
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
 * Where an export stands. No customer's data and no token: what it takes to go on, and nothing else. A file that stands
 * beside it under one of the names below is the export's; without it, it is somebody's.
 */
export interface Checkpoint {
  readonly version: 1;
  /** The bot's key. */
  readonly bot: string;
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly plan: ExportPlan;
  /** Of the hashes, hex: the same before and after. It goes with the checkpoint, when the export is finished. */
  readonly salt: string;
  /** The key of the following page; `null` at the first one. */
  readonly next: string | null;
  /** Every page was read. */
  readonly isRead: boolean;
  readonly pages: number;
  readonly records: number;
  /** So much of the partial file holds, bytes. */
  readonly offset: number;
  /** The process that writes it, or wrote it last. */
  readonly process: number;
  readonly total?: number | undefined;
  // Earlier versions did not write what follows.
  /** The bot's; empty for the sandbox. */
  readonly baseUrl?: string | undefined;
  /** The ID of the run that writes it, or wrote it last. */
  readonly run?: string | undefined;
  /** Where that run shows that it lives. */
  readonly sign?: LiveSign | undefined;
  /** The permissions that the finished file gets, unless it replaces one. */
  readonly mode?: number | undefined;
  /** `false`: what is missing cannot be asked for again. */
  readonly isResumable?: boolean | undefined;
  /** The partial file holds records as lines, whatever the plan asks for by now. */
  readonly isStaged?: boolean | undefined;
}

/** `undefined` for what is no checkpoint of an export. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isCheckpoint(value) ? withPermissions(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a checkpoint is one of an earlier version for a folder of Parquet files, which is no longer written. */
function isOfDataset(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isObject(value['plan']) && value['plan']['format'] === 'dataset';
  } catch {
    return false;
  }
}

/** A file gets no more from a checkpoint, which others may have written, than from the file system. */
function withPermissions(checkpoint: Checkpoint): Checkpoint {
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
    isOfLaterVersions(value)
  );
}

function isOfLaterVersions(value: Record<string, unknown>): boolean {
  const { baseUrl, run, sign, mode, isResumable, isStaged } = value;
  return (
    (baseUrl === undefined || typeof baseUrl === 'string') &&
    (run === undefined || (typeof run === 'string' && /^[0-9a-f]{16}$/.test(run))) &&
    (sign === undefined || isSign(sign)) &&
    (mode === undefined || isCount(mode)) &&
    [isResumable, isStaged].every((one) => one === undefined || typeof one === 'boolean')
  );
}

function isSign(value: unknown): boolean {
  return (
    isObject(value) && typeof value['host'] === 'string' && typeof value['folder'] === 'string'
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
    isOneOf(format, EXPORT_FORMATS) &&
    Array.isArray(fields) &&
    fields.every((field) => isOneOf(field, EXPORT_FIELDS)) &&
    isObject(masks) &&
    Object.entries(masks).every(
      ([field, mask]) => personal.includes(field) && isOneOf(mask, MASKS),
    ) &&
    isOneOf(lists, ['json', 'columns']) &&
    (values === undefined || isOneOf(values, EXPORT_VALUES)) &&
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
  return isObject(names) && isNamed(names['tags'], 'folder') && isNamed(names['folders'], 'parent');
}

/** @param place the member that says where each stands */
function isNamed(list: unknown, place: 'folder' | 'parent'): boolean {
  if (!Array.isArray(list)) return false;
  return list.every((one: unknown) => {
    if (!isObject(one) || typeof one['id'] !== 'string' || typeof one['name'] !== 'string') {
      return false;
    }
    return one[place] === null || typeof one[place] === 'string';
  });
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value === 'string' && allowed.includes(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
