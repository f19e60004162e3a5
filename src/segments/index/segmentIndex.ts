import { NO_VOCABULARY, type Segment, type Vocabulary } from '../segment.ts';
import { countBits, hasBit, setBit, type Bits } from './bits.ts';
import { knownNames } from './knownNames.ts';
import type { Find, LeafContext } from './leaf.ts';
import { rangeOf, type Moment } from './range.ts';
import { Dictionaries, readRecord } from './readRecord.ts';
import { RowStore } from './rowStore.ts';

export interface SegmentQuery extends Moment {
  readonly vocabulary: Vocabulary;
}

export interface SegmentValues {
  readonly page: readonly string[];
  readonly gender: readonly string[];
  /** With values that several rows have, the commonest first. */
  readonly params: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** Of each; from more nobody could choose. */
const MOST_VALUES = 200;

/**
 * Which rows a segment is true of, out of a million in some milliseconds: tags and parameters are kept by their names,
 * everything else in columns, and what a condition was true of is kept until a row changes.
 */
export class SegmentIndex {
  readonly #texts = new Dictionaries();
  readonly #rows = new RowStore(this.#texts.values);
  /** Rows that changed: each stands here anew, and counts no more among the others. */
  readonly #changed = new RowStore(this.#texts.values);
  /** By row its place among those that changed. */
  readonly #placeOf = new Map<number, number>();
  #known = knownNames(NO_VOCABULARY);

  get rows(): number {
    return this.#rows.rows;
  }

  /** @param row the next one, or one that was set before and is different now */
  set(row: number, record: unknown): void {
    const reading = readRecord(record, this.#texts);
    if (row === this.#rows.rows) return this.#rows.add(reading);
    if (row > this.#rows.rows) throw new RangeError(`row ${row} comes before ${this.#rows.rows}`);
    this.#placeOf.set(row, this.#changed.rows);
    this.#changed.add(reading);
  }

  /** One bit for each row, the first one in the lowest bit of the first word. @returns not to be written to */
  matches(segment: Segment, { vocabulary, ...moment }: SegmentQuery): Uint32Array {
    this.#know(vocabulary);
    const context: LeafContext = { texts: this.#texts, known: this.#known, ...moment };
    const bits = this.#rows.matching(segment, context);
    if (this.#placeOf.size === 0) return bits;
    return this.#withChanged(bits, this.#changed.matching(segment, context));
  }

  /**
   * Finds rows with one of these tags: each is given by its ID, or by its name if it has none; `''` stands for no tag at
   * all. Every tag is found, however many there are.
   *
   * @returns one bit for each row
   */
  withTags(keys: readonly string[]): Uint32Array {
    const { tags } = this.#texts;
    const codes = keys.filter(Boolean).flatMap((key) => tags.withKey(key));
    const finds: Find[] = [{ kind: 'tags', codes, applied: undefined, count: undefined }];
    if (keys.includes('')) finds.push({ kind: 'tagCount', range: rangeOf('=', 0) });
    const bits = this.#rows.find(finds);
    return this.#placeOf.size === 0 ? bits : this.#withChanged(bits, this.#changed.find(finds));
  }

  countOf(segment: Segment, query: SegmentQuery): number {
    return countBits(this.matches(segment, query));
  }

  /** Texts that rows have, or had: pages and genders as in the record, and parameters. */
  values(): SegmentValues {
    const { fields, names, values } = this.#texts;
    return {
      page: someOf(fields.page.texts),
      gender: someOf(fields.gender.texts),
      params: someOf(names.texts).map((name) => {
        const common = this.#rows.commonValues(names.codeOf(name) ?? 0);
        return { name, values: values.textsOf(common).filter(Boolean) };
      }),
    };
  }

  #know(vocabulary: Vocabulary): void {
    if (this.#known.vocabulary === vocabulary) return;
    this.#known = knownNames(vocabulary);
    this.#rows.forget();
    this.#changed.forget();
  }

  #withChanged(bits: Bits, changed: Bits): Bits {
    const all = bits.slice();
    for (const [row, place] of this.#placeOf) setBit(all, row, hasBit(changed, place));
    return all;
  }
}

function someOf(texts: Iterable<string>): readonly string[] {
  return [...texts].filter(Boolean).slice(0, MOST_VALUES);
}
