import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { PLAN_SUFFIX } from '../../base/plan.ts';

/** The files of a plan that is being made: beside their places under other names until all of them are whole. */
export class PlanTarget {
  readonly #first: vscode.Uri;
  readonly #written: { readonly draft: vscode.Uri; readonly file: vscode.Uri }[] = [];

  /** @param first where the plan is to be; a file that is there is replaced */
  constructor(first: vscode.Uri) {
    this.#first = first;
  }

  async add(chunks: readonly Uint8Array[]): Promise<void> {
    if (this.#written.length === 0) await refuseFolder(this.#first);
    const file = this.#written.length === 0 ? this.#first : await this.#nextFree();
    const draft = file.with({ path: `${file.path}.${crypto.randomUUID().slice(0, 8)}.tmp` });
    this.#written.push({ draft, file });
    await vscode.workspace.fs.writeFile(draft, joined(chunks));
  }

  /** Puts all of them in their places. @returns their URIs, the first one first */
  async finish(): Promise<readonly vscode.Uri[]> {
    for (const { draft, file } of this.#written) {
      await vscode.workspace.fs.rename(draft, file, { overwrite: true });
    }
    return this.#written.map(({ file }) => file);
  }

  /** Leaves nothing of what is not in its place yet. */
  async discard(): Promise<void> {
    for (const { draft } of this.#written) {
      // One that was put in its place is not there any more.
      await Promise.resolve(vscode.workspace.fs.delete(draft)).catch(() => undefined);
    }
  }

  /** Nobody was asked whether further files may replace what is there. */
  async #nextFree(): Promise<vscode.Uri> {
    const taken = new Set(this.#written.map(({ file }) => file.path));
    for (let number = 2; ; number++) {
      const file = numbered(this.#first, number);
      if (!taken.has(file.path) && !(await isThere(file))) return file;
    }
  }
}

/** VS Code would replace one with all that is in it. */
async function refuseFolder(file: vscode.Uri): Promise<void> {
  if (!(await isThere(file))) return;
  const { type } = await vscode.workspace.fs.stat(file);
  if ((type & vscode.FileType.Directory) === 0) return;
  throw alreadyExists(file);
}

/** Says, where a program names a file that is there, that it is. */
export async function requireFree(file: vscode.Uri): Promise<void> {
  if (await isThere(file)) throw alreadyExists(file);
}

function alreadyExists({ fsPath }: vscode.Uri): UserError {
  return new UserError(
    vscode.l10n.t('"{0}" already exists. Nothing was written. Choose another name.', fsPath),
  );
}

export async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** The file with the ending that makes it a plan. */
export function asPlanFile(file: vscode.Uri): vscode.Uri {
  if (file.path.endsWith(PLAN_SUFFIX)) return file;
  const stem = file.path.replace(/(?:\.bot-tags-plan)?(?:\.jsonc?)?$/i, '');
  return file.with({ path: stem + PLAN_SUFFIX });
}

function numbered(file: vscode.Uri, number: number): vscode.Uri {
  return file.with({ path: `${file.path.slice(0, -PLAN_SUFFIX.length)}-${number}${PLAN_SUFFIX}` });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
