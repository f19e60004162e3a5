import { showDiffEditor } from '../kit/window.ts';
import type { JsonDocuments } from './jsonDocuments.ts';
import { comparisonName, type Snapshot } from './snapshot.ts';

export interface DiffSide extends Snapshot {
  readonly text: string;
}

export interface DiffUris {
  readonly left: string;
  readonly right: string;
}

/** Two read-only documents in VS Code's diff editor. */
export async function showDiff(
  documents: JsonDocuments,
  earlier: DiffSide,
  later: DiffSide,
): Promise<DiffUris> {
  const left = documents.add(earlier, earlier.text);
  const right = documents.add(later, later.text);
  await showDiffEditor(left, right, comparisonName(earlier, later));
  return { left: left.toString(), right: right.toString() };
}
