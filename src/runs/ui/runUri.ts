import * as vscode from 'vscode';
import { RUN_SCHEME } from '../../base/manifest.ts';
import { fileName } from '../../base/ui/sinks.ts';

/** The address of a run's result. @param name on its tab; no user stands in it */
export function uriOfRun(id: string, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: RUN_SCHEME, path: `/${id}/${fileName(name)}.jsonc` });
}

/** The run of such an address; `undefined`: it is of something else. */
export function runOfUri({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === RUN_SCHEME ? path.split('/')[1] : undefined;
}
