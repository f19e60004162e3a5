import type { WorkspaceFileText } from '../catalogue/workspaceFileText.ts';
import { readText } from './readText.ts';
import { writeSegment } from './writeSegment.ts';
import { writeText } from './writeText.ts';

/** What needs the JSON-with-comments parser, as a bundle of its own: loaded when such a text is to be read. */
export function createFileText(): WorkspaceFileText {
  return { read: readText, write: writeText, writeSegment };
}
