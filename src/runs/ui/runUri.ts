import type * as vscode from 'vscode';
import { RUN_SCHEME } from '../../base/manifest.ts';

/** Returns the ID of the run whose result the document shows. */
export function runOfUri({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === RUN_SCHEME ? path.split('/')[1] : undefined;
}
