import type { Column } from '../../base/customerFields.ts';
import { isOneOf } from '../../base/jsonValues.ts';
import { parseSegment } from '../parseSegment.ts';
import { NO_VOCABULARY, type Segment, type SegmentField, type Vocabulary } from '../segment.ts';
import { allBits, type Bits, countBits, hasBit, noBits, setBit } from './bits.ts';
import { nameLookupOf } from './dictionary.ts';
import type { LeafContext } from './leaf.ts';
import type { Moment } from './range.ts';
import { Dictionaries, readRecord } from './readRecord.ts';
import { commonValues, countEntries, countTexts } from './rowQueries.ts';
import { type NumberField, type ReadRow, RowStore } from './rowStore.ts';
import { type IndexedTexts, searchableTextsOf } from './searchableTexts.ts';

/** Columns whose values many rows share. */
type CountedColumn = (typeof COUNTED)[number];

const COUNTED = ['status', 'platform', 'page', 'gender', 'tags', 'params'] as const;

export function isCounted(column: Column): column is CountedColumn {
  return isOneOf(COUNTED, column);
}

interface TextOptions {
  readonly words: IndexedTexts;
  /** Time zone for days. Defaults to the zone of this machine. */
  readonly zone?: string | undefined;
}

export interface SegmentValues {
  readonly page: readonly string[];
  readonly gender: readonly string[];
  /** Parameters with values that several rows have, the most common first. */
  readonly params: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export interface ValueCount {
  /** Value as in the record. For a tag, its ID, or its name if it has no ID. */
  readonly key: string;
  /** Text that is shown. For a tag, its name. */
  readonly label: string;
  readonly count: number;
}

export interface Counts {
  /** Counts of all values that any row has or had, in no particular order. */
  readonly values: readonly ValueCount[];
  /** Number of rows without a value. */
  readonly empty: number;
}

/** Maximum number of values per field. More would be too many to choose from. */
const MAX_VALUES = 200;

/**
 * Index that finds the rows that match a segment, in a few milliseconds for a million rows. Tags and parameters are
 * grouped by their name, everything else is stored by column. Results of conditions are cached until a row changes.
 */
export class SegmentIndex {
  readonly #dictionaries = new Dictionaries();
  readonly #rows: RowStore;
  /** Versions of changed rows. The latest version of a row replaces its version in `#rows`. */
  readonly #changed: RowStore;
  /** Index in `#changed` of the latest version of each changed row. */
  readonly #changedIndexOf = new Map<number, number>();
  readonly #textOptions: TextOptions | undefined;
  #lookup = nameLookupOf(NO_VOCABULARY);

  /** @param textOptions if absent, a search for a word matches no row */
  constructor(textOptions?: TextOptions) {
    this.#textOptions = textOptions;
    this.#rows = new RowStore(this.#dictionaries.paramValues, textOptions !== undefined);
    this.#changed = new RowStore(this.#dictionaries.paramValues, textOptions !== undefined);
  }

  get rowCount(): number {
    return this.#rows.rowCount;
  }

  /** @param recordAt called once for each new row, in order */
  add(count: number, recordAt: (index: number) => unknown): void {
    this.#rows.add(count, (index) => this.#read(recordAt(index)));
  }

  set(row: number, record: unknown): void {
    if (row >= this.#rows.rowCount) throw new RangeError(`there is no row ${row}`);
    this.#changedIndexOf.set(row, this.#changed.rowCount);
    this.#changed.add(1, () => this.#read(record));
  }

  /** @returns one bit per row, the first row in the lowest bit of the first word; read-only */
  matches(
    segment: Segment,
    { vocabulary, ...moment }: Moment & { readonly vocabulary: Vocabulary },
  ): Uint32Array {
    this.#useVocabulary(vocabulary);
    const context: LeafContext = {
      dictionaries: this.#dictionaries,
      lookup: this.#lookup,
      ...moment,
    };
    const bits = this.#rows.matching(segment, context);
    if (this.#changedIndexOf.size === 0) return bits;
    return this.#withChanged(bits, this.#changed.matching(segment, context));
  }

  /** @param rows one bit per row; defaults to all rows */
  counts(column: CountedColumn, rows?: Uint32Array): Counts {
    const parts = this.#rowsByStore(rows);
    if (column === 'tags') return this.#countTags(parts);
    return column === 'params' ? this.#countParams(parts) : this.#countTexts(column, parts);
  }

  #countTags(parts: readonly StoreRows[]): Counts {
    const counts = new Uint32Array(this.#dictionaries.tags.size);
    for (const { store, bits } of parts) {
      countEntries(store.blocks(), ({ tags }) => tags, bits, counts);
    }
    const countOf = (codes: readonly number[]): number => {
      const [firstCode = 0, secondCode] = codes;
      if (secondCode === undefined) return counts[firstCode] ?? 0;
      // A row may have the tag under several names, and must be counted once. So the counts cannot be added.
      return sum(parts, ({ store, bits }) => countBoth(store.withTags(codes), bits));
    };
    const values = Array.from(this.#dictionaries.tags.all(), ({ key, label, codes }) => {
      return { key, label, count: countOf(codes) };
    });
    return { values, empty: sum(parts, ({ store, bits }) => countBoth(store.withoutTags(), bits)) };
  }

  #countParams(parts: readonly StoreRows[]): Counts {
    const { paramNames } = this.#dictionaries;
    const counts = new Uint32Array(paramNames.size);
    for (const { store, bits } of parts) {
      countEntries(store.blocks(), ({ params }) => params, bits, counts);
    }
    const unnamedCode = paramNames.codeOf('');
    const filled = sum(parts, ({ store, bits }) =>
      countBoth(store.withNamedParams(unnamedCode), bits),
    );
    const total = sum(parts, ({ bits }) => countBits(bits));
    return { values: valuesOf(paramNames.values, counts), empty: total - filled };
  }

  #countTexts(field: SegmentField, parts: readonly StoreRows[]): Counts {
    const texts = this.#dictionaries.fields[field];
    const counts = new Uint32Array(texts.size);
    for (const { store, bits } of parts) {
      countTexts(store.blocks(), field, bits, counts);
    }
    return { values: valuesOf(texts.values, counts), empty: counts[texts.codeOf('') ?? 0] ?? 0 };
  }

  /** Returns the value of the field for each row, or `NaN` for no time. */
  numbers(field: NumberField): Float64Array<ArrayBuffer> {
    return this.#currentValues((store) => store.numbers(field));
  }

  /** Returns the text of each row as in the record, or `''` for none. */
  texts(field: SegmentField): readonly string[] {
    const texts = [...this.#dictionaries.fields[field].values];
    return Array.from(
      this.#currentValues((store) => store.codes(field)),
      (code) => texts[code] ?? '',
    );
  }

  /** Returns texts that rows have or had: pages and genders as in the record, and parameters. */
  values(): SegmentValues {
    const { fields, paramNames, paramValues } = this.#dictionaries;
    return {
      page: takeTexts(fields.page.values),
      gender: takeTexts(fields.gender.values),
      params: takeTexts(paramNames.values).map((name) => {
        const common = commonValues(this.#rows.blocks(), paramNames.codeOf(name) ?? 0);
        return { name, values: paramValues.valuesOf(common).filter(Boolean) };
      }),
    };
  }

  #read(value: unknown): ReadRow {
    const record = readRecord(value, this.#dictionaries);
    if (this.#textOptions === undefined) return { record, texts: undefined };
    const { words, zone } = this.#textOptions;
    return { record, texts: searchableTextsOf(value, words, zone) };
  }

  /** Splits a bitmap of rows (all rows if absent) into one for each store: changed rows count only in `#changed`. */
  #rowsByStore(rows: Uint32Array | undefined): readonly StoreRows[] {
    const bits = rows === undefined ? allBits(this.rowCount) : Uint32Array.from(rows);
    const changed = noBits(this.#changed.rowCount);
    for (const [row, changedIndex] of this.#changedIndexOf) {
      setBit(changed, changedIndex, hasBit(bits, row));
      setBit(bits, row, false);
    }
    return [
      { store: this.#rows, bits },
      { store: this.#changed, bits: changed },
    ];
  }

  /** Returns values of all rows, with those of changed rows from `#changed`. */
  #currentValues<T extends Float64Array | Uint32Array>(readValues: (store: RowStore) => T): T {
    const [values, changed] = [readValues(this.#rows), readValues(this.#changed)];
    for (const [row, changedIndex] of this.#changedIndexOf)
      values[row] = changed[changedIndex] ?? 0;
    return values;
  }

  #useVocabulary(vocabulary: Vocabulary): void {
    if (this.#lookup.vocabulary === vocabulary) return;
    this.#lookup = nameLookupOf(vocabulary);
    this.#rows.clearCache();
    this.#changed.clearCache();
  }

  #withChanged(bits: Bits, changed: Bits): Bits {
    const merged = bits.slice();
    for (const [row, changedIndex] of this.#changedIndexOf)
      setBit(merged, row, hasBit(changed, changedIndex));
    return merged;
  }
}

function takeTexts(texts: Iterable<string>): readonly string[] {
  return [...texts].filter(Boolean).slice(0, MAX_VALUES);
}

interface StoreRows {
  readonly store: RowStore;
  readonly bits: Bits;
}

function sum(parts: readonly StoreRows[], countOf: (part: StoreRows) => number): number {
  return parts.reduce((total, part) => total + countOf(part), 0);
}

/** Counts the rows that are in both bitmaps. Modifies `result`. */
function countBoth(result: Bits, others: Uint32Array): number {
  for (let word = 0; word < result.length; word++)
    result[word] = (result[word] ?? 0) & (others[word] ?? 0);
  return countBits(result);
}

function valuesOf(texts: Iterable<string>, counts: Uint32Array): readonly ValueCount[] {
  return Array.from(texts, (text, code) => {
    return { key: text, label: text, count: counts[code] ?? 0 };
  }).filter(({ key }) => key !== '');
}

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
