import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { ExportError } from '../base/exportErrors.ts';
import { writeAll, type Files, TEMPORARY_FILE_CHANGED } from './files.ts';
import { restrictToOwner } from './partialFile.ts';

/** Number of characters that are buffered for a file before they are written to the disk. */
const BUFFER_SIZE = 1 << 16;

/** Temporary file in the target folder. It is renamed to its final name when all files of the export are complete. */
export interface Draft {
  readonly path: string;
  isCreated: boolean;
  /** Permissions that the system gives to new files in the target folder. */
  mode: number | undefined;
  bufferedText: string;
  lineCount: number;
  /** Number of bytes written so far. */
  size: number;
}

interface Rename {
  readonly draft: Draft;
  /** Resolved path of the final file. */
  readonly target: string;
  readonly isNew: boolean;
}

/** Files of an audience. They have temporary names until all are complete. Only one file is open at a time. */
export class AudienceFiles {
  readonly #files: Files;
  readonly #file: string;
  readonly #runId = randomBytes(4).toString('hex');
  readonly #drafts = new Set<Draft>();

  /** @param file path that the user chose; the names of the temporary files begin with this path */
  constructor(files: Files, file: string) {
    this.#files = files;
    this.#file = file;
  }

  /** Adds a file. It is created on the disk when its text is first written. */
  add(): Draft {
    const path = `${this.#file}.${this.#runId}-${this.#drafts.size + 1}.tmp`;
    const draft = {
      path,
      isCreated: false,
      mode: undefined,
      bufferedText: '',
      lineCount: 0,
      size: 0,
    };
    this.#drafts.add(draft);
    return draft;
  }

  /** Returns `undefined` if the line is only buffered, which is true for most lines. */
  appendLine(draft: Draft, line: string): Promise<void> | undefined {
    draft.bufferedText += line;
    draft.lineCount++;
    return draft.bufferedText.length < BUFFER_SIZE
      ? undefined
      : this.#flush(draft, { isLast: false });
  }

  /**
   * Renames all files to their final names. If a rename fails, removes the new files among those already renamed.
   * @param finalPaths absolute paths, all different
   * @param mayReplace called with the files that exist already
   * @throws {ExportError} if `mayReplace` returns false
   */
  async moveToFinalPaths(
    finalPaths: ReadonlyMap<Draft, string>,
    mayReplace: (files: readonly string[]) => boolean | Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    const renames: Rename[] = [];
    const existingFiles: string[] = [];
    for (const [draft, finalPath] of finalPaths) {
      await this.#flush(draft, { isLast: true });
      const target = await this.#files.resolve(finalPath);
      const existing = await this.#files.stat(target);
      if (existing?.isFolder === true) {
        throw new ExportError({ kind: 'not-writable', detail: 'EISDIR' }, finalPath);
      }
      if (existing !== undefined) existingFiles.push(finalPath);
      const mode = existing?.mode ?? draft.mode;
      // Some file systems do not support permissions.
      if (mode !== undefined) await this.#files.chmod(draft.path, mode).catch(() => undefined);
      renames.push({ draft, target, isNew: existing === undefined });
    }
    const [firstExisting] = existingFiles;
    if (firstExisting !== undefined && !(await mayReplace(existingFiles))) {
      throw new ExportError({ kind: 'exists' }, firstExisting);
    }
    signal.throwIfAborted();
    await this.#rename(renames);
  }

  /** Deletes every temporary file that was not renamed. */
  async discard(): Promise<void> {
    for (const { path, isCreated } of this.#drafts) {
      if (isCreated) await this.#files.remove(path).catch(() => undefined);
    }
  }

  /** @throws {ExportError} if another program removed or changed the temporary file */
  async #flush(draft: Draft, { isLast }: { readonly isLast: boolean }): Promise<void> {
    const { path, isCreated, bufferedText } = draft;
    const handle = await this.#files.open(path, isCreated ? 'a+' : 'wx');
    draft.isCreated = true;
    try {
      draft.mode ??= await restrictToOwner(handle);
      // If another program deleted the file, `a+` creates an empty file, which lacks the users written so far.
      if ((await handle.stat()).size !== draft.size) {
        throw new ExportError(TEMPORARY_FILE_CHANGED, this.#file);
      }
      const bytes = Buffer.from(bufferedText);
      draft.bufferedText = '';
      draft.size += bytes.length;
      await writeAll(handle, bytes);
      if (isLast) await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  async #rename(renames: readonly Rename[]): Promise<void> {
    const renamed: Rename[] = [];
    try {
      for (const rename of renames) {
        await this.#files.rename(rename.draft.path, rename.target);
        renamed.push(rename);
        this.#drafts.delete(rename.draft);
      }
    } catch (error) {
      // A file that was replaced cannot be restored, so it stays. So does one that cannot be removed.
      for (const { target, isNew } of renamed)
        if (isNew) await this.#files.remove(target).catch(() => undefined);
      throw error;
    }
    // A failed sync only risks losing the names in a power cut in the next seconds, so the export does not fail.
    if (renamed[0] !== undefined)
      await this.#files.syncFolder(renamed[0].target).catch(() => undefined);
  }
}
