import * as vscode from 'vscode';
import { RUN_SCHEME } from '../../base/manifest.ts';
import { fileName } from '../../base/ui/sinks.ts';

/** @param name tab title, which must not contain customer data */
export function uriOfRun(id: string, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: RUN_SCHEME, path: `/${id}/${fileName(name)}.jsonc` });
}

export function runOfUri({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === RUN_SCHEME ? path.split('/')[1] : undefined;
}
