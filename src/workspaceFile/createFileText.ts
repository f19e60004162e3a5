import type { WorkspaceFileText } from '../catalogue/workspaceFileText.ts';
import { readText } from './readText.ts';
import { writeSegment } from './writeSegment.ts';
import { writeText } from './writeText.ts';

/** Creates the functions that need the JSON-with-comments parser. A separate bundle, loaded on first use. */
export function createFileText(): WorkspaceFileText {
  return { read: readText, write: writeText, writeSegment };
}
