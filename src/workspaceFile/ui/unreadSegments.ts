import type { FileProblem, FileSegment } from '../../catalogue/workspaceFileText.ts';
import { segmentProblem } from '../../search/ui/problemTexts.ts';

/** Segments that say nothing: the word that is wrong, where it stands in the file. */
export function unreadSegments(
  text: string,
  segments: readonly FileSegment[],
): readonly FileProblem[] {
  return segments.flatMap((segment): FileProblem[] => {
    const problem = segmentProblem(segment.text);
    if (problem === undefined) return [];
    const { offset, length } = segment.textAt;
    const places = placesIn(text.slice(offset, offset + length));
    const start = places[problem.start] ?? 0;
    const end = places[problem.end] ?? length;
    const at = { offset: offset + start, length: Math.max(1, end - start) };
    return [{ code: 'segment-text', ...at, detail: problem.text }];
  });
}

/** Where each character of a JSON string, and its end, stands in its literal. */
function placesIn(literal: string): readonly number[] {
  const places: number[] = [];
  for (const { index } of literal.slice(1, -1).matchAll(/\\u[\da-f]{4}|\\.|[^]/gi)) {
    places.push(index + 1);
  }
  return [...places, literal.length - 1];
}
