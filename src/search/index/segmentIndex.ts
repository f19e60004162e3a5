import { NO_VOCABULARY, type Segment, type Vocabulary } from '../segment.ts';
import { allBits, countBits, hasBit, noBits, setBit, type Bits } from './bits.ts';
import { haystackOf, type IndexWords } from './haystack.ts';
import { knownNames } from './dictionary.ts';
import type { LeafContext } from './leaf.ts';
import type { Moment } from './range.ts';
import { Dictionaries, readRecord, type TextField } from './readRecord.ts';
import { type NumberField, type ReadRow, RowStore } from './rowStore.ts';

export interface SegmentQuery extends Moment {
  readonly vocabulary: Vocabulary;
}

/** How records are read for the words that are looked for. */
interface SearchedTexts {
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

/** One value, and how many of some rows have it. */
export interface ValueCount {
  /** As the record has it; of a tag its ID, or its name if it has none. */
  readonly key: string;
  /** What a person reads; of a tag its name. */
  readonly label: string;
  readonly count: number;
}

export interface Counts {
  /** Of every value that any row has or had, in no order. */
  readonly values: readonly ValueCount[];
  /** Rows without a value. */
  readonly empty: number;
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

  /** @param rows a bit for each row; absent: all of them */
  countTags(rows?: Uint32Array): Counts {
    const counts = new Uint32Array(this.#texts.tags.size);
    const parts = this.#parts(rows);
    for (const { store, bits } of parts) store.countTags(bits, counts);
    const countOf = (codes: readonly number[]): number => {
      const [only = 0, other] = codes;
      if (other === undefined) return counts[only] ?? 0;
      // A row may have the tag by both of its names.
      return sum(parts, ({ store, bits }) => countBoth(store.withTags(codes), bits));
    };
    const values = Array.from(this.#texts.tags.all(), ({ key, label, codes }) => {
      return { key, label, count: countOf(codes) };
    });
    return { values, empty: sum(parts, ({ store, bits }) => countBoth(store.withoutTags(), bits)) };
  }

  countParams(rows?: Uint32Array): Counts {
    const { names } = this.#texts;
    const counts = new Uint32Array(names.size);
    const parts = this.#parts(rows);
    for (const { store, bits } of parts) store.countNames(bits, counts);
    const unnamed = names.codeOf('');
    const filled = sum(parts, ({ store, bits }) => countBoth(store.withParams(unnamed), bits));
    const all = sum(parts, ({ bits }) => countBits(bits));
    return { values: valuesOf(names.texts, counts), empty: all - filled };
  }

  countTexts(field: TextField, rows?: Uint32Array): Counts {
    const texts = this.#texts.fields[field];
    const counts = new Uint32Array(texts.size);
    for (const { store, bits } of this.#parts(rows)) store.countTexts(field, bits, counts);
    return { values: valuesOf(texts.texts, counts), empty: counts[texts.codeOf('') ?? 0] ?? 0 };
  }

  /** Returns a number for each row; `NaN` for no time. */
  numbers(field: NumberField): Float64Array<ArrayBuffer> {
    return this.#current((store) => store.numbers(field));
  }

  /** Returns the text of each row, as in the record; `''` for none. */
  texts(field: TextField): readonly string[] {
    const texts = [...this.#texts.fields[field].texts];
    return Array.from(
      this.#current((store) => store.codes(field)),
      (code) => texts[code] ?? '',
    );
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

  /** Rows as each store has them: those that changed stand in the other one. */
  #parts(rows: Uint32Array | undefined): readonly Part[] {
    const bits = rows === undefined ? allBits(this.rows) : Uint32Array.from(rows);
    const changed = noBits(this.#changed.rows);
    for (const [row, place] of this.#placeOf) {
      setBit(changed, place, hasBit(bits, row));
      setBit(bits, row, false);
    }
    return [
      { store: this.#rows, bits },
      { store: this.#changed, bits: changed },
    ];
  }

  #current<T extends Float64Array | Uint32Array>(valuesOf: (store: RowStore) => T): T {
    const [values, changed] = [valuesOf(this.#rows), valuesOf(this.#changed)];
    for (const [row, place] of this.#placeOf) values[row] = changed[place] ?? 0;
    return values;
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

interface Part {
  readonly store: RowStore;
  readonly bits: Bits;
}

function sum(parts: readonly Part[], countOf: (part: Part) => number): number {
  return parts.reduce((total, part) => total + countOf(part), 0);
}

/** How many rows are in both. @param bits is changed */
function countBoth(bits: Bits, others: Uint32Array): number {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] ?? 0) & (others[word] ?? 0);
  return countBits(bits);
}

/** But for the empty text. */
function valuesOf(texts: Iterable<string>, counts: Uint32Array): readonly ValueCount[] {
  return Array.from(texts, (text, code) => {
    return { key: text, label: text, count: counts[code] ?? 0 };
  }).filter(({ key }) => key !== '');
}
