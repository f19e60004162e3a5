import { Buffer } from 'node:buffer';
import { ExportError } from '../base/exportErrors.ts';
import { isOfDataset, parseCheckpoint, type Checkpoint } from './checkpointShape.ts';
import { codeOf, writeAll, type Files } from './files.ts';

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
