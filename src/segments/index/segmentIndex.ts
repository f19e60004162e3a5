import { NO_VOCABULARY, type Segment, type Vocabulary } from '../segment.ts';
import { countBits, hasBit, setBit, type Bits } from './bits.ts';
import { haystackOf, type IndexWords } from './haystack.ts';
import { knownNames } from './knownNames.ts';
import type { LeafContext } from './leaf.ts';
import type { Moment } from './range.ts';
import { Dictionaries, readRecord } from './readRecord.ts';
import { RowStore, type ReadRow } from './rowStore.ts';

export interface SegmentQuery extends Moment {
  readonly vocabulary: Vocabulary;
}

/** How records are read for the words that are looked for. */
export interface SearchedTexts {
  readonly words: IndexWords;
  /** Whose days can be looked for; this machine's when absent. */
  readonly zone?: string | undefined;
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
  readonly #rows: RowStore;
  /** Rows that changed: each stands here anew, and counts no more among the others. */
  readonly #changed: RowStore;
  /** By row its place among those that changed. */
  readonly #placeOf = new Map<number, number>();
  readonly #searched: SearchedTexts | undefined;
  #known = knownNames(NO_VOCABULARY);

  /** @param searched absent: no row has any word */
  constructor(searched?: SearchedTexts) {
    this.#searched = searched;
    this.#rows = new RowStore(this.#texts.values, searched !== undefined);
    this.#changed = new RowStore(this.#texts.values, searched !== undefined);
  }

  get rows(): number {
    return this.#rows.rows;
  }

  /** @param recordAt asked once for each of the new rows, in turn */
  add(count: number, recordAt: (index: number) => unknown): void {
    this.#rows.add(count, (index) => this.#read(recordAt(index)));
  }

  /** A row that is different now. */
  set(row: number, record: unknown): void {
    if (row >= this.#rows.rows) throw new RangeError(`there is no row ${row}`);
    this.#placeOf.set(row, this.#changed.rows);
    this.#changed.add(1, () => this.#read(record));
  }

  /** One bit for each row, the first one in the lowest bit of the first word. @returns not to be written to */
  matches(segment: Segment, { vocabulary, ...moment }: SegmentQuery): Uint32Array {
    this.#know(vocabulary);
    const context: LeafContext = { texts: this.#texts, known: this.#known, ...moment };
    const bits = this.#rows.matching(segment, context);
    if (this.#placeOf.size === 0) return bits;
    return this.#withChanged(bits, this.#changed.matching(segment, context));
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

  #read(record: unknown): ReadRow {
    const reading = readRecord(record, this.#texts);
    if (this.#searched === undefined) return { reading, haystack: undefined };
    const { words, zone } = this.#searched;
    return { reading, haystack: haystackOf(record, words, zone) };
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
