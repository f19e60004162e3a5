import type { IndexWords } from './haystack.ts';
import { type Counts, SegmentIndex, type SegmentValues } from './segmentIndex.ts';
import { NO_VOCABULARY, type Vocabulary } from '../segment.ts';
import type { Column } from '../../base/customerFields.ts';
import { parseSegment } from '../parseSegment.ts';

const MINUTE = 60_000;

/** Columns whose values many rows share. */
export type CountedColumn = (typeof COUNTED)[number];

const COUNTED = ['status', 'platform', 'page', 'gender', 'tags', 'params'] as const;

export function isCounted(column: Column): column is CountedColumn {
  return COUNTED.some((one) => one === column);
}

interface SearchOptions {
  /** ms; asked once for each question, for its ages */
  readonly now: () => number;
  /** Whose days it is about; this machine's when absent. */
  readonly zone?: string | undefined;
  /** Words of the UI language that texts are searched in. Without them no text is found. */
  readonly words?: IndexWords | undefined;
}

/** Finds the rows that match a search. */
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

  add(count: number, recordAt: (index: number) => unknown): void {
    this.index.add(count, recordAt);
  }

  set(row: number, record: unknown): void {
    this.index.set(row, record);
  }

  /** How many rows have each value of a column. @param rows as `matching` gives them; absent: all of them */
  counts(column: CountedColumn, rows?: Uint32Array): Counts {
    if (column === 'tags') return this.index.countTags(rows);
    if (column === 'params') return this.index.countParams(rows);
    return this.index.countTexts(column, rows);
  }

  values(): SegmentValues {
    return this.index.values();
  }

  /** @returns a bit for each row that is not to be written to; none for a text with a problem; `undefined`: every row */
  matching(search: string): Uint32Array | undefined {
    const { segment, problem } = parseSegment(search);
    if (problem !== undefined) return new Uint32Array(Math.ceil(this.index.rows / 32));
    if (segment === undefined) return undefined;
    // Ages are of hours and more: what was found for one key is then still right for the next.
    const now = Math.floor(this.#now() / MINUTE) * MINUTE;
    return this.index.matches(segment, { vocabulary: this.vocabulary, now, zone: this.#zone });
  }
}
