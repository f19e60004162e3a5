import type { WorkspaceFileText } from '../core/catalogue/workspaceFileText.ts';
import { readText } from './readText.ts';
import { writeText } from './writeText.ts';

/** What needs the JSON-with-comments parser, as a bundle of its own: loaded when a workspace has such a file. */
export function createFileText(): WorkspaceFileText {
  return { read: readText, write: writeText };
}
