import { Buffer } from 'node:buffer';
import { ExportError } from '../core/exports/exportErrors.ts';
import type { ExportPlan } from '../core/exports/exportPlan.ts';
import type { CustomerQuery } from '../core/model.ts';
import { parseCheckpoint } from './checkpointShape.ts';
import { codeOf, writeAll, type Files } from './files.ts';
import type { LiveSign } from './liveSign.ts';

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
  throw new ExportError({ kind: 'damaged', detail: 'its checkpoint cannot be read' }, file);
}
