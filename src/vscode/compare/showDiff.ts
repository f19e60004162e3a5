import type { JsonDocuments } from '../json/jsonDocuments.ts';
import { showDiffEditor } from '../kit/window.ts';

export interface DiffSide {
  /** What stands on the tab, without `.json`. */
  readonly name: string;
  readonly text: string;
}

export interface DiffUris {
  readonly left: string;
  readonly right: string;
}

/** Two read-only documents in VS Code's diff editor. */
export async function showDiff(
  documents: JsonDocuments,
  title: string,
  [earlier, later]: readonly [DiffSide, DiffSide],
): Promise<DiffUris> {
  const left = documents.add(earlier.name, earlier.text);
  const right = documents.add(later.name, later.text);
  await showDiffEditor(left, right, title);
  return { left: left.toString(), right: right.toString() };
}
