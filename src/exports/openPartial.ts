import { ExportError, type ExportProblem } from '../base/exportErrors.ts';
import type { Checkpoint } from './checkpointShape.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { endsWithRecord } from './endsWithRecord.ts';
import { codeOf, PERMISSIONS, type Files, type OpenFile } from './files.ts';

/** For its owner alone: it has customers, under a name that nobody chose. */
const PRIVATE = 0o600;

/** Throws `ExportError` when something of that name is there, which is nothing of this export. */
export async function created(files: Files, path: string, target: string): Promise<OpenFile> {
  try {
    return await files.open(path, 'wx');
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new ExportError({ kind: 'in-the-way', path }, target);
  }
}

/** @returns the permissions that the folder and the person's settings give to new files */
export async function madePrivate(handle: OpenFile): Promise<number> {
  const { mode } = await handle.stat();
  // Some file systems have no permissions.
  await handle.chmod(PRIVATE).catch(() => undefined);
  return mode & PERMISSIONS;
}

/** Throws `ExportError` unless the file has all that the checkpoint counts, to the end of a record. */
export async function requireWhole(
  handle: OpenFile,
  state: Checkpoint,
  { target, encoder }: { readonly target: string; readonly encoder: PageEncoder },
): Promise<void> {
  const { size } = await handle.stat();
  if (size < state.offset) {
    throw new ExportError(NOT_MATCHING, target);
  }
  if (!(await endsWithRecord(handle, state, encoder))) {
    throw new ExportError(NOT_MATCHING, target);
  }
}

export const NOT_MATCHING: ExportProblem = {
  kind: 'damaged',
  detail: 'the partial file does not match the checkpoint',
};
