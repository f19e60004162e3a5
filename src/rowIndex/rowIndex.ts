import type { Filter } from '../surface/gridMessages.ts';
import { countBits, hasBit } from '../segments/index/bits.ts';
import type { SegmentValues } from '../segments/index/segmentIndex.ts';
import type { Vocabulary } from '../segments/segment.ts';
import type { Column, Sort } from '../core/customerFields.ts';
import { ColumnValues } from './columnValues.ts';
import { StatisticsIndex } from './columnStatistics.ts';
import { FacetValues, type Facets } from './facetValues.ts';
import { haystackOf, wordsOf, type IndexWords } from './haystack.ts';
import type { AddedRows } from './indexMessages.ts';
import { SegmentFilter } from './segmentFilter.ts';
import { SharedTexts } from './sharedTexts.ts';
import { sortNumbers, sortTexts, type SortedRows } from './sortRows.ts';
import type { ColumnStatistics } from './statistics.ts';
import { needleOf, TextBlock } from './textBlock.ts';

interface Block {
  readonly start: number;
  readonly texts: TextBlock;
}

interface Matching {
  /** As JSON. */
  readonly filter: string;
  /** For each row 1 or 0; `undefined`: every row matches. */
  readonly matching: Uint8Array | undefined;
}

const decoder = new TextDecoder();

/** What of the loaded rows matches, and in which order: everything that grows with their number. */
export class RowIndex {
  readonly #words: IndexWords;
  readonly #zone: string | undefined;
  readonly #collator: Intl.Collator;
  readonly #blocks: Block[] = [];
  readonly #shared = new SharedTexts();
  /** Rows that changed since, with their haystack. */
  readonly #patched = new Map<number, string>();
  readonly #columns = new ColumnValues();
  readonly #facets = new FacetValues();
  readonly #statistics = new StatisticsIndex(this.#columns, this.#facets);
  readonly #segments: SegmentFilter;
  readonly #sorted = new Map<Column, SortedRows>();
  #count = 0;
  /** What matched last: the rows that are shown, and their statistics, are of the same ones. */
  #last: Matching | undefined;
  /** What matched of a filter without its segment: that one changes with every key. */
  #others: Matching | undefined;

  /**
   * @param now ms; asked once for each question, for the ages in segments
   * @param zone whose days are looked for; this machine's when absent
   */
  constructor(words: IndexWords, locale: string, now: () => number = Date.now, zone?: string) {
    this.#zone = zone;
    this.#words = words;
    this.#collator = new Intl.Collator(locale);
    this.#segments = new SegmentFilter(now, zone);
  }

  /** What names of tags and folders in segments stand for; nothing before it is set. */
  set vocabulary(vocabulary: Vocabulary) {
    this.#segments.vocabulary = vocabulary;
    this.#last = undefined;
  }

  get count(): number {
    return this.#count;
  }

  /** One record is parsed at a time: what is garbage at once does not make the heap grow. */
  add({ json, spans }: AddedRows): void {
    const start = this.#count;
    const length = spans.length / 2;
    const texts = new TextBlock(length, (index) => {
      const bytes = json.subarray(spans[index * 2], spans[index * 2 + 1]);
      const record: unknown = JSON.parse(decoder.decode(bytes));
      this.#columns.set(start + index, record);
      this.#facets.set(start + index, record);
      this.#statistics.set(start + index, record);
      this.#segments.set(start + index, record);
      const { own, shared } = haystackOf(record, this.#words, this.#zone);
      return [...own, ...this.#shared.add(shared)].join('\n');
    });
    this.#blocks.push({ start, texts });
    this.#count += length;
    this.#forget();
  }

  patch(row: number, record: unknown): void {
    this.#columns.set(row, record);
    this.#facets.set(row, record);
    this.#statistics.set(row, record);
    this.#segments.set(row, record);
    const { own, shared } = haystackOf(record, this.#words, this.#zone);
    this.#patched.set(row, [...own, ...shared].join('\n'));
    this.#forget();
  }

  /** What conditions of segments can be about. */
  segmentValues(): SegmentValues {
    return this.#segments.values();
  }

  facets(): Facets {
    return this.#facets.list();
  }

  /** What the rows that match have in a column. */
  statistics(column: Column, filter: Filter): ColumnStatistics {
    const key = JSON.stringify(filter);
    if (this.#last?.filter !== key) this.#last = { filter: key, matching: this.#matching(filter) };
    return this.#statistics.of(column, { matching: this.#last.matching, count: this.#count });
  }

  /** The rows to be shown, in order; `null`: all of them as they were loaded. */
  rows(filter: Filter, sort: Sort | null): Uint32Array | null {
    const matching = this.#matching(filter);
    this.#last = { filter: JSON.stringify(filter), matching };
    if (sort === null) return matching === undefined ? null : rowsIn(matching);
    const order = this.#order(sort);
    return matching === undefined ? order : order.filter((row) => matching[row] === 1);
  }

  /** How many rows match; what is shown, and its statistics, stay as they are. */
  countOf(filter: Filter): number {
    const others = this.#withoutSegment(filter);
    const segment = this.#segments.matching(filter.segment);
    if (others === undefined) return segment === undefined ? this.#count : countBits(segment);
    let count = 0;
    for (let row = 0; row < this.#count; row++) {
      if (segment === undefined || hasBit(segment, row)) count += others[row] ?? 0;
    }
    return count;
  }

  #forget(): void {
    this.#sorted.clear();
    this.#last = undefined;
    this.#others = undefined;
  }

  /** For each row 1 or 0; `undefined`: every row matches. */
  #matching(filter: Filter): Uint8Array | undefined {
    const others = this.#withoutSegment(filter);
    const segment = this.#segments.matching(filter.segment);
    if (segment === undefined) return others;
    const found = new Uint8Array(this.#count);
    for (let row = 0; row < this.#count; row++) {
      if (hasBit(segment, row)) found[row] = others?.[row] ?? 1;
    }
    return found;
  }

  #withoutSegment(filter: Filter): Uint8Array | undefined {
    const key = JSON.stringify({ ...filter, segment: '' });
    if (this.#others?.filter !== key) {
      this.#others = { filter: key, matching: this.#search(filter) };
    }
    return this.#others.matching;
  }

  #search(filter: Filter): Uint8Array | undefined {
    const tests = [this.#facets.test(filter), this.#tagTest(filter), this.#timeTest(filter)];
    const words = wordsOf(filter.text);
    if (words.length === 0 && tests.every((test) => test === undefined)) return undefined;
    const found = words.length === 0 ? new Uint8Array(this.#count).fill(1) : this.#find(words);
    for (const test of tests) {
      if (test === undefined) continue;
      for (let row = 0; row < this.#count; row++) {
        if (found[row] === 1 && !test(row)) found[row] = 0;
      }
    }
    return found;
  }

  /** For each row 1 when it has every word, or 0. */
  #find(words: readonly string[]): Uint8Array {
    const found = new Uint8Array(this.#count).fill(1);
    for (const word of words) {
      const has = this.#rowsWith(word);
      for (let row = 0; row < this.#count; row++) found[row] = (found[row] ?? 0) & (has[row] ?? 0);
    }
    for (const [row, text] of this.#patched) {
      found[row] = words.every((word) => text.includes(word)) ? 1 : 0;
    }
    return found;
  }

  #rowsWith(word: string): Uint8Array {
    const has = new Uint8Array(this.#count);
    const needle = needleOf(word);
    for (const { start, texts } of this.#blocks) {
      texts.search(needle, (row) => (has[start + row] = 1));
    }
    this.#shared.search(word, (row) => (has[row] = 1));
    return has;
  }

  #tagTest({ tag }: Filter): ((row: number) => boolean) | undefined {
    if (tag.length === 0) return undefined;
    const tagged = this.#segments.withTags(tag);
    return (row) => hasBit(tagged, row);
  }

  #timeTest({ after, before }: Filter): ((row: number) => boolean) | undefined {
    if (after === null && before === null) return undefined;
    const { numbers: times } = this.#columns.of('lastActive');
    const from = after ?? Number.NEGATIVE_INFINITY;
    const to = before ?? Number.POSITIVE_INFINITY;
    return (row) => {
      const time = times[row] ?? Number.NaN;
      return time >= from && time <= to;
    };
  }

  /** Rows without a value come last, whichever way it is sorted. */
  #order({ column, descending }: Sort): Uint32Array {
    const sorted = this.#sortedBy(column);
    const order = new Uint32Array(this.#count);
    order.set(descending ? sorted.toReversed() : sorted);
    if (sorted.length === this.#count) return order;
    const has = new Uint8Array(this.#count);
    for (const row of sorted) has[row] = 1;
    let at = sorted.length;
    for (let row = 0; row < this.#count; row++) if (has[row] === 0) order[at++] = row;
    return order;
  }

  #sortedBy(column: Column): SortedRows {
    const known = this.#sorted.get(column);
    if (known !== undefined) return known;
    const { kind, texts, numbers } = this.#columns.of(column);
    const made =
      kind === 'text' ? sortTexts(texts, this.#collator) : sortNumbers(numbers, this.#count);
    this.#sorted.set(column, made);
    return made;
  }
}

function rowsIn(matching: Uint8Array): Uint32Array {
  const rows = new Uint32Array(matching.length);
  let count = 0;
  matching.forEach((is, row) => {
    if (is === 1) rows[count++] = row;
  });
  return rows.slice(0, count);
}
