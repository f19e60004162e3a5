import * as vscode from 'vscode';
import { RUN_SCHEME } from '../../base/manifest.ts';
import { fileName } from '../../base/ui/sinks.ts';

/**
 * Returns the URI of a run's result, such as `/<run ID>/<name>.jsonc`.
 * @param name tab title, which must not contain customer data
 */
export function uriOfRun(id: string, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: RUN_SCHEME, path: `/${id}/${fileName(name)}.jsonc` });
}

/** Returns the run ID in the URI of a result; `undefined` for other URIs. */
export function runOfUri({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === RUN_SCHEME ? path.split('/')[1] : undefined;
}
