import type { Vocabulary } from '../segment.ts';
import { parseSegment } from '../parseSegment.ts';
import { noBits } from './bits.ts';
import type { Moment } from './range.ts';
import type { SegmentIndex } from './segmentIndex.ts';

const MINUTE = 60_000;

/** @returns a read-only bitmap, empty if the search has a problem; `undefined` if an empty search matches all */
export function matchingBits(
  index: SegmentIndex,
  search: string,
  { vocabulary, now, zone }: Moment & { readonly vocabulary: Vocabulary },
): Uint32Array | undefined {
  const { segment, problem } = parseSegment(search);
  if (problem !== undefined) return noBits(index.rowCount);
  if (segment === undefined) return undefined;
  // Ages are in hours or longer units, so the time is rounded to reuse results between keystrokes.
  return index.matches(segment, { vocabulary, now: Math.floor(now / MINUTE) * MINUTE, zone });
}
