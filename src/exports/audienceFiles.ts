import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { ExportError } from '../base/exportErrors.ts';
import { codeOf, writeAll, type Files } from './files.ts';
import { madePrivate } from './openPartial.ts';

/** Characters that wait for the next write, in each file. */
const WAITING = 1 << 16;

/** A file that is being written, beside its place. */
interface Draft {
  readonly path: string;
  isThere: boolean;
  /** Permissions of new files there. */
  mode: number | undefined;
  waiting: string;
  lines: number;
  /** So much of it was written, bytes. */
  size: number;
}

interface Placed {
  readonly draft: Draft;
  /** By which the system finds it. */
  readonly target: string;
  readonly isNew: boolean;
}

/** The files of an audience, under names of their own until all of them are whole. Only one is open at a time. */
export class AudienceFiles {
  readonly #files: Files;
  readonly #file: string;
  readonly #run = randomBytes(4).toString('hex');
  readonly #drafts = new Set<Draft>();

  /** @param file where the first one is to be, or how the names begin */
  constructor(files: Files, file: string) {
    this.#files = files;
    this.#file = file;
  }

  add(): Draft {
    const path = `${this.#file}.${this.#run}-${this.#drafts.size + 1}.tmp`;
    const draft = { path, isThere: false, mode: undefined, waiting: '', lines: 0, size: 0 };
    this.#drafts.add(draft);
    return draft;
  }

  /** Not waited for unless something is written: most lines wait. */
  line(draft: Draft, line: string): Promise<void> | undefined {
    draft.waiting += line;
    draft.lines++;
    return draft.waiting.length < WAITING ? undefined : this.flush(draft);
  }

  async flush(draft: Draft, isLast = false): Promise<void> {
    const { path, isThere, waiting } = draft;
    const handle = await this.#files.open(path, isThere ? 'a+' : 'wx');
    draft.isThere = true;
    try {
      draft.mode ??= await madePrivate(handle);
      // One that somebody cleared away meanwhile would begin anew, without whom it had.
      if ((await handle.stat()).size !== draft.size) {
        throw new ExportError(
          {
            kind: 'failed',
            detail: 'a temporary file of the export was removed or changed during the export',
          },
          this.#file,
        );
      }
      const bytes = Buffer.from(waiting);
      draft.waiting = '';
      draft.size += bytes.length;
      await writeAll(handle, bytes);
      if (isLast) await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  /**
   * Puts all of them in their places, or none.
   * @param places absolute paths, no two the same
   * @param mayReplace asked when something is there. Throws `ExportError` when it may not be replaced.
   */
  async place(
    places: ReadonlyMap<Draft, string>,
    mayReplace: (files: readonly string[]) => boolean | Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    const wanted: Placed[] = [];
    const replaced: string[] = [];
    for (const [draft, place] of places) {
      await this.flush(draft, true);
      const target = await this.#files.resolve(place);
      const there = await this.#files.look(target);
      if (there?.isFolder === true) {
        throw new ExportError({ kind: 'not-writable', detail: 'EISDIR' }, place);
      }
      if (there !== undefined) replaced.push(place);
      const mode = there?.mode ?? draft.mode;
      // Some file systems have no permissions.
      if (mode !== undefined) await this.#files.chmod(draft.path, mode).catch(() => undefined);
      wanted.push({ draft, target, isNew: there === undefined });
    }
    const [first] = replaced;
    if (first !== undefined && !(await mayReplace(replaced))) {
      throw new ExportError({ kind: 'exists' }, first);
    }
    signal.throwIfAborted();
    await this.#rename(wanted);
  }

  /** Leaves nothing of what is not in its place. */
  async discard(): Promise<void> {
    for (const { path, isThere } of this.#drafts) {
      if (isThere) await this.#files.remove(path).catch(() => undefined);
    }
  }

  async #rename(wanted: readonly Placed[]): Promise<void> {
    const done: Placed[] = [];
    try {
      for (const one of wanted) {
        await this.#files.rename(one.draft.path, one.target);
        done.push(one);
        this.#drafts.delete(one.draft);
      }
    } catch (error) {
      for (const { target, isNew } of done) if (isNew) await this.#files.remove(target);
      throw error;
    }
    // The files have their names: what a power cut may take in the next seconds is no reason to say they have not.
    if (done[0] !== undefined) await this.#files.syncFolder(done[0].target).catch(codeOf);
  }
}
