import { noBits } from './bits.ts';
import type { IndexedTexts } from './searchableTexts.ts';
import { SegmentIndex } from './segmentIndex.ts';
import { NO_VOCABULARY, type Vocabulary } from '../segment.ts';
import { parseSegment } from '../parseSegment.ts';

const MINUTE = 60_000;

interface SearchOptions {
  /** Returns the current time in ms, for ages. Called once per search. */
  readonly now: () => number;
  /** Time zone for days. Defaults to the zone of this machine. */
  readonly zone?: string | undefined;
  /** Words of the UI language for codes in records. If absent, a search for a text matches no row. */
  readonly words?: IndexedTexts | undefined;
}

export class RowSearch {
  readonly #now: () => number;
  readonly #zone: string | undefined;
  readonly index: SegmentIndex;
  vocabulary: Vocabulary = NO_VOCABULARY;

  constructor({ now, zone, words }: SearchOptions) {
    this.#now = now;
    this.#zone = zone;
    this.index = new SegmentIndex(words && { words, zone });
  }

  /** @returns a read-only bitmap, empty if the search has a problem; `undefined` if an empty search matches all */
  matching(search: string): Uint32Array | undefined {
    const { segment, problem } = parseSegment(search);
    if (problem !== undefined) return noBits(this.index.rowCount);
    if (segment === undefined) return undefined;
    // Ages are in hours or longer units, so the time is rounded to reuse results between keystrokes.
    const now = Math.floor(this.#now() / MINUTE) * MINUTE;
    return this.index.matches(segment, { vocabulary: this.vocabulary, now, zone: this.#zone });
  }
}
