import { readText } from './readText.ts';
import { writeSegment } from './writeSegment.ts';
import { writeText } from './writeText.ts';

/** Reader and writer of the text of workspace files. */
export type WorkspaceFileText = ReturnType<typeof createFileText>;

/** Creates the functions that need the JSON-with-comments parser. A separate bundle, loaded on first use. */
export function createFileText() {
  return { read: readText, write: writeText, writeSegment };
}
