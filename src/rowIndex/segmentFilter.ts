import { SegmentIndex, type SegmentValues } from '../segments/index/segmentIndex.ts';
import { parseSegment } from '../segments/parseSegment.ts';
import { NO_VOCABULARY, type Vocabulary } from '../segments/segment.ts';

const MINUTE = 60_000;

/** The rows by what their segment says. */
export class SegmentFilter {
  readonly #now: () => number;
  readonly #zone: string | undefined;
  readonly #index = new SegmentIndex();
  vocabulary: Vocabulary = NO_VOCABULARY;

  /** @param zone whose days it is about; this machine's when absent */
  constructor(now: () => number, zone?: string) {
    this.#now = now;
    this.#zone = zone;
  }

  set(row: number, record: unknown): void {
    this.#index.set(row, record);
  }

  values(): SegmentValues {
    return this.#index.values();
  }

  /** Finds rows with one of these tags, as `SegmentIndex.withTags`. */
  withTags(keys: readonly string[]): Uint32Array {
    return this.#index.withTags(keys);
  }

  /** @returns a bit for each row that is not to be written to; none for a text with a problem; `undefined`: every row */
  matching(text: string): Uint32Array | undefined {
    const { segment, problem } = parseSegment(text);
    if (problem !== undefined) return new Uint32Array(Math.ceil(this.#index.rows / 32));
    if (segment === undefined) return undefined;
    // Ages are of hours and more: what was found for one key is then still right for the next.
    const now = Math.floor(this.#now() / MINUTE) * MINUTE;
    return this.#index.matches(segment, { vocabulary: this.vocabulary, now, zone: this.#zone });
  }
}
