import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../base/errors.ts';
import { PLAN_SUFFIX } from '../base/plan.ts';
import { isThere } from '../plans/ui/planTarget.ts';

/** Resolves a path with all links. @throws {UserError} if the file is not in the workspace */
export async function fileInWorkspace(path: string): Promise<string> {
  const folders = await Promise.all(workspaceFolders().map((folder) => realpath(folder)));
  for (const folder of folders) {
    // A link in the workspace may point outside.
    const real = await realpath(isAbsolute(path) ? path : join(folder, path)).catch(() => '');
    if (folders.some((one) => real.startsWith(one + sep))) return real;
  }
  throw new UserError(
    vscode.l10n.t(
      '"{0}" is not a file in the workspace. Give the path of an existing file in the workspace.',
      path,
    ),
  );
}

/** Returns an unused file name in the first workspace folder. @param name without suffix */
export async function newPlanFile(name: string): Promise<vscode.Uri> {
  const [folder = ''] = workspaceFolders();
  for (let number = 1; ; number++) {
    const own = number === 1 ? name : `${name}-${number}`;
    const file = vscode.Uri.file(join(folder, `${own}${PLAN_SUFFIX}`));
    if (!(await isThere(file))) return file;
  }
}

function workspaceFolders(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(
    ({ uri }) => uri.scheme === 'file',
  );
  if (folders.length > 0) return folders.map(({ uri }) => uri.fsPath);
  throw new UserError(
    vscode.l10n.t(
      'No folder is open in VS Code. Open the folder that contains the files of your bot, then try again.',
    ),
  );
}
