import { slices } from '../../../core/async/inSlices.ts';
import type { CustomerPage } from '../../../core/model.ts';
import { isNarrowing } from '../../../rowIndex/filter.ts';
import type { IndexWords } from '../../../rowIndex/haystack.ts';
import { RowIndex } from '../../../rowIndex/rowIndex.ts';
import { SegmentFilter } from '../../../rowIndex/segmentFilter.ts';
import { hasBit } from '../../../segments/index/bits.ts';
import type { Vocabulary } from '../../../segments/segment.ts';
import type { Filter } from '../../../surface/gridMessages.ts';
import { gridStrings } from '../../customers/panel/gridTexts.ts';
import { gridRowsOf } from '../../customers/panel/rowsOfPage.ts';
import { displayLocale } from '../../kit/numberText.ts';

/** Which customers, as the grid would show them. */
export interface Narrowing {
  /** `null`: everybody. */
  readonly filter: Filter | null;
  /** What the names in its segment mean. */
  readonly vocabulary: Vocabulary;
  /** As of when its ages are meant, ms: the same for the first page and the last. */
  readonly now: number;
  /** Whose days are meant, such as `Asia/Taipei`; absent: those of this machine's clock. */
  readonly zone?: string | undefined;
}

/** Records as JSON, and where each begins and ends: two numbers a record. */
export interface JsonRows {
  readonly json: Uint8Array;
  readonly spans: Uint32Array;
}

/** Rows that are looked at before other work is let in: some milliseconds. */
const ROWS_AT_A_TIME = 250;

type MatchingRows = Iterable<number> | AsyncIterable<number>;

/** The rows of a page that are left, by index. */
export function narrowedPages(narrowing: Narrowing): (page: CustomerPage) => MatchingRows {
  const matching = narrowedRows(narrowing);
  return (page) => matching(page.records.length, () => gridRowsOf(page, 1));
}

/**
 * The rows that are left, by index.
 * @param patched the record in a row as JSON where it is another one by now
 */
export function narrowedRows({ filter, ...meant }: Narrowing) {
  if (filter === null || !isNarrowing(filter)) {
    return (count: number): MatchingRows => new Uint8Array(count).keys();
  }
  // The index of a page also searches, sorts and counts, which takes more than twice as long.
  const isSegment = !isNarrowing({ ...filter, segment: '' });
  const look = isSegment ? bySegment : byIndex;
  return async function* (
    count: number,
    rowsOf: () => JsonRows,
    patched: Patched = () => undefined,
  ): AsyncGenerator<number> {
    const due = slices();
    const { json, spans } = rowsOf();
    for (let start = 0; start < count; start += ROWS_AT_A_TIME) {
      await due();
      const part = { json, spans: spans.subarray(start * 2, (start + ROWS_AT_A_TIME) * 2) };
      const rows = look(part, (row) => patched(start + row), { filter, ...meant });
      for (const row of rows) yield start + row;
    }
  };
}

type Patched = (row: number) => string | undefined;
type Look = Narrowing & { readonly filter: Filter };

function byIndex(part: JsonRows, patched: Patched, { filter, vocabulary, now, zone }: Look) {
  const { status, male, female } = gridStrings();
  const words: IndexWords = { status, male, female };
  const index = new RowIndex(words, displayLocale(), () => now, zone);
  index.vocabulary = vocabulary;
  index.add(part);
  for (let row = 0; row < index.count; row++) {
    const record = patched(row);
    if (record !== undefined) index.patch(row, JSON.parse(record));
  }
  // `null`: all of them, as of a filter of spaces.
  return index.rows(filter, null) ?? new Uint8Array(index.count).keys();
}

const decoder = new TextDecoder();

function bySegment(part: JsonRows, patched: Patched, { filter, vocabulary, now, zone }: Look) {
  const rows = new SegmentFilter(() => now, zone);
  rows.vocabulary = vocabulary;
  const count = part.spans.length / 2;
  for (let row = 0; row < count; row++) {
    const bytes = part.json.subarray(part.spans[row * 2], part.spans[row * 2 + 1]);
    rows.set(row, JSON.parse(patched(row) ?? decoder.decode(bytes)));
  }
  const bits = rows.matching(filter.segment);
  const all = [...new Uint8Array(count).keys()];
  return bits === undefined ? all : all.filter((row) => hasBit(bits, row));
}
