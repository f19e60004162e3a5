import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { PLAN_SUFFIX } from '../../base/plan.ts';
import { fileExists } from '../../workspaceFile/ui/readFile.ts';

/** Files of a new plan. They have temporary names in the target folder until all of them are complete. */
export class PlanTarget {
  readonly #first: vscode.Uri;
  /** Files added so far, with their temporary names (`draft`) and final names. */
  readonly #files: { readonly draft: vscode.Uri; readonly file: vscode.Uri }[] = [];

  /** @param first URI of the first file; an existing file is replaced */
  constructor(first: vscode.Uri) {
    this.#first = first;
  }

  async add(chunks: readonly Uint8Array[]): Promise<void> {
    if (this.#files.length === 0) await requireNoFolder(this.#first);
    const file = this.#files.length === 0 ? this.#first : await this.#nextFree();
    const draft = file.with({ path: `${file.path}.${crypto.randomUUID().slice(0, 8)}.tmp` });
    this.#files.push({ draft, file });
    await vscode.workspace.fs.writeFile(draft, Buffer.concat(chunks));
  }

  /** Renames all files to their final names, and returns these in order. */
  async finish(): Promise<readonly vscode.Uri[]> {
    for (const { draft, file } of this.#files) {
      await vscode.workspace.fs.rename(draft, file, { overwrite: true });
    }
    return this.#files.map(({ file }) => file);
  }

  /** Deletes every temporary file that was not renamed. */
  async discard(): Promise<void> {
    for (const { draft } of this.#files) {
      // The delete fails for a renamed file, because its temporary file no longer exists.
      await Promise.resolve(vscode.workspace.fs.delete(draft)).catch(() => undefined);
    }
  }

  /** Returns the next free file name. Further files replace nothing, because the user did not confirm that. */
  async #nextFree(): Promise<vscode.Uri> {
    const taken = new Set(this.#files.map(({ file }) => file.path));
    for (let number = 2; ; number++) {
      const file = withNumber(this.#first, number);
      if (!taken.has(file.path) && !(await fileExists(file))) return file;
    }
  }
}

/** Checks that the path is not a folder, because VS Code would replace the folder and delete its content. */
async function requireNoFolder(file: vscode.Uri): Promise<void> {
  if (!(await fileExists(file))) return;
  const { type } = await vscode.workspace.fs.stat(file);
  if ((type & vscode.FileType.Directory) === 0) return;
  throw alreadyExistsError(file);
}

/** @throws {UserError} if the file exists */
export async function requireFree(file: vscode.Uri): Promise<void> {
  if (await fileExists(file)) throw alreadyExistsError(file);
}

function alreadyExistsError({ fsPath }: vscode.Uri): UserError {
  return new UserError(
    vscode.l10n.t('"{0}" already exists. Nothing was written. Choose another name.', fsPath),
  );
}

export function nameIn({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function asPlanFile(file: vscode.Uri): vscode.Uri {
  if (file.path.endsWith(PLAN_SUFFIX)) return file;
  const stem = file.path.replace(/(?:\.bot-tags-plan)?(?:\.jsonc?)?$/i, '');
  return file.with({ path: stem + PLAN_SUFFIX });
}

function withNumber(file: vscode.Uri, number: number): vscode.Uri {
  return file.with({ path: `${file.path.slice(0, -PLAN_SUFFIX.length)}-${number}${PLAN_SUFFIX}` });
}
