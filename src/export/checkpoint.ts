import { Buffer } from 'node:buffer';
import { ExportError } from '../core/exportErrors.ts';
import {
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  PERSONAL_FIELDS,
  type ExportPlan,
} from '../core/exportPlan.ts';
import type { CustomerQuery } from '../core/model.ts';
import { codeOf, writeAll, type Files } from './files.ts';

/** Where an export stands. No customer's data and no token: what it takes to go on, and nothing else. */
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
}

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
  const handle = await files.open(next, 'w', 0o600);
  try {
    await writeAll(handle, Buffer.from(`${JSON.stringify(checkpoint, undefined, 2)}\n`));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await files.rename(next, checkpointOf(file));
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
  const value = parsed(text);
  if (isCheckpoint(value)) return value;
  throw new ExportError({ kind: 'damaged', detail: 'its checkpoint cannot be read' }, file);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
    isPlan(value['plan'])
  );
}

function isQuery(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { botId, limit, from } = value;
  return typeof botId === 'string' && isCount(limit) && (from === undefined || isCount(from));
}

function isPlan(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { format, fields, masks, lists } = value;
  const personal: readonly string[] = PERSONAL_FIELDS;
  return (
    isOneOf(format, EXPORT_FORMATS) &&
    Array.isArray(fields) &&
    fields.every((field) => isOneOf(field, EXPORT_FIELDS)) &&
    isObject(masks) &&
    Object.entries(masks).every(
      ([field, mask]) => personal.includes(field) && isOneOf(mask, ['keep', 'hash', 'drop']),
    ) &&
    isOneOf(lists, ['json', 'columns']) &&
    typeof value['bom'] === 'boolean' &&
    typeof value['escapeFormulas'] === 'boolean'
  );
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
